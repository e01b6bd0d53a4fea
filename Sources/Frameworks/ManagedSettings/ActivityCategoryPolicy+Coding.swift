/// Encoded as an object with the case as its one key: `{"all":{"except":[…]}}`; sets are sorted (rule B2).
extension ShieldSettings.ActivityCategoryPolicy: Codable {
  private enum CodingKeys: CodingKey {
    case none, specific, all
  }

  private enum PartKeys: CodingKey {
    case categories, except
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key = try container.onlyKey()
    let parts = try container.nestedContainer(keyedBy: PartKeys.self, forKey: key)
    self =
      switch key {
      case .none: .none
      case .specific:
        .specific(
          try parts.decode(Set.self, forKey: .categories),
          except: try parts.decode(Set.self, forKey: .except))
      case .all: .all(except: try parts.decode(Set.self, forKey: .except))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .none:
      _ = container.nestedContainer(keyedBy: PartKeys.self, forKey: .none)
    case .specific(let categories, let exceptions):
      var parts = container.nestedContainer(keyedBy: PartKeys.self, forKey: .specific)
      try parts.encode(categories.canonicallySorted(), forKey: .categories)
      try parts.encode(exceptions.canonicallySorted(), forKey: .except)
    case .all(let exceptions):
      var parts = container.nestedContainer(keyedBy: PartKeys.self, forKey: .all)
      try parts.encode(exceptions.canonicallySorted(), forKey: .except)
    }
  }
}

extension KeyedDecodingContainer {
  /// The key of an object that stands for an enum's case.
  /// - Throws: `DecodingError` if there is none, more than one, or one that is unknown.
  func onlyKey() throws -> Key {
    guard allKeys.count == 1, let key = allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: "expected one known key, found \(allKeys.map(\.stringValue).sorted())"))
    }
    return key
  }
}
