import ActivityEngine
import EffectiveSettings
import FoundationEssentials
import ManagedSettings
import MonitorService
import SharedDirectory

/// What the monitor has last put in force, by the names that the story uses.
struct Enforcement {
  /// What could be shielded, as far as the story says.
  var names: Set<String> = []
  private(set) var shielded: Set<String> = []
  /// Stores that shield something, the one that has done so longest first.
  private(set) var showing: [String] = []
  private var warned: Set<String> = []
  private var warnings: [String] = []
  private var clock = TrustedClock()

  /// How many items of one property iOS puts up with (rule S4).
  static let limit = 50

  mutating func enforce(_ demand: MonitorDemand, quirks: Set<Quirk>) {
    var demand = demand
    for index in demand.stores.indices {
      for (key, value) in demand.stores[index].settings where value.itemCount > Self.limit {
        warn(of: demand.stores[index].name, key, value.itemCount)
        if quirks.contains(.tooManyTokensShieldNothing) { demand.stores[index].settings[key] = nil }
      }
    }
    let settings = demand.settings
    shielded = shielded(by: settings)
    let stores = settings.applicationShields.map(\.store)
    showing.removeAll { !stores.contains($0) }
    for store in stores where !showing.contains(store) { showing.append(store) }
  }

  /// What `settings` do not simply allow.
  func shielded(by settings: EffectiveSettings) -> Set<String> {
    names.union(settings.applicationShields.flatMap(\.listedMembers))
      .union(settings.applicationBlocks.flatMap(\.listedMembers))
      .filter { settings.verdict(for: ApplicationFacts(identifiers: [$0])) != .allowed }
  }

  /// The wall clock as far as it can be believed, which is what uses are recorded by.
  mutating func believed(_ reading: TrustedClock.Reading) -> Date { clock.now(reading) }

  mutating func newWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  private mutating func warn(of store: String, _ key: SettingKey, _ count: Int) {
    let words =
      "\(key.rawValue) of store \(store) has \(count) items; "
      + "iOS would shield nothing above \(Self.limit)"
    if warned.insert(words).inserted { warnings.append(words) }
  }
}

extension Rule<Set<String>> {
  fileprivate var listedMembers: Set<String> {
    if case .listed(let members) = reach { members } else { [] }
  }
}

extension SettingValue {
  /// How many applications, categories or sites the value names.
  fileprivate var itemCount: Int {
    switch self {
    case .bool, .number, .cookiePolicy: 0
    case .applications(let items): items.count
    case .applicationTokens(let items): items.count
    case .webDomainTokens(let items): items.count
    case .applicationCategories(.specific(let items, _)): items.count
    case .webDomainCategories(.specific(let items, _)): items.count
    case .applicationCategories, .webDomainCategories: 0
    case .filter(.specific(let items)), .filter(.auto(let items, _)): items.count
    case .filter: 0
    }
  }
}
