/// What is sent to a server.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  package struct SecretHeader: Sendable {
    package var name: String
    /// What stands before the secret, such as `Bearer `.
    package var prefix = ""
    package var value: Secret

    package init(name: String, prefix: String = "", value: Secret) {
      self.name = name
      self.prefix = prefix
      self.value = value
    }
  }

  package enum Answer: Equatable, Sendable {
    /// Kept until it is complete.
    case whole
    /// Handed over piece by piece for as long as something comes at least every `idleLimit` seconds. An answer with a
    /// status other than 2xx is kept whole all the same.
    case stream(idleLimit: Double)
  }

  package var method: Method
  package var url: String
  package var headers: [(name: String, value: String)]
  /// A header whose value nobody sees: the device's key, a parent's token.
  package var secretHeader: SecretHeader?
  package var body: [UInt8]?
  package var answer: Answer

  package init(
    _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
    secretHeader: SecretHeader? = nil, body: [UInt8]? = nil,
    answer: Answer = .whole
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.secretHeader = secretHeader
    self.body = body
    self.answer = answer
  }

  /// The lines of the headers; nil if one could not be sent as one line.
  var headerLines: [String]? {
    let secret = secretHeader.map { ($0.name, $0.prefix + $0.value.exposed) }
    let all = headers + [secret].compactMap(\.self)
    let areSound = all.allSatisfy { name, value in
      (name + value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    return areSound ? all.map { "\($0.name): \($0.value)" } : nil
  }
}
