/// The applications of this machine, made of its desktop files. Pure: what lies on the disk comes in as arguments.
package struct ApplicationCatalogue: Equatable, Sendable {
  /// A desktop file as it was found.
  package struct Source: Equatable, Sendable {
    package var desktopID: String
    package var text: String
    package var origin: InstalledApplication.Origin

    package init(desktopID: String, text: String, origin: InstalledApplication.Origin) {
      self.desktopID = desktopID
      self.text = text
      self.origin = origin
    }
  }

  /// What a bundle identifier of a policy comes to here.
  package enum Meaning: Equatable, Sendable {
    case installed(Set<String>)
    /// Counterparts are known but none of them is installed.
    case absent([String])
    /// Only reached as a web site.
    case domains([String])
    case unknown
  }

  /// Sorted by desktop identifier.
  package let applications: [InstalledApplication]
  private let table: ApplicationTable

  /// - Parameter sources: In any order. Files of one identifier are one application: its executables are the union of
  ///   theirs, so that a file of the user's own cannot hide the system's; everything else comes from the first one of the system.
  package init(
    sources: [Source], table: ApplicationTable, search: [String], flatpaks: [String] = [],
    lookup: some ExecutableLookup
  ) {
    let resolver = ExecutableResolver(
      table: table, search: search, flatpaks: flatpaks, lookup: lookup)
    var found: [String: InstalledApplication] = [:]
    let ordered = sources.filter { $0.origin == .system } + sources.filter { $0.origin == .user }
    for source in ordered {
      guard let entry = DesktopEntry(source.text), entry.type == "Application", !entry.isHidden,
        let application = resolver.application(source.desktopID, entry, source.origin)
      else { continue }
      found[source.desktopID] = found[source.desktopID]?.joined(by: application) ?? application
    }
    applications = found.values.sorted { $0.desktopID < $1.desktopID }
    self.table = table
  }

  package func application(_ desktopID: String) -> InstalledApplication? {
    applications.first { $0.desktopID == desktopID }
  }

  /// What `identifier`, a bundle identifier or a desktop identifier, stands for.
  package func meaning(of identifier: String) -> Meaning {
    let installed = applications.filter { $0.identifiers.contains(identifier) }.map(\.desktopID)
    if !installed.isEmpty { return .installed(Set(installed)) }
    guard let counterpart = table.counterparts[identifier] else { return .unknown }
    if !counterpart.desktop.isEmpty { return .absent(counterpart.desktop) }
    return counterpart.domains.isEmpty ? .unknown : .domains(counterpart.domains)
  }

  /// The domains that stand in for an application.
  package func domains(of identifier: String) -> [String] {
    table.counterparts[identifier]?.domains ?? []
  }
}

extension InstalledApplication {
  fileprivate func joined(by other: Self) -> Self {
    var result = self
    result.executables += other.executables.filter { file in
      !executables.contains { $0.identity == file.identity }
    }
    result.sandboxNames.formUnion(other.sandboxNames)
    if case .none = reach, case .files = other.reach { result.reach = .files }
    return result
  }
}
