import System
import Testing

@testable import Enforcement

@Suite struct `Matching processes to applications` {
  @Test(
    arguments: [
      (
        "/user.slice/user-1001.slice/user@1001.service/app.slice/app-gnome-org.mozilla.firefox-1234.scope",
        "org.mozilla.firefox"
      ),
      ("/app.slice/app-org.a.B-12.scope", "org.a.B"),
      (#"/app.slice/app-gnome-my\x2dgame-12.scope"#, "my-game"),
      ("/app.slice/app-org.kde.kate@abc.service", "org.kde.kate"),
      ("/app.slice/app-flatpak-org.a.B-77.scope", "org.a.B"),
      ("/app.slice/snap.spotify.spotify-1f-2.scope", "spotify"),
      ("/app.slice/app-org.a.B-12.scope/inner", "org.a.B"),
      ("/session.slice/gnome-shell.service", nil), ("/", nil),
    ] as [(String, String?)])
  func `reads the application from the name of a scope`(path: String, expected: String?) {
    #expect(ApplicationScope.application(in: path) == expected)
  }

  private let matcher = ProcessMatcher(
    EnforcementDemand(
      managedUser: kid,
      applications: [
        .init(application("game", [file("/usr/bin/game", 1)]), refusedBecause: ["x"]),
        .init(application("editor", [file("/usr/bin/editor", 2)])),
        .init(application("mine", [file("/usr/bin/game", 1)], origin: .user)),
      ]))

  private func match(
    _ inode: UInt64, formerPath: String? = nil, group: String = "/", shield: String? = nil,
    sandbox: String? = nil
  ) -> String? {
    let users = ProcessUsers(real: 1001, effective: 1001, saved: 1001, filesystem: 1001)
    let process = ProcessRecord(
      pid: 9, users: users, executable: FileIdentity(device: 1, inode: inode),
      formerPath: formerPath, controlGroup: group)
    return matcher.application(of: process, inShieldOf: shield) { sandbox }
  }

  @Test func `goes by the file that runs, whatever the scope is called`() {
    #expect(match(1, group: "/app-editor-1.scope") == "game")
    #expect(match(2, group: "/app-game-1.scope") == nil)
    #expect(match(2, shield: "game") == nil)
  }

  @Test func `goes by hints for a file that no application claims`() {
    #expect(match(9) == nil)
    #expect(match(9, group: "/app-game-1.scope") == "game")
    #expect(match(9, sandbox: "game") == "game")
    #expect(match(9, shield: "game") == "game")
    #expect(match(9, shield: "editor") == nil)
  }

  @Test(arguments: [
    (
      "Name:\tx\nUid:\t1\t2\t3\t4\nGid:\t9\t9\t9\t9\n",
      ProcessUsers(real: 1, effective: 2, saved: 3, filesystem: 4)
    ),
    ("Uid:\t1\t2\t3\n", nil), ("Name:\tUid:\n", nil), ("", nil), ("Uid:\t1\t2\t3\tx\n", nil),
  ])
  func `reads all four user ids`(text: String, expected: ProcessUsers?) {
    #expect(ProcessUsers(status: text.utf8) == expected)
  }

  @Test func `finds the cgroup v2 mount of a hybrid machine`() {
    let table = """
      30 20 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw
      31 30 0:27 / /sys/fs/cgroup/cpu rw shared:9 - cgroup cgroup rw,cpu
      32 30 0:28 / /sys/fs/cgroup/unified rw,relatime shared:10 - cgroup2 cgroup2 rw
      """
    #expect(ControlGroup.mountPoint(in: table) == "/sys/fs/cgroup/unified")
    #expect(ControlGroup.mountPoint(in: "30 20 0:26 / /sys rw - sysfs sysfs rw") == nil)
  }

  @Test func `knows a process that runs on from a file that was upgraded under it`() {
    #expect(match(77, formerPath: "/usr/bin/game") == "game")
    #expect(match(77, formerPath: "/usr/bin/editor") == nil)
    #expect(match(2, formerPath: "/usr/bin/game") == nil, "the file that runs decides")
  }
}

@Suite struct `An ACL` {
  @Test(arguments: [0o755, 0o750, 0o700, 0o4755, 0o111] as [UInt32])
  func `keeps the mode as it was when it comes to refuse a user`(mode: UInt32) throws {
    let list = AccessControlList(mode: mode).refusing(user: 1001)
    let mask = list.entries.first { $0.tag == .mask }
    #expect(mask?.permissions == UInt16(mode >> 3 & 7))
    #expect(try AccessControlList(bytes: list.bytes) == list)
    #expect(list.replacing(user: 1001, by: nil).addsNothing)
  }

  @Test func `keeps other entries, their order and the mask`() throws {
    let bytes: [UInt8] =
      [2, 0, 0, 0] + [1, 0, 7, 0, 255, 255, 255, 255] + [2, 0, 5, 0, 0xE9, 3, 0, 0]
      + [2, 0, 4, 0, 0xD0, 7, 0, 0] + [4, 0, 0, 0, 255, 255, 255, 255]
      + [16, 0, 5, 0, 255, 255, 255, 255] + [32, 0, 5, 0, 255, 255, 255, 255]
    let list = try AccessControlList(bytes: bytes)
    let refusing = list.refusing(user: 1001)
    #expect(refusing.permissions(ofUser: 1001) == 0)
    #expect(refusing.permissions(ofUser: 2000) == 4)
    #expect(refusing.replacing(user: 1001, by: 5).bytes == bytes)
    #expect(!refusing.replacing(user: 1001, by: nil).addsNothing)
  }

  @Test(
    arguments: [[], [2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
  func `is refused when malformed`(bytes: [UInt8]) {
    #expect(throws: AccessControlList.Malformed.self) { try AccessControlList(bytes: bytes) }
  }
}
