import FamilyControls
import SharedDirectory
import Testing

@testable import Control

@Suite struct `A caller` {
  let desk = Desk()

  @Test func `may authorize a child only as root or guardian`() throws {
    desk.world.caller = Caller(user: "kid", isRoot: false, groups: ["kid"])
    desk.expect(
      "authorize", "child", status: .refused,
      complaint: "pavise: kid may not authorize a child: "
        + "that takes root or a member of the group “pavise-guardians”")
    #expect(try desk.control.read(.authorization) == nil)
    desk.world.caller.groups = ["pavise-guardians"]
    #expect(try desk.output("authorize", "child") == "authorized for a child\n")
    #expect(try desk.output("authorize", "child") == "was authorized for a child already\n")
    desk.expect(
      "authorize", "individual", status: .failure,
      complaint: "pavise: already authorized for Child; revoke that first")
  }

  @Test(arguments: [
    ["revoke"], ["pick", "a", "org.example.chess"], ["shield", "evening"], ["unshield", "evening"],
    ["clear"], ["config", "set", "zone", "UTC0"], ["config", "unset", "zone"],
  ])
  func `who is no guardian changes nothing for a child`(words: [String]) throws {
    _ = try desk.output("authorize", "child")
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("shield", "evening")
    let watch = desk.disk.watch()
    desk.world.caller = Caller(user: "kid", isRoot: false, groups: [])
    let program = ControlProgram(path: "/d", storage: desk.disk, world: desk.world)
    #expect(program.run(try Invocation(words).command) == .refused)
    #expect(desk.world.errors.contains("kid may not "))
    #expect(desk.disk.changes(watch) == [])
  }

  @Test func `may revoke what he authorized for himself`() throws {
    desk.world.caller = Caller(user: "ada", isRoot: false, groups: [])
    _ = try desk.output("authorize", "individual")
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("shield", "evening")
    #expect(
      try desk.output("revoke")
        == "revoked: every token is void, and pavise-monitor lifts what is in force\n")
    #expect(try desk.control.read(.authorization)?.status == .denied)
    desk.expect(
      "revoke", status: .failure,
      complaint: "pavise: nothing to revoke: authorization is Denied")
  }

  @Test func `is told when the directory is not there`() {
    desk.world.isPresent = false
    desk.expect(
      "status", status: .failure,
      complaint: "pavise: /d does not exist; “pavise authorize” creates it, "
        + "--directory names another")
  }

  @Test func `learns what must be picked again after a new authorization`() throws {
    _ = try desk.output("authorize", "child")
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("revoke")
    var void = try #require(try desk.control.read(.selection("evening")))
    void.isVoid = true
    try desk.control.write(.selection("evening"), void)
    #expect(
      try desk.output("authorize", "child") == """
        authorized for a child
        the selection “evening” must be picked again

        """)
  }
}
