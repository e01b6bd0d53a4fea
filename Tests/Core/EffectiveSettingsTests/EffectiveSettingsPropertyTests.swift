import EffectiveSettings
import Foundation
import ManagedSettings
import Testing
import TestSupport

@Suite struct `Any stores together` {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `reach what a walk over every store and setting reaches`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stores = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      RandomStore(using: &random)
    }
    let settings = EffectiveSettings(
      stores: stores.enumerated().map { .init(name: "s\($0)", settings: $1.settings) },
      identities: identity)
    for name in RandomStore.names {
      for categories in [[], ["games"], ["art"], ["games", "art"]] as [Set<String>] {
        let application = ApplicationFacts(
          identifiers: [name], categories: categories, rating: name.count * 100)
        #expect(
          settings.verdict(for: application).kind == modelled(application, name, by: stores),
          "application \(name) \(categories)")
        let isAdult = Bool.random(using: &random)
        let domain = site("sub.\(name).example").with(categories, isAdult: isAdult)
        #expect(
          settings.verdict(for: domain).kind == modelled(domain, name, by: stores),
          "domain \(name) \(categories) \(isAdult)")
      }
    }
  }

  private func modelled(
    _ application: ApplicationFacts, _ name: String, by stores: [RandomStore]
  ) -> Kind {
    let maximum = stores.compactMap(\.rating).min() ?? 1000
    if stores.contains(where: { $0.blocked.contains(name) }) { return .blocked }
    if maximum == 0 || (application.rating ?? 0) > maximum { return .blocked }
    let isShielded = stores.contains {
      $0.shielded.contains(name) || $0.policy.reaches(name, application.categories)
    }
    return isShielded ? .shielded : .allowed
  }

  private func modelled(
    _ domain: WebDomainFacts, _ name: String, by stores: [RandomStore]
  ) -> Kind {
    let isBlocked = stores.contains { store in
      switch store.filterKind {
      case 1: store.filtered.contains(name)
      case 2:
        (domain.isAdult || store.filtered.contains(name)) && !store.unfiltered.contains(name)
      case 3: !store.unfiltered.contains(name)
      default: false
      }
    }
    if isBlocked { return .blocked }
    let isShielded = stores.contains {
      $0.shielded.contains(name) || $0.policy.reaches(name, domain.categories)
    }
    return isShielded ? .shielded : .allowed
  }
}

extension WebDomainFacts {
  fileprivate func with(_ categories: Set<String>, isAdult: Bool) -> Self {
    Self(name: name, categories: categories, isAdult: isAdult)
  }
}

/// A category policy in names, for applications and web domains alike.
private struct RandomPolicy {
  let kind: Int
  let categories: Set<String>
  let exceptions: Set<String>

  /// Read off Apple's words: `.specific` has what is in its categories, `.all` has everything, but for the exceptions.
  func reaches(_ name: String, _ itsCategories: Set<String>) -> Bool {
    if exceptions.contains(name) { return false }
    if kind == 2 { return true }
    return kind == 1 && itsCategories.contains(where: categories.contains)
  }

  func value<Activity>(suffix: String) -> ShieldSettings.ActivityCategoryPolicy<Activity> {
    let except = Set(exceptions.map { Token<Activity>(data: Data(($0 + suffix).utf8)) })
    return switch kind {
    case 1:
      .specific(Set(categories.map { ActivityCategoryToken(data: Data($0.utf8)) }), except: except)
    case 2: .all(except: except)
    default: .none
    }
  }
}

/// A store in names, and the same as settings. The name `gone` has a void token as an application.
private struct RandomStore {
  static let names = ["a", "bb", "ccc", "dddd"]

  let blocked: Set<String>
  let shielded: Set<String>
  let policy: RandomPolicy
  let filterKind: Int
  let filtered: Set<String>
  let unfiltered: Set<String>
  let rating: Int?

  init(using random: inout SeededGenerator) {
    func some(_ names: [String], _ random: inout SeededGenerator) -> Set<String> {
      Set(names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    }
    blocked = some(Self.names, &random)
    shielded = some(Self.names, &random)
    policy = RandomPolicy(
      kind: Int.random(in: 0...2, using: &random), categories: some(["games", "art"], &random),
      exceptions: some(Self.names, &random))
    filterKind = Int.random(in: 0...3, using: &random)
    filtered = some(Self.names, &random)
    unfiltered = some(Self.names, &random)
    rating = Bool.random(using: &random) ? nil : Int.random(in: 0...5, using: &random) * 100
  }

  var settings: SettingValues {
    func domains(_ names: Set<String>) -> Set<WebDomain> {
      Set(names.map { WebDomain(domain: "\($0).example") })
    }
    let void: ApplicationToken = Token(data: Data("gone".utf8))
    var settings: SettingValues = [
      .applicationBlockedApplications: .applications(
        Set(blocked.map(Application.init(bundleIdentifier:)))),
      .shieldApplications: .applicationTokens(
        Set(shielded.map { ApplicationToken(data: Data($0.utf8)) }).union([void])),
      .shieldWebDomains: .webDomainTokens(
        Set(shielded.map { WebDomainToken(data: Data("\($0).example".utf8)) })),
      .shieldApplicationCategories: .applicationCategories(policy.value(suffix: "")),
      .shieldWebDomainCategories: .webDomainCategories(policy.value(suffix: ".example")),
    ]
    settings[.appStoreMaximumRating] = rating.map(SettingValue.number)
    settings[.webContentBlockedByFilter] =
      switch filterKind {
      case 1: .filter(.specific(domains(filtered)))
      case 2: .filter(.auto(domains(filtered), except: domains(unfiltered)))
      case 3: .filter(.all(except: domains(unfiltered)))
      default: nil
      }
    return settings
  }
}
