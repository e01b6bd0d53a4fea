/// Why a request has no answer.
public enum HTTPFailure: Error, Hashable, Sendable {
  /// Not sent: what is wrong with the address or a header.
  case notSent(String)
  /// Not sent: plain http would show the key to everybody on the way to this host.
  case plainHTTP(host: String)
  case hostNotFound(String)
  case cannotConnect(String)
  /// The time for connecting or for the whole exchange was over.
  case timedOut(String)
  /// The server, or what is between, sent or took next to nothing for too long.
  case tooSlow(String)
  /// The server could not prove who it is, or there is no agreement on encryption.
  case notTrusted(String)
  case bodyTooLarge(limit: Int)
  case headerTooLarge(limit: Int)
  /// The connection ended, or what came was no HTTP.
  case broken(String)
  case cancelled
  /// Something of our own: no memory, no descriptors.
  case machine(String)
}

extension HTTPFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notSent(let reason): "the request was not sent: \(reason)"
    case .plainHTTP(let host):
      "the request was not sent: http to \(host) is not encrypted; use https, or allow plain http"
    case .hostNotFound(let words): "the server's name is not known: \(words)"
    case .cannotConnect(let words): "no connection to the server: \(words)"
    case .timedOut(let words): "the time was over: \(words)"
    case .tooSlow(let words): "the connection is too slow: \(words)"
    case .notTrusted(let words): "the server is not trusted: \(words)"
    case .bodyTooLarge(let limit): "the answer has more than \(limit) bytes"
    case .headerTooLarge(let limit): "the answer's header has more than \(limit) bytes"
    case .broken(let words): "the answer is broken: \(words)"
    case .cancelled: "the request was cancelled"
    case .machine(let words): "the request could not be made: \(words)"
    }
  }
}
