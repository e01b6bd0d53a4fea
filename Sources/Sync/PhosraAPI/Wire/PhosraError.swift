/// Why a call to the service did not do what was asked. Each description says what to do.
public enum PhosraError: Error, Equatable, Sendable {
  /// The client was made without a device key.
  case noDeviceKey
  /// There is a device key that cannot or must not be used.
  case unusableDeviceKey(reason: String)
  /// 401: the key or token is not known, or the service's database is down, which looks the same.
  case unauthorized(message: String?)
  /// 403: the token is someone's who may not do this.
  case forbidden(message: String?)
  /// The service itself says that no policy is active for this device's child.
  case noActivePolicy
  /// 404 for something else: an unknown child, or an address that is not the service's.
  case notFound(message: String?)
  /// 429. `retryAfter` is in seconds, if the service said how long to wait.
  case rateLimited(retryAfter: Double?)
  /// Another 4xx of the service itself: the same request will never be accepted.
  case rejected(status: Int, message: String)
  /// 5xx, or a 4xx that did not come from the service: a proxy's.
  case server(status: Int, message: String?)
  /// A redirect, which is never followed, so that the key goes nowhere else.
  case redirected(status: Int, to: String?)
  /// The answer is not what the service answers; names the field, if it is about one.
  case malformed(String)
  /// There was no answer.
  case transport(HTTPFailure)
}

extension PhosraError {
  /// One constant word for programs.
  package var word: String {
    switch self {
    case .noDeviceKey: "noDeviceKey"
    case .unusableDeviceKey: "unusableDeviceKey"
    case .unauthorized: "unauthorized"
    case .forbidden: "forbidden"
    case .noActivePolicy: "noActivePolicy"
    case .notFound: "notFound"
    case .rateLimited: "rateLimited"
    case .rejected: "rejected"
    case .server: "server"
    case .redirected: "redirected"
    case .malformed: "malformed"
    case .transport: "transport"
    }
  }
}

extension PhosraError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDeviceKey:
      "there is no device key: register this device first"
    case .unusableDeviceKey(let reason): "the device key cannot be used: \(reason)"
    case .unauthorized(let message):
      "the service does not accept the key\(Self.words(message)): it was revoked, or the service"
        + " is disturbed; if it stays so, register this device anew"
    case .forbidden(let message):
      "the service forbids it\(Self.words(message)): use the token of a parent of this child's family"
    case .noActivePolicy:
      "no policy is active for this child: activate one, or ask who manages it"
    case .notFound(let message):
      "the service does not know it\(Self.words(message)): check the address and the child's id"
    case .rateLimited(let seconds):
      "too many requests: "
        + (seconds.map { "wait \(Int($0.rounded(.up))) seconds" } ?? "wait a while")
    case .rejected(let status, let message):
      "the service refuses this request for good (\(status): \(message)): it must be changed"
    case .server(let status, let message):
      "the service, or a proxy before it, failed (\(status)\(Self.words(message))): try again later"
    case .redirected(let status, let place):
      "the service sends us elsewhere (\(status)\(place.map { " to \($0)" } ?? "")), where the key"
        + " must not go: correct the address"
    case .malformed(let reason):
      "the answer is not the service's: \(reason); check the address and what lies between"
    case .transport(let failure): "\(failure)"
    }
  }

  private static func words(_ message: String?) -> String {
    message.map { " (\($0))" } ?? ""
  }
}
