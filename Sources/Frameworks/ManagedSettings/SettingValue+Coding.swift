/// Encoded as an object with the kind as its one key: `{"bool":true}`, `{"applicationTokens":[{"data":"…"}]}`; sets are
/// sorted, so that equal values are equal bytes (rule B2).
extension SettingValue: Codable {
  private enum CodingKeys: CodingKey {
    case bool, number, cookiePolicy, applications, applicationTokens, webDomainTokens
    case applicationCategories, webDomainCategories, filter
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key = try container.onlyKey()
    func value<Value: Decodable>() throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    self =
      switch key {
      case .bool: .bool(try value())
      case .number: .number(try value())
      case .cookiePolicy: .cookiePolicy(try value())
      case .applications: .applications(try value())
      case .applicationTokens: .applicationTokens(try value())
      case .webDomainTokens: .webDomainTokens(try value())
      case .applicationCategories: .applicationCategories(try value())
      case .webDomainCategories: .webDomainCategories(try value())
      case .filter: .filter(try value())
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .number(let value): try container.encode(value, forKey: .number)
    case .cookiePolicy(let value): try container.encode(value, forKey: .cookiePolicy)
    case .applications(let values):
      try container.encode(values.canonicallySorted(), forKey: .applications)
    case .applicationTokens(let values):
      try container.encode(values.canonicallySorted(), forKey: .applicationTokens)
    case .webDomainTokens(let values):
      try container.encode(values.canonicallySorted(), forKey: .webDomainTokens)
    case .applicationCategories(let value):
      try container.encode(value, forKey: .applicationCategories)
    case .webDomainCategories(let value):
      try container.encode(value, forKey: .webDomainCategories)
    case .filter(let value): try container.encode(value, forKey: .filter)
    }
  }
}
