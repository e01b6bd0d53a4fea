/// Encoded as an object with the case as its one key: `{"auto":{"domains":[…],"except":[…]}}`; sets are sorted (rule B2).
extension WebContentSettings.FilterPolicy: Codable {
  private enum CodingKeys: CodingKey {
    case none, specific, auto, all
  }

  private enum PartKeys: CodingKey {
    case domains, except
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let key = try container.onlyKey()
    let parts = try container.nestedContainer(keyedBy: PartKeys.self, forKey: key)
    self =
      switch key {
      case .none: .none
      case .specific: .specific(try parts.decode(Set.self, forKey: .domains))
      case .auto:
        .auto(
          try parts.decode(Set.self, forKey: .domains),
          except: try parts.decode(Set.self, forKey: .except))
      case .all: .all(except: try parts.decode(Set.self, forKey: .except))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .none:
      _ = container.nestedContainer(keyedBy: PartKeys.self, forKey: .none)
    case .specific(let domains):
      var parts = container.nestedContainer(keyedBy: PartKeys.self, forKey: .specific)
      try parts.encode(domains.canonicallySorted(), forKey: .domains)
    case .auto(let domains, let exceptions):
      var parts = container.nestedContainer(keyedBy: PartKeys.self, forKey: .auto)
      try parts.encode(domains.canonicallySorted(), forKey: .domains)
      try parts.encode(exceptions.canonicallySorted(), forKey: .except)
    case .all(let exceptions):
      var parts = container.nestedContainer(keyedBy: PartKeys.self, forKey: .all)
      try parts.encode(exceptions.canonicallySorted(), forKey: .except)
    }
  }
}
