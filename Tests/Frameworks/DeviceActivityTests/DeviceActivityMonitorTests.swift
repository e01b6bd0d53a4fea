import DeviceActivity
import Foundation
import ManagedSettings
import Testing

extension DeviceActivityName {
  fileprivate static let daily = Self("daily")
}

extension ManagedSettingsStore.Name {
  fileprivate static let focus = Self("focus")
}

/// A monitor as extensions for iOS are written.
private class DeviceActivityMonitorExtension: DeviceActivityMonitor {
  let store = ManagedSettingsStore(named: .focus)

  override init() {
    super.init()
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let categories: Set<ActivityCategoryToken> = [Token(data: Data([1]))]
    store.shield.applications = []
    store.shield.applicationCategories =
      categories.isEmpty ? nil : .specific(categories, except: Set())
    store.shield.webDomainCategories = .all(except: [])
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.shield.applications = nil
    store.shield.applicationCategories = nil
    store.clearAllSettings()
  }

  override func eventDidReachThreshold(
    _ event: DeviceActivityEvent.Name, activity: DeviceActivityName
  ) {
    super.eventDidReachThreshold(event, activity: activity)
    if event == DeviceActivityEvent.Name("limit"), activity == .daily {
      store.media.denyExplicitContent = true
    }
  }
}

@Suite struct `A monitor written for iOS` {
  @Test func `sets and clears its store`() {
    let backing = MemorySettings()
    SettingsBackingProvider.$scoped.withValue(backing) {
      let monitor: DeviceActivityMonitor = DeviceActivityMonitorExtension()
      monitor.intervalDidStart(for: .daily)
      monitor.intervalWillEndWarning(for: .daily)
      monitor.eventDidReachThreshold(.init("limit"), activity: .daily)
      #expect(
        Set(backing.settings(of: .focus).keys) == [
          .shieldApplications, .shieldApplicationCategories, .shieldWebDomainCategories,
          .mediaDenyExplicitContent,
        ])
      monitor.intervalDidEnd(for: .daily)
      #expect(backing.settings(of: .focus).isEmpty)
    }
  }
}
