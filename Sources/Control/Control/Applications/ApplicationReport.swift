import EffectiveSettings
import Enforcement
import FoundationEssentials
import ManagedSettings
import SharedDirectory

/// An application and what is in force on it, as `pavise apps --json` and `pavise why --json` print it.
struct ApplicationReport: Codable, Equatable {
  /// A setting that forbids it.
  struct Cause: Codable, Equatable {
    /// `blocked` or `shielded`.
    var verdict: String
    var store: String
    var setting: SettingKey
    var words: String
    var origin: CauseOrigin
  }

  /// How far one backend holds it.
  struct Holding: Codable, Equatable {
    var backend: String
    var status: EnforcementStatus
  }

  var identifier: String
  var name: String
  /// The other identifiers that mean it.
  var bundleIdentifiers: [String]
  var categories: [String]
  /// As `12+`; nil for one that nobody rates.
  var rating: String?
  /// Only a desktop file of the managed user's own names it.
  var isUsersOwn: Bool
  var isEssential: Bool
  /// The programs that are refused when it is.
  var files: [String]
  /// Why not all that it runs is in `files`; nil if it is.
  var shortcoming: String?
  /// `allowed`, `shielded` or `blocked`.
  var verdict: String
  var causes: [Cause]
  var holdings: [Holding]

  init(_ application: InstalledApplication, _ state: ApplicationState) {
    identifier = application.desktopID
    name = application.name
    bundleIdentifiers = application.identifiers.subtracting([application.desktopID]).sorted()
    categories = application.categories.sorted()
    rating = application.rating?.word
    isUsersOwn = application.origin == .user
    isEssential = application.isEssential
    files = application.executables.map(\.path).sorted()
    switch application.reach {
    case .files: break
    case .partly(let words), .none(let words): shortcoming = words
    }
    causes = state.causes(of: application.facts)
    verdict = causes.first?.verdict ?? "allowed"
    holdings = state.holdings(of: application.desktopID)
  }
}

/// What the files of the shared directory say of applications.
struct ApplicationState {
  let settings: EffectiveSettings
  let policy: PolicyDocument?
  let inForce: InForce?

  /// - Throws: What the machine refuses. What tokens stand for is readable to root alone.
  init(_ directory: SharedDirectory<ControlRole>) throws {
    let vault = try directory.read(.vault)
    settings = EffectiveSettings(
      stores: try directory.mergedStores().map { .init(name: $0.name, settings: $0.settings) },
      identities: { vault?.identity(of: $0) })
    policy = try directory.read(.policy)
    inForce = try directory.salvage(.inForce)
  }

  func causes(of facts: ApplicationFacts) -> [ApplicationReport.Cause] {
    let causes = settings.causes(for: facts)
    return [("blocked", causes.blocked), ("shielded", causes.shielded)].flatMap { verdict, causes in
      causes.map { cause in
        ApplicationReport.Cause(
          verdict: verdict, store: cause.store, setting: cause.setting, words: cause.words,
          origin: CauseOrigin(cause, policy: policy, inForce: inForce))
      }
    }
  }

  func holdings(of subject: String) -> [ApplicationReport.Holding] {
    (inForce?.backends ?? []).flatMap { report in
      report.items.filter { $0.subject == subject }
        .map { ApplicationReport.Holding(backend: report.backend, status: $0.status) }
    }
  }
}
