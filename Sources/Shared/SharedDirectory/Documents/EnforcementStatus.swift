/// How far something that was asked for is in force (rules M1 and M2).
package enum EnforcementStatus: Equatable, Sendable {
  case enforced
  case partial(String)
  /// This machine has no way to do it.
  case unsupported(String)
  /// It was tried and went wrong.
  case failed(String)
  /// Nothing was touched; the words say what would have been done.
  case dry(String)

  package var reason: String? {
    switch self {
    case .enforced: nil
    case .partial(let reason), .unsupported(let reason), .failed(let reason), .dry(let reason):
      reason
    }
  }

  /// What several come to: as good as all of them if they agree, else partial with the reasons of those that fall short.
  package init(of parts: [(subject: String, status: Self)]) {
    let short = parts.filter { $0.status != .enforced }
    let words = short.map { "\($0.subject): \($0.status.reason ?? "")" }.joined(separator: "; ")
    if short.isEmpty {
      self = .enforced
    } else if short.allSatisfy({ $0.status.word == "dry" }) {
      self = .dry(words)
    } else if short.count < parts.count {
      self = .partial(words)
    } else if short.allSatisfy({ $0.status.word == "unsupported" }) {
      self = .unsupported(words)
    } else if short.allSatisfy({ $0.status.word == "failed" }) {
      self = .failed(words)
    } else {
      self = .partial(words)
    }
  }

  fileprivate var word: String {
    switch self {
    case .enforced: "enforced"
    case .partial: "partial"
    case .unsupported: "unsupported"
    case .failed: "failed"
    case .dry: "dry"
    }
  }
}

extension EnforcementStatus: Codable {
  private enum CodingKeys: String, CodingKey {
    case state, reason
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let reason = try fields.decodeIfPresent(String.self, forKey: .reason) ?? ""
    switch try fields.decode(String.self, forKey: .state) {
    case "enforced": self = .enforced
    case "partial": self = .partial(reason)
    case "unsupported": self = .unsupported(reason)
    case "failed": self = .failed(reason)
    case "dry": self = .dry(reason)
    case let word:
      throw DecodingError.dataCorruptedError(
        forKey: .state, in: fields, debugDescription: "unknown state \(word)")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(word, forKey: .state)
    try fields.encodeIfPresent(reason, forKey: .reason)
  }
}
