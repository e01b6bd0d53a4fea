import Foundation
import FamilyControls
import ManagedSettings
import System
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `A store of several writers` {
  let disk = SimulatedDisk()
  let home: AppGroupFixture
  let store = ManagedSettingsStore.Name("bedtime")

  init() throws {
    home = try AppGroupFixture(disk)
    try home.authorize()
  }

  @Test func `holds of each setting what was written last`() {
    home.sync.change(store, [.siriDenySiri: .bool(true), .mediaMaximumMovieRating: .number(300)])
    home.monitor.change(store, [.siriDenySiri: .bool(false)])
    home.control.change(store, [.accountLockAccounts: .bool(true)])
    home.sync.change(store, [.mediaMaximumMovieRating: .number(200)])
    let expected: SettingValues = [
      .siriDenySiri: .bool(false), .mediaMaximumMovieRating: .number(200),
      .accountLockAccounts: .bool(true),
    ]
    for settings in [
      home.sync.settings(of: store), home.monitor.settings(of: store),
      home.control.settings(of: store),
    ] {
      #expect(settings == expected)
    }
    home.sync.change(store, [.siriDenySiri: .bool(true)])
    #expect(home.monitor.settings(of: store)[.siriDenySiri] == .bool(true))
  }

  @Test func `forgets what another writer deletes, and keeps its neighbours`() {
    home.sync.change(store, [.siriDenySiri: .bool(true), .accountLockAccounts: .bool(true)])
    home.monitor.change(store, [.siriDenySiri: nil])
    #expect(home.sync.settings(of: store) == [.accountLockAccounts: .bool(true)])
    home.control.clear(store)
    #expect(home.sync.settings(of: store).isEmpty)
    home.sync.change(store, [.siriDenySiri: .bool(true)])
    #expect(home.control.settings(of: store) == [.siriDenySiri: .bool(true)])
  }

  @Test func `can be made to hold exactly what is given`() throws {
    home.sync.change(store, [.siriDenySiri: .bool(true), .accountLockAccounts: .bool(true)])
    try home.monitor.replace(store, with: [.accountLockAccounts: .bool(false)])
    #expect(home.sync.settings(of: store) == [.accountLockAccounts: .bool(false)])
  }

  @Test func `is not written for a value that it has already`() throws {
    home.sync.change(store, [.siriDenySiri: .bool(true)])
    let watch = disk.watch()
    home.sync.change(store, [.siriDenySiri: .bool(true)])
    home.monitor.change(store, [.siriDenySiri: .bool(true), .mediaMaximumMovieRating: nil])
    home.monitor.clear(.init("other"))
    try home.control.replace(store, with: [.siriDenySiri: .bool(true)])
    #expect(disk.changes(watch).isEmpty)
    #expect(home.monitor.writes.count == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func `loses no change of three writers at once`(kind: StorageKind) throws {
    let directory = try TemporaryDirectory()
    let home = try AppGroupFixture(kind.make(in: directory))
    try home.authorize()
    let rounds = 25
    let (sync, monitor, control, store) = (home.sync, home.monitor, home.control, store)
    // Each has a setting of its own, and all fight for one.
    let fights: [Running] = [
      Running { fight(sync, .mediaMaximumMovieRating, from: 1000, rounds, in: store) },
      Running { fight(monitor, .mediaMaximumTVShowRating, from: 2000, rounds, in: store) },
      Running { fight(control, .accountLockAccounts, from: 3000, rounds, in: store) },
    ]
    for fight in fights { try fight.finish() }
    let settings = home.sync.settings(of: store)
    #expect(settings[.mediaMaximumMovieRating] == .number(1000 + rounds - 1))
    #expect(settings[.mediaMaximumTVShowRating] == .number(2000 + rounds - 1))
    #expect(settings[.accountLockAccounts] == .number(3000 + rounds - 1))
    let documents = try home.sync.directory.validDocuments(of: store.rawValue)
    // Every change has counted, so none was made over a state that another had left behind.
    #expect(StoreDocument.latestGeneration(documents) == 3 * rounds)
    #expect(home.recorder.lines.isEmpty)
  }

  @Test func `is void at once when the grant is revoked, and a new grant does not revive it`()
    throws
  {
    home.sync.change(store, [.siriDenySiri: .bool(true)])
    home.monitor.change(store, [.accountLockAccounts: .bool(true)])
    try home.revoke()
    #expect(home.sync.settings(of: store).isEmpty)
    #expect(try home.monitor.directory.mergedStores().isEmpty)
    try home.authorize()
    #expect(home.sync.settings(of: store).isEmpty)
    home.sync.change(store, [.mediaMaximumMovieRating: .number(300)])
    #expect(home.monitor.settings(of: store) == [.mediaMaximumMovieRating: .number(300)])
    home.monitor.change(store, [.mediaMaximumMovieRating: .number(200)])
    #expect(home.sync.settings(of: store) == [.mediaMaximumMovieRating: .number(200)])
    #expect(
      try home.sync.directory.mergedStores()
        == [MergedStore(name: "bedtime", settings: [.mediaMaximumMovieRating: .number(200)])])
  }

  @Test func `shows what is in force of all stores together`() {
    home.sync.change(store, [.mediaMaximumMovieRating: .number(300)])
    home.monitor.change(.default, [.mediaMaximumMovieRating: .number(200)])
    #expect(home.control.effectiveSettings == [.mediaMaximumMovieRating: .number(200)])
  }

  @Test func `that is damaged is neither empty nor written over`() throws {
    home.sync.change(store, [.siriDenySiri: .bool(true)])
    for suffix in ["", ".last"] {
      try disk.corrupt("stores/sync/bedtime.json" + suffix) { _ in Data("{".utf8) }
    }
    #expect(throws: SharedFileError.self) { try home.monitor.directory.mergedStores() }
    home.monitor.change(store, [.accountLockAccounts: .bool(true)])
    #expect(home.recorder.lines.contains { $0.contains("settings not written") })
    #expect(try disk.read("stores/monitor/bedtime.json") == nil)
  }
}

