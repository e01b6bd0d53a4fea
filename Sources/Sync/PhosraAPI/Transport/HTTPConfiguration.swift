/// How requests are made: what is trusted, and the limits in time and size within which any server has to answer.
public struct HTTPConfiguration: Equatable, Sendable {
  /// For finding the host, connecting and agreeing on encryption, in seconds.
  public var connectLimit: Double = 10
  /// For a whole exchange, from its start to the last byte, in seconds.
  public var totalLimit: Double = 60
  /// An exchange that moves fewer bytes a second than this, for `slowLimit` seconds on end, is given up.
  ///
  /// Less than the 15 s after which the service answers a body that stalls with a 400, which would look like a refusal.
  public var slowRate = 64
  public var slowLimit = 10
  /// In bytes, counted after decompression.
  public var bodyLimit = 10 << 20
  /// In bytes, over all headers of an answer.
  public var headerLimit = 64 << 10
  /// The certificates of the authorities that are trusted, in PEM, instead of the machine's.
  public var authorities: String?
  /// Whether plain http may leave this machine.
  public var allowsPlainHTTP = false
  /// Used for every request; the variables of the environment never are.
  public var proxy: String?
  public var userAgent = "Pavise"

  public init() {}
}
