package import EffectiveSettings
package import FoundationEssentials
package import ManagedSettings
package import System

/// What is to be in force on this machine: every installed application with its verdict. A value, computed, never remembered.
package struct EnforcementDemand: Equatable, Sendable {
  /// An application and what the settings say about it.
  package struct Judged: Equatable, Sendable {
    package var application: InstalledApplication
    /// Empty when it may run.
    package var reasons: [String]
    /// The rules behind the reasons, where they come from settings.
    package var rules: [RestrictingRule] = []

    package var isRefused: Bool { !reasons.isEmpty }

    package init(
      _ application: InstalledApplication, refusedBecause reasons: [String] = [],
      by rules: [RestrictingRule] = []
    ) {
      self.rules = rules
      self.application = application
      self.reasons = application.isEssential ? [] : reasons
    }
  }

  /// The one person whose processes and files are looked at; `nil` runs every backend dry.
  package var managedUser: UserRecord?
  /// Somebody is to be restricted and cannot be found now: what is in force stays as it is.
  package var isUserUnknown = false
  package var applications: [Judged]
  /// Identifiers that the settings name and that mean no installed application, and why.
  package var unsupported: [String: String]
  /// The stores that let nothing run but what they except (allowlist mode); empty when there is none.
  package var allowlist: [String]
  /// Mount points to which allowlist mode is confined; nil for all on which the user could put a program.
  package var programMounts: [String]?
  package var lock: LockDemand
  /// Desktop identifiers of what is installed and may run while the device is locked; nil if it never is.
  package var exempt: Set<String>?

  package init(
    managedUser: UserRecord?, applications: [Judged] = [], unsupported: [String: String] = [:],
    allowlist: [String] = [], lock: LockDemand = .open, exempt: Set<String>? = nil
  ) {
    self.allowlist = allowlist
    self.lock = lock
    self.exempt = exempt
    self.managedUser = managedUser?.uid == 0 ? nil : managedUser
    self.applications = applications
    self.unsupported = unsupported
  }

  package var refused: [Judged] { applications.filter(\.isRefused) }

  /// The demand of this machine and person with nothing refused.
  package var lifted: Self {
    Self(managedUser: managedUser, applications: applications.map { Judged($0.application) })
  }
}

extension EnforcementDemand {
  /// Applies `settings` to every application of `catalogue`.
  ///
  /// - Parameters:
  ///   - lockSettings: What a lock of the device shields; nil if there never is one.
  ///   - identities: What a token stands for; `nil` for one that is void (rule A6).
  package init(
    settings: EffectiveSettings, catalogue: ApplicationCatalogue, managedUser: UserRecord?,
    lock: LockDemand = .open, lockSettings: EffectiveSettings? = nil,
    identities: (Data) -> Identity?
  ) {
    let judged = catalogue.applications.map { application in
      switch settings.verdict(for: application.facts) {
      case .allowed: Judged(application)
      case .shielded(let reasons), .blocked(let reasons):
        Judged(
          application, refusedBecause: reasons, by: settings.rules(reaching: application.facts))
      }
    }
    var unsupported: [String: String] = [:]
    for identifier in Self.identifiers(named: settings.settings, identities) {
      switch catalogue.meaning(of: identifier) {
      case .installed: continue
      case .absent(let desktop):
        unsupported[identifier] =
          "none of its counterparts is installed: " + desktop.joined(separator: ", ")
      case .domains(let domains):
        unsupported[identifier] =
          "it is no program here; its web sites are " + domains.joined(separator: ", ")
      case .unknown:
        unsupported[identifier] = "nothing on this machine is known under this identifier"
      }
    }
    let exempt = lockSettings.map { lockSettings in
      judged.filter { judged in
        !judged.isRefused && !judged.application.isEssential
          && lockSettings.verdict(for: judged.application.facts) == .allowed
      }.map(\.application.desktopID)
    }
    self.init(
      managedUser: managedUser, applications: judged, unsupported: unsupported,
      allowlist: settings.allowlistStores, lock: lock, exempt: exempt.map(Set.init))
  }

  /// The applications that the settings name one by one.
  private static func identifiers(
    named settings: SettingValues, _ identities: (Data) -> Identity?
  ) -> Set<String> {
    var result: Set<String> = []
    func insert(_ token: ApplicationToken) {
      if case .application(let identifier)? = identities(token.data) { result.insert(identifier) }
    }
    if case .applications(let blocked)? = settings[.applicationBlockedApplications] {
      for application in blocked {
        if let identifier = application.bundleIdentifier { result.insert(identifier) }
        if let token = application.token { insert(token) }
      }
    }
    if case .applicationTokens(let shielded)? = settings[.shieldApplications] {
      shielded.forEach(insert)
    }
    return result
  }
}
