import Foundation
import ManagedSettings
import Synchronization
import Testing

@Suite struct `A store` {
  private let backing = MemorySettings()
  private let bedtime = ManagedSettingsStore.Name("bedtime")

  private func inMemory(_ body: () throws -> Void) rethrows {
    try SettingsBackingProvider.$scoped.withValue(backing, operation: body)
  }

  @Test func `reads every setting as nil until it is set, and again after it is deleted`() {
    inMemory {
      let store = ManagedSettingsStore()
      setEverything(in: store)
      #expect(Set(backing.settings(of: .default).keys) == Set(SettingKey.all))
      #expect(store.shield.applications == [token(1)])
      #expect(store.webContent.blockedByFilter == .auto([WebDomain(domain: "a.example")]))
      #expect(store.safari.cookiePolicy == .never)
      #expect(store.media.maximumTVShowRating == 500)
      deleteEverything(in: store)
      #expect(backing.settings(of: .default).isEmpty)
      #expect(store.shield.applications == nil)
      #expect(store.safari.cookiePolicy == nil)
    }
  }

  @Test func `is the same store as any other of its name and as no other`() {
    inMemory {
      ManagedSettingsStore().siri.denySiri = true
      #expect(ManagedSettingsStore(named: .default).siri.denySiri == true)
      #expect(ManagedSettingsStore(named: bedtime).siri.denySiri == nil)
      ManagedSettingsStore(named: bedtime).clearAllSettings()
      #expect(ManagedSettingsStore().siri.denySiri == true)
      ManagedSettingsStore().clearAllSettings()
      #expect(ManagedSettingsStore().siri.denySiri == nil)
    }
  }

  @Test(arguments: [(-5, 0), (0, 0), (300, 300), (1000, 1000), (Int.max, 1000)])
  func `moves a rating out of bounds to the nearest bound`(written: Int, read: Int) {
    inMemory {
      let store = ManagedSettingsStore(named: bedtime)
      store.appStore.maximumRating = written
      store.media.maximumMovieRating = written
      store.media.maximumTVShowRating = written
      #expect(store.appStore.maximumRating == read)
      #expect(store.media.maximumMovieRating == read)
      #expect(store.media.maximumTVShowRating == read)
    }
  }

  @Test func `tells the lowest rating of all stores as the one in force`() {
    inMemory {
      let store = ManagedSettingsStore()
      #expect(store.effectiveMaximumMovieRating == 1000)
      #expect(store.effectiveMaximumTVShowRating == 1000)
      store.media.maximumMovieRating = 400
      ManagedSettingsStore(named: bedtime).media.maximumMovieRating = 200
      ManagedSettingsStore(named: bedtime).media.maximumTVShowRating = 600
      #expect(store.effectiveMaximumMovieRating == 200)
      #expect(store.effectiveMaximumTVShowRating == 600)
    }
  }

  @Test func `takes over a whole group from another store`() {
    inMemory {
      let store = ManagedSettingsStore()
      let other = ManagedSettingsStore(named: bedtime)
      store.shield.webDomains = [token(9)]
      store.siri.denySiri = true
      other.shield.applications = [token(1)]
      store.shield = other.shield
      #expect(store.shield.webDomains == nil)
      #expect(store.shield.applications == [token(1)])
      #expect(store.siri.denySiri == true)
    }
  }

  @Test func `changes only what was assigned, whatever another process writes meanwhile`() {
    let shared = InterruptedSettings()
    SettingsBackingProvider.$scoped.withValue(shared) {
      ManagedSettingsStore().shield.applications = [token(1)]
    }
    let settings = shared.settings(of: .default)
    #expect(settings[.shieldWebDomains] == .webDomainTokens([token(7)]))
    #expect(settings[.shieldApplications] == .applicationTokens([token(1)]))
  }

  @Test func `does not write what is equal`() {
    let shared = InterruptedSettings()
    SettingsBackingProvider.$scoped.withValue(shared) {
      ManagedSettingsStore().siri.denySiri = true
      ManagedSettingsStore().siri.denySiri = true
      ManagedSettingsStore().shield.applicationCategories = nil
    }
    #expect(shared.changes == 1)
  }

