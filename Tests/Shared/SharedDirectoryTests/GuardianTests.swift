import FamilyControls
import Foundation
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `A guardian` {
  let disk = SimulatedDisk()
  let home: AppGroupFixture

  init() throws {
    home = try AppGroupFixture(disk)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var member: FamilyControlsMember
    var caller: Caller
    var managedUser: String?
    var mayDecide: Bool
    var testDescription: String {
      "\(member) of \(managedUser ?? "nobody in particular"), \(caller.user) \(caller.groups)"
    }
  }

  static let root = Caller(user: "root", isRoot: true, groups: [])
  static let parent = Caller(user: "eva", isRoot: false, groups: ["users", "pavise-guardians"])
  static let child = Caller(user: "kim", isRoot: false, groups: ["users"])
  static let guest = Caller(user: "guest", isRoot: false, groups: ["users", "guardians"])

  static let cases =
    [nil, "kim"].flatMap { user in
      [
        Case(member: .child, caller: root, managedUser: user, mayDecide: true),
        Case(member: .child, caller: parent, managedUser: user, mayDecide: true),
        Case(member: .child, caller: child, managedUser: user, mayDecide: false),
        Case(member: .child, caller: guest, managedUser: user, mayDecide: false),
        Case(member: .individual, caller: root, managedUser: user, mayDecide: true),
        Case(member: .individual, caller: parent, managedUser: user, mayDecide: true),
        Case(member: .individual, caller: child, managedUser: user, mayDecide: true),
      ]
    } + [
      Case(member: .individual, caller: guest, managedUser: "kim", mayDecide: false),
      Case(member: .individual, caller: guest, managedUser: nil, mayDecide: true),
    ]

  @Test(arguments: cases)
  func `authorizes and revokes where rule A3 lets him, and changes nothing elsewhere`(
    sample: Case
  ) throws {
    if let user = sample.managedUser {
      var configuration = Configuration()
      configuration.managedUser = user
      try home.control.directory.write(.configuration, configuration)
    }
    let watch = disk.watch()
    if sample.mayDecide {
      try home.guardian(sample.caller).grant(to: sample.member)
    } else {
      #expect(throws: AuthorizationRefusal.self) {
        try home.guardian(sample.caller).grant(to: sample.member)
      }
      #expect(disk.changes(watch).isEmpty)
      try home.guardian(Self.root).grant(to: sample.member)
    }
    #expect(home.sync.status == .approved)

    _ = disk.changes(watch)
    if sample.mayDecide {
      try home.guardian(sample.caller).revoke()
      #expect(home.sync.status == .denied)
    } else {
      #expect(throws: AuthorizationRefusal.self) { try home.guardian(sample.caller).revoke() }
      #expect(disk.changes(watch).isEmpty)
      #expect(home.sync.status == .approved)
    }
  }

  @Test func `of another group is asked for where the configuration names one`() throws {
    var configuration = Configuration()
    configuration.guardianGroup = "guardians"
    try home.control.directory.write(.configuration, configuration)
    #expect(throws: AuthorizationRefusal.self) { try home.guardian(Self.parent).grant(to: .child) }
    try home.guardian(Self.guest).grant(to: .child)
  }

  @Test func `keeps the grant that is in force`() throws {
    try home.authorize()
    let first = try home.control.directory.read(.authorization)
    home.clock.advance(60)
    try home.authorize()
    #expect(try home.control.directory.read(.authorization) == first)
    #expect(throws: AuthorizationRefusal.memberIsOther(.child)) {
      try home.guardian(Self.child).grant(to: .individual)
    }
    #expect(try home.control.directory.read(.authorization) == first)
  }

  @Test func `gives each grant a name of its own`() throws {
    var grants: Set<String> = []
    for _ in 0..<3 {
      try home.authorize()
      grants.insert(try #require(home.control.directory.read(.authorization)?.grant))
      try home.revoke()
    }
    #expect(grants.count == 3)
  }

  @Test func `has nothing to revoke where nothing was granted`() throws {
    #expect(throws: AuthorizationRefusal.nothingToRevoke(nil)) { try home.revoke() }
    try home.authorize()
    try home.revoke()
    #expect(throws: AuthorizationRefusal.nothingToRevoke(.denied)) { try home.revoke() }
  }

  @Test func `neither grants nor revokes over a file that cannot be read`() throws {
    try home.authorize()
    for suffix in ["", ".last"] {
      try disk.corrupt("authorization.json" + suffix) { _ in Data() }
    }
    let watch = disk.watch()
    #expect(throws: SharedFileError.self) { try home.revoke() }
    #expect(throws: SharedFileError.self) { try home.authorize() }
    #expect(home.sync.status == .notDetermined)
    #expect(!disk.changes(watch).contains("authorization.json"))
  }

  @Test func `is asked by Apple's own call too`() throws {
    try home.guardian(Self.root).grant(to: .individual)
    try home.sync.revoke()
    #expect(home.sync.status == .denied)
    try home.sync.request(for: .individual)
    #expect(home.sync.status == .approved)
  }
}