@Suite struct `A store without authorization` {
  let home: AppGroupFixture

  init() throws {
    home = try AppGroupFixture()
  }

  enum Law: CaseIterable { case none, notDetermined, denied }

  @Test(arguments: Law.allCases)
  func `drops what is written, and says so`(law: Law) throws {
    switch law {
    case .none: break
    case .notDetermined:
      try home.control.directory.write(
        .authorization,
        Authorization(status: .notDetermined, member: nil, grant: "g", since: home.clock.now))
    case .denied:
      try home.authorize()
      try home.revoke()
    }
    home.sync.change(.default, [.siriDenySiri: .bool(true)])
    try home.sync.replace(.default, with: [.siriDenySiri: .bool(true)])
    #expect(home.sync.settings(of: .default).isEmpty)
    #expect(try home.storage.list("stores/sync").isEmpty)
    #expect(
      home.recorder.lines == [
        "warning: settings dropped without authorization store=default",
        "warning: settings dropped without authorization store=default",
      ])
  }

  @Test func `that was lost keeps what it has`() throws {
    try home.authorize()
    home.sync.change(.default, [.siriDenySiri: .bool(true)])
    for name in ["authorization.json", "authorization.json.last"] {
      try home.storage.remove(name)
    }
    #expect(home.sync.settings(of: .default) == [.siriDenySiri: .bool(true)])
    #expect(home.sync.status == .notDetermined)
    home.sync.change(.default, [.siriDenySiri: nil])
    #expect(home.sync.settings(of: .default) == [.siriDenySiri: .bool(true)])
  }
}

private func fight(
  _ group: AppGroup<some WriterRole>, _ own: SettingKey, from start: Int, _ rounds: Int,
  in store: ManagedSettingsStore.Name
) {
  for round in 0..<rounds {
    group.change(
      store, [own: .number(start + round), .mediaDenyMusicService: .number(start + round)])
  }
}