  @Test func `reads a setting of a kind that it cannot have as unset`() {
    inMemory {
      backing.change(.default, [.siriDenySiri: .number(1), .shieldApplications: .bool(true)])
      #expect(ManagedSettingsStore().siri.denySiri == nil)
      #expect(ManagedSettingsStore().shield.applications == nil)
    }
  }
}

/// A store that another process writes to after each read.
private final class InterruptedSettings: SettingsBacking {
  private let memory = MemorySettings()
  private let count = Mutex(0)

  var changes: Int { count.withLock { $0 } }
  var effectiveSettings: SettingValues { memory.effectiveSettings }

  func settings(of store: ManagedSettingsStore.Name) -> SettingValues {
    defer { memory.change(store, [.shieldWebDomains: .webDomainTokens([token(7)])]) }
    return memory.settings(of: store)
  }

  func change(_ store: ManagedSettingsStore.Name, _ changes: [SettingKey: SettingValue?]) {
    count.withLock { $0 += 1 }
    memory.change(store, changes)
  }

  func clear(_ store: ManagedSettingsStore.Name) { memory.clear(store) }
}

func token<Activity>(_ byte: UInt8) -> Token<Activity> { Token(data: Data([byte])) }

private func setEverything(in store: ManagedSettingsStore) {
  store.account.lockAccounts = true
  store.application.blockedApplications = [Application(bundleIdentifier: "com.example.game")]
  store.application.denyAppInstallation = true
  store.application.denyAppRemoval = true
  store.appStore.denyInAppPurchases = true
  store.appStore.maximumRating = 300
  store.appStore.requirePasswordForPurchases = true
  store.cellular.lockAppCellularData = true
  store.cellular.lockCellularPlan = true
  store.cellular.lockESIM = true
  store.dateAndTime.requireAutomaticDateAndTime = true
  store.gameCenter.denyAddingFriends = true
  store.gameCenter.denyMultiplayerGaming = true
  store.media.denyBookstoreErotica = true
  store.media.denyExplicitContent = true
  store.media.denyMusicService = true
  store.media.maximumMovieRating = 400
  store.media.maximumTVShowRating = 500
  store.passcode.lockPasscode = true
  store.safari.cookiePolicy = .never
  store.safari.denyAutoFill = true
  store.shield.applications = [token(1)]
  store.shield.applicationCategories = .all()
  store.shield.webDomains = [token(2)]
  store.shield.webDomainCategories = .specific([token(3)], except: [token(4)])
  store.siri.denySiri = true
  store.webContent.blockedByFilter = .auto([WebDomain(domain: "a.example")])
}

private func deleteEverything(in store: ManagedSettingsStore) {
  store.account.lockAccounts = nil
  store.application.blockedApplications = nil
  store.application.denyAppInstallation = nil
  store.application.denyAppRemoval = nil
  store.appStore.denyInAppPurchases = nil
  store.appStore.maximumRating = nil
  store.appStore.requirePasswordForPurchases = nil
  store.cellular.lockAppCellularData = nil
  store.cellular.lockCellularPlan = nil
  store.cellular.lockESIM = nil
  store.dateAndTime.requireAutomaticDateAndTime = nil
  store.gameCenter.denyAddingFriends = nil
  store.gameCenter.denyMultiplayerGaming = nil
  store.media.denyBookstoreErotica = nil
  store.media.denyExplicitContent = nil
  store.media.denyMusicService = nil
  store.media.maximumMovieRating = nil
  store.media.maximumTVShowRating = nil
  store.passcode.lockPasscode = nil
  store.safari.cookiePolicy = nil
  store.safari.denyAutoFill = nil
  store.shield.applications = nil
  store.shield.applicationCategories = nil
  store.shield.webDomains = nil
  store.shield.webDomainCategories = nil
  store.siri.denySiri = nil
  store.webContent.blockedByFilter = nil
}
