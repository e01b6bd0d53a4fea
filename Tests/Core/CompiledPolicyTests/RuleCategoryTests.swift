import Testing

@testable import CompiledPolicy

@Suite struct `A rule category` {
  @Test func `is one of 45`() {
    #expect(RuleCategory.allCases.count == 45)
    #expect(Set(RuleCategory.allCases.map(\.rawValue)).count == 45)
    #expect(Set(RuleCategory.allCases.map(\.group)).count == RuleCategory.Group.allCases.count)
  }

  @Test(arguments: [
    (RuleCategory.Framework.managedSettings, 15), (.deviceActivity, 9), (.familyControls, 2),
    (.none, 19),
  ])
  func `has the framework of the service's mapping`(
    framework: RuleCategory.Framework, count: Int
  ) {
    #expect(RuleCategory.allCases.count { $0.framework == framework } == count)
  }

  @Test func `has a version where it has a framework`() {
    for category in RuleCategory.allCases {
      #expect((category.minimumSystem == nil) == (category.framework == .none))
    }
    #expect(RuleCategory.notificationCurfew.minimumSystem == "16.4")
    #expect(RuleCategory.timeDowntime.interface == "DeviceActivitySchedule")
    #expect(RuleCategory.csamReporting.interface == nil)
  }
}
