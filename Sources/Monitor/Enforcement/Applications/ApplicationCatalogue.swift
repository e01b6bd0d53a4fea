import System

/// The applications of this machine, made of its desktop files and their metadata. Pure: what lies on the disk comes in
/// as arguments.
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
  package private(set) var applications: [InstalledApplication]
  package let table: ApplicationTable

  /// - Parameter applications: In any order, each desktop identifier once.
  package init(applications: [InstalledApplication], table: ApplicationTable) {
    self.applications = applications.sorted { $0.desktopID < $1.desktopID }
    self.table = table
  }

  /// What the managed user's own desktop files say is never evidence in his favour. A program of the system's stays what the
  /// system says it is; whatever else his file starts is an application of its own, which no exception of a rule covers,
  /// even under the name of another one.
  ///
  /// - Parameters:
  ///   - sources: In any order. System files of one identifier are one application with the executables of all of them;
  ///     everything else comes from the first one.
  ///   - metadata: AppStream components, from places that only root can write.
  package init(
    sources: [Source], metadata: [ComponentMetadata] = [], table: ApplicationTable,
    search: [String], flatpaks: [String] = [], snaps: [String] = [],
    lookup: some ExecutableLookup
  ) {
    let resolver = ExecutableResolver(
      table: table, search: search, flatpaks: flatpaks, snaps: snaps, lookup: lookup)
    let ratings = Self.ratings(metadata, table)
    func resolved(_ origin: InstalledApplication.Origin) -> [InstalledApplication] {
      sources.filter { $0.origin == origin }.compactMap { source in
        guard let entry = DesktopEntry(source.text), entry.type == "Application", !entry.isHidden
        else { return nil }
        return resolver.application(source.desktopID, entry, origin)
      }
    }
    var found: [String: InstalledApplication] = [:]
    for var application in resolved(.system) {
      application.rating = ratings[application.desktopID]
      found[application.desktopID] =
        found[application.desktopID]?.joined(by: application) ?? application
    }
    let known = Set(found.values.flatMap { $0.executables.map(\.identity) })
    for var application in resolved(.user) {
      let others = application.executables.filter { !known.contains($0.identity) }
      if others.isEmpty, !application.executables.isEmpty { continue }
      application.executables = others
      if found[application.desktopID]?.origin == .system {
        if others.isEmpty { continue }
        application.desktopID += Self.ownSuffix
        application.identifiers.insert(application.desktopID)
      }
      found[application.desktopID] =
        found[application.desktopID]?.joined(by: application) ?? application
    }
    self.init(applications: Array(found.values), table: table)
  }

  /// Marks what a file of the managed user's own starts under the name of an application of the system's.
  private static let ownSuffix = ":own"

  /// Of several ratings the highest counts, and the guardian's before all.
  private static func ratings(
    _ metadata: [ComponentMetadata], _ table: ApplicationTable
  ) -> [String: ApplicationRating] {
    var ratings: [String: ApplicationRating] = [:]
    for component in metadata {
      guard let rating = component.rating.map({ ApplicationRating(age: $0.age) }) else { continue }
      for desktopID in component.desktopIDs {
        ratings[desktopID] = max(rating, ratings[desktopID] ?? rating)
      }
    }
    return ratings.merging(table.ratings.compactMapValues(ApplicationRating.init)) { $1 }
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

extension ApplicationCatalogue {
  /// Looks again for the files of the applications `desktopIDs`, and of no others.
  ///
  /// - Returns: Whether one of them is another one by now.
  package mutating func refresh(
    _ desktopIDs: Set<String>, lookup: some ExecutableLookup
  ) -> Bool {
    let before = applications
    for index in applications.indices where desktopIDs.contains(applications[index].desktopID) {
      let found = applications[index].places.sorted().map(lookup.executable)
      // Where one is missing the old ones stay: it may be on its way.
      let old = found.contains(nil) ? applications[index].executables : []
      let new = found.compactMap(\.self)
        .filter { !Interpreter.contains($0.path.lastPathComponent) }
      let paths = Set(new.map(\.path))
      var seen: Set<FileIdentity> = []
      applications[index].executables = (new + old.filter { !paths.contains($0.path) })
        .filter { seen.insert($0.identity).inserted }
    }
    return applications != before
  }
}

extension InstalledApplication {
  fileprivate func joined(by other: Self) -> Self {
    var result = self
    result.executables += other.executables.filter { file in
      !executables.contains { $0.identity == file.identity }
    }
    result.places.formUnion(other.places)
    result.sandboxNames.formUnion(other.sandboxNames)
    if case .none = reach, case .files = other.reach { result.reach = .files }
    return result
  }
}
