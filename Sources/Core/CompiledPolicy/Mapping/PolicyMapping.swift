import DeviceActivity
package import FoundationEssentials
package import ManagedSettings

/// Makes a plan, section by section.
struct PolicyMapping {
  let policy: CompiledPolicy
  let reading: PolicyReading
  let token: (Identity) -> Data
  var plan = PolicyPlan()
  private(set) var day = PlannedActivity(
    name: .policyDay,
    schedule: DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 0, minute: 0),
      intervalEnd: DateComponents(hour: 0, minute: 0), repeats: true))

  init(_ policy: CompiledPolicy, faults: [PolicyFault], token: @escaping (Identity) -> Data) {
    self.policy = policy
    self.token = token
    reading = PolicyReading(policy)
    let known = Set(faults.map(\.field))
    plan.faults = faults + reading.faults.filter { !known.contains($0.field) }
    for category in RuleCategory.allCases { plan.results[category] = MappingResult(category) }
  }

  mutating func run() {
    if policy.isActive {
      mapContent()
      mapLocks()
      mapLimits()
      mapPurchases()
      mapPrivacy()
      mapSocial()
      mapNotifications()
      mapWeb()
      for (category, words) in reading.reservations {
        answer(category) { $0.partial.insert(contentsOf: words, at: 0) }
      }
      for fault in plan.faults { answer(fault.category) { $0.failed.append(fault.description) } }
    }
    plan.activities.insert(day, at: 0)
  }

  /// The policy addresses `category`.
  mutating func answer(_ category: RuleCategory, body: (inout MappingResult) -> Void) {
    plan.results[category, default: MappingResult(category)].isAddressed = true
    body(&plan.results[category, default: MappingResult(category)])
  }

  mutating func demand(_ category: RuleCategory, _ demands: MappingResult.Demand...) {
    answer(category) { $0.demands += demands }
  }

  mutating func unsupported(_ category: RuleCategory, _ reason: String) {
    answer(category) { $0.unsupported = reason }
  }

  /// Sets a setting for the whole time, in the service of `category`.
  mutating func set(_ key: SettingKey, _ value: SettingValue, for category: RuleCategory) {
    plan.always[key] = value
    demand(category, .setting(key))
  }

  mutating func watch(
    _ name: DeviceActivityEvent.Name, minutes: Int, applications: Set<ApplicationToken> = []
  ) {
    day.events[name] = DeviceActivityEvent(
      applications: applications, threshold: DateComponents(minute: minutes),
      includesPastActivity: true)
  }

  func applications(_ names: some Sequence<String>) -> Set<ApplicationToken> {
    Set(names.map { ApplicationToken(data: token(.application($0))) })
  }

  /// Everything on the device but the applications that are always allowed.
  var everythingElse: SettingValues {
    [
      .shieldApplicationCategories: .applicationCategories(
        .all(except: applications(reading.alwaysAllowed)))
    ]
  }
}

extension PolicyPlan {
  /// The plan for a policy that is not active restricts nothing and still monitors the day (rule P3).
  ///
  /// - Parameters:
  ///   - policy: After ``CompiledPolicy/substituting(_:from:)``.
  ///   - faults: Of the document that was received. Their categories are `failed`, whatever stands in for them.
  ///   - token: Gives the token of an identity, the same one each time; asked for identities that the policy names.
  package init(
    _ policy: CompiledPolicy, faults: [PolicyFault], token: (Identity) -> Data
  ) {
    self = withoutActuallyEscaping(token) { token in
      var mapping = PolicyMapping(policy, faults: faults, token: token)
      mapping.run()
      return mapping.plan
    }
  }
}
