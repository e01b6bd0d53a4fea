@testable import ActivityEngine
import DeviceActivity
import Foundation
import SharedDirectory
import Testing

@testable import Control

@Suite struct `The status` {
  let desk = Desk()

  @Test func `of an evening with a policy`() throws {
    try desk.prepareEvening()
    #expect(
      try desk.output("status") == """
        Pavise in /d
        Fri 2026-03-27 21:14, times in CET-1CEST,M3.5.0,M10.5.0/3

        Authorization  approved for a child since Sun 2026-03-01 10:00
        Monitor        running (process 11)
        Sync           running (process 12)
        Policy         version 3, applied Fri 2026-03-27 19:00, acknowledged (0b9d)
        Managed user   kid

        In force
          phosra.locked.night  until Sat 2026-03-28 07:00
            limit.daily        1 h 5 min of 2 h
          stores               phosra.policy, phosra.when.night
          refuse-to-start      enforced
            org.example.chess  enforced
          freeze               failed: org.example.chess: cgroup.freeze: Permission
                               denied
            org.example.chess  failed: cgroup.freeze: Permission denied

        Next
          Sat 2026-03-28 00:00  phosra.daily starts
          Sat 2026-03-28 07:00  phosra.locked.night ends
          Sun 2026-03-29 00:00  phosra.daily ends

        Rule categories of the policy
          time_downtime        partial: applications are refused and frozen; the session
                               itself stays open
          content_block_title  enforced

        """)
  }

  @Test func `lists the next thresholds and counts the rest`() throws {
    try desk.prepareEvening()
    var inForce = try #require(try desk.monitor.read(.inForce))
    inForce.running[0].events = (1...6).map { (number: Int) -> RunningActivity.Event in
      .init(
        name: .init("timer.\(number)"), threshold: Double(number) * 1800, used: 660,
        hasReached: false)
    }
    inForce.running[0].events.append(
      .init(name: .init("limit.game"), threshold: 600, used: 660, hasReached: true))
    try desk.monitor.write(.inForce, inForce)
    #expect(
      try desk.output("status").contains(
        """
          phosra.locked.night  until Sat 2026-03-28 07:00
            limit.game         reached
            timer.1            11 min of 30 min
            timer.2            11 min of 1 h
            timer.3            11 min of 1 h 30 min
            timer.4            11 min of 2 h
            and 2 more
          stores               phosra.policy, phosra.when.night

        """))
  }

  @Test func `before anything was done`() throws {
    desk.world.daemons = [:]
    #expect(
      try desk.output("status") == """
        Pavise in /d
        Fri 2026-03-27 21:14, times in CET-1CEST,M3.5.0,M10.5.0/3

        Authorization  not determined
        Monitor        not running
        Sync           not running
        Policy         none
        Managed user   none: every backend runs dry

        In force
          not known yet

        Warnings
          pavise-monitor is not running: nobody follows the clock, and what is in force
          stays
          pavise-sync is not running: no new policy is applied
          nothing is restricted before “pavise authorize”
          there is no managed user: every backend runs dry

        """)
  }

  @Test func `has a stable shape in JSON`() throws {
    try desk.prepareEvening()
    let text = try desk.output("status", "--json")
    #expect(text.filter { $0 == "\n" }.count == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "format", "directory", "at", "zone", "authorization", "daemons", "policy", "managedUser",
        "inForce", "categories", "edges", "selections", "faults", "damaged", "warnings",
      ])
    #expect(object["format"] as? Int == 1)
    #expect(object["at"] as? String == "2026-03-27T20:14:00Z")
    let authorization = try #require(object["authorization"] as? [String: String])
    #expect(
      authorization == [
        "status": "approved", "member": "child", "since": "2026-03-01T09:00:00Z",
      ])
    let edges = try #require(object["edges"] as? [[String: String]])
    #expect(
      edges.first == ["activity": "phosra.daily", "at": "2026-03-27T23:00:00Z", "kind": "start"])
    let daemons = try #require(object["daemons"] as? [[String: Any]])
    #expect(daemons.map { $0["name"] as? String } == ["monitor", "sync"])
    #expect(daemons.map { $0["isRunning"] as? Bool } == [true, true])
    #expect(daemons.map { $0["pid"] as? Int } == [11, 12])
    #expect(daemons.map { $0["authorization"] as? String } == ["approved", "approved"])
  }

  @Test func `ends with 1 for a check that finds something, and only then`() throws {
    try desk.prepareEvening()
    #expect(desk.run("status", "--check") == .success)
    desk.world.daemons["sync"] = .dead
    #expect(desk.run("status", "--check") == .failure)
    #expect(desk.run("status") == .success)
  }

  @Test func `tells the faults of both daemons`() throws {
    try desk.prepareEvening()
    var health = Health()
    health.report(
      [
        .init(
          code: "enforcement.failed", subject: "freeze", since: date("2026-03-27T20:00:01Z"),
          words: "cgroup.freeze: Permission denied")
      ])
    try desk.monitor.write(SharedFile<Health, MonitorRole>.health, health)
    health.report(
      [.init(code: "policy.refused", since: date("2026-03-27T19:00:00Z"), words: "not JSON")])
    try desk.sync.write(SharedFile<Health, SyncRole>.health, health)
    let text = try desk.output("status")
    #expect(
      text.contains(
        """
        Faults
          monitor: enforcement.failed freeze  since Fri 2026-03-27 21:00:01:
                                              cgroup.freeze: Permission denied
          sync: policy.refused                since Fri 2026-03-27 20:00: not JSON
        """))
    #expect(desk.run("status", "--check") == .failure)
  }

  @Test(arguments: [
    ("authorization.json", "Authorization  unreadable, see below"),
    ("policy.json", "Policy         unreadable, see below"),
    ("config.json", "Managed user   unreadable, see below"),
    ("inforce.json", "In force\n  unreadable, see below"),
  ])
  func `shows a file without a good copy as damaged, never as empty`(
    file: String, words: String
  ) throws {
    try desk.prepareEvening()
    try desk.destroy(file)
    let watch = desk.disk.watch()
    let text = try desk.output("status")
    #expect(text.contains(words))
    #expect(text.contains("\nDamaged files\n  \(file)  "))
    #expect(text.contains("there is no good copy of it"))
    #expect(desk.run("status", "--check") == .failure)
    #expect(desk.disk.changes(watch) == [], "who looks repairs nothing")
  }

  @Test func `uses the last good copy of a damaged file and says so`() throws {
    try desk.prepareEvening()
    try desk.destroy("policy.json", copyToo: false)
    let text = try desk.output("status")
    #expect(text.contains("Policy         version 3"))
    #expect(text.contains("its last good copy is used"))
  }

  @Test func `names selections that must be picked again`() throws {
    try desk.prepareEvening()
    _ = try desk.output("pick", "evening", "org.example.chess")
    var void = try #require(try desk.control.read(.selection("evening")))
    void.isVoid = true
    try desk.control.write(.selection("evening"), void)
    let text = try desk.output("status")
    #expect(
      text.contains("Selections\n  evening  void: its authorization was revoked; pick it again"))
    #expect(text.contains("the selection “evening” was revoked and must be picked again"))
  }

  @Test func `of a damaged selection names what is wrong`() throws {
    try desk.prepareEvening()
    _ = try desk.output("pick", "evening", "org.example.chess")
    var stored = try #require(try desk.control.read(.selection("evening")))
    stored.selection = "%%%"
    try desk.control.write(.selection("evening"), stored)
    #expect(
      try desk.output("status").contains("evening  damaged: the stored selection is not base64"))
  }

  @Test func `says when a revocation is on its way`() throws {
    try desk.prepareEvening()
    desk.run("revoke")
    let text = try desk.output("status")
    #expect(text.contains("Authorization  denied since Fri 2026-03-27 21:14"))
    #expect(text.contains("the revocation has not been carried out to its end yet"))
    #expect(text.contains("pavise-monitor still sees the authorization as approved"))
  }

  @Test func `says that what a dead monitor had in force may be over`() throws {
    try desk.prepareEvening()
    desk.world.daemons["monitor"] = .dead
    desk.world.now = date("2026-03-28T07:00:00Z")
    let text = try desk.output("status")
    #expect(text.contains("In force when the monitor was last alive\n"))
    #expect(text.contains("phosra.locked.night  was to end Sat 2026-03-28 07:00"))
  }

  @Test func `is in UTC with a warning when the zone is unknown`() throws {
    try desk.prepareEvening()
    try desk.control.update(.configuration) { _ in
      var configuration = Configuration()
      configuration.zone = "Europe/Atlantis"
      return configuration
    }
    let text = try desk.output("status")
    #expect(text.contains("Fri 2026-03-27 20:14, times in UTC"))
    #expect(text.contains("there is no zone Europe/Atlantis; times are shown in UTC"))
  }

  @Test func `shows no control character of a file to a terminal`() throws {
    try desk.prepareEvening()
    var health = Health()
    health.report([.init(code: "x", since: desk.world.now, words: "a\u{1B}[2Jb\nc")])
    try desk.monitor.write(SharedFile<Health, MonitorRole>.health, health)
    let text = try desk.output("status")
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("a?[2Jb c"))
  }

  @Test func `is coloured on a terminal only`() throws {
    try desk.prepareEvening()
    desk.world.style = TextStyle(isTerminal: true, isColoured: true)
    #expect(try desk.output("status").contains("\u{1B}[32mrunning (process 11)\u{1B}[0m"))
  }

  @Test func `is shown again when it has changed, until asked to stop`() throws {
    try desk.prepareEvening()
    desk.world.events = [
      { .changed }, { .due },
      {
        desk.world.daemons["sync"] = .dead
        return .changed
      },
      { .changed }, { .due },
      { .stop },
    ]
    let text = try desk.output("status", "--watch")
    #expect(text.ranges(of: "Pavise in /d").count == 2, "what has not changed is not shown again")
    #expect(text.ranges(of: "Sync           not running").count == 1)
    #expect(desk.world.events.isEmpty)
  }
}
