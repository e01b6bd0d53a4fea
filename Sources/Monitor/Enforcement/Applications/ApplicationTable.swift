package import FoundationEssentials

/// What the bundle identifiers of policies mean on this machine, and what desktop files do not tell.
///
/// A guardian may edit it: a JSON file of this shape, laid over ``shipped`` entry by entry.
package struct ApplicationTable: Codable, Equatable, Sendable {
  /// What stands for an application of another platform.
  package struct Counterpart: Codable, Equatable, Sendable {
    /// Identifiers of desktop files, without `.desktop`; any of them that is installed counts.
    package var desktop: [String] = []
    /// Domains under which the same service is reached with a browser.
    package var domains: [String] = []
  }

  package var version = 1
  /// By bundle identifier.
  package var counterparts: [String: Counterpart] = [:]
  /// By desktop identifier: the programs that its starting script runs.
  package var programs: [String: [String]] = [:]
  /// Desktop identifiers of parts of the session, never shielded.
  package var essential: Set<String> = []
  /// Names of programs that are parts of the session, never shielded under any desktop identifier.
  package var essentialPrograms: Set<String> = []

  private enum CodingKeys: String, CodingKey {
    case version, counterparts, programs, essential, essentialPrograms
  }

  package init() {}

  /// Every key may be left out.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    version = try fields.decodeIfPresent(Int.self, forKey: .version) ?? 1
    counterparts =
      try fields.decodeIfPresent([String: Counterpart].self, forKey: .counterparts) ?? [:]
    programs = try fields.decodeIfPresent([String: [String]].self, forKey: .programs) ?? [:]
    essential = try fields.decodeIfPresent(Set<String>.self, forKey: .essential) ?? []
    essentialPrograms =
      try fields.decodeIfPresent(Set<String>.self, forKey: .essentialPrograms) ?? []
  }

  /// The shipped table with the entries of `json` in place of its own.
  ///
  /// - Throws: A `DecodingError` that names the place, so that a typing error is not taken for an empty table (rule D6).
  package init(shippedWith json: Data) throws {
    let edited = try JSONDecoder().decode(Self.self, from: json)
    self = Self.shipped
    counterparts.merge(edited.counterparts) { _, new in new }
    programs.merge(edited.programs) { _, new in new }
    essential.formUnion(edited.essential)
    essentialPrograms.formUnion(edited.essentialPrograms)
  }

  /// The bundle identifiers that mean the application with this desktop identifier.
  package func bundleIdentifiers(of desktopID: String) -> Set<String> {
    Set(counterparts.filter { $0.value.desktop.contains(desktopID) }.keys)
  }
}

extension ApplicationTable.Counterpart {
  private enum CodingKeys: String, CodingKey {
    case desktop, domains
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    desktop = try fields.decodeIfPresent([String].self, forKey: .desktop) ?? []
    domains = try fields.decodeIfPresent([String].self, forKey: .domains) ?? []
  }
}
