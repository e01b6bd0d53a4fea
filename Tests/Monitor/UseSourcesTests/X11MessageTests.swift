import Testing
import UseAccounting

@testable import UseSources

@Suite struct `The X11 protocol` {
  @Test func `writes requests as the specification has them`() {
    let header: [UInt8] = [16, 0, 5, 0, 11, 0, 0, 0]
    let name = Array("_NET_WM_PID".utf8)
    #expect(X11Request.internAtom("_NET_WM_PID").bytes == header + name + [0])
    #expect(
      X11Request.property(window: 0x0102_0304, 7).bytes
        == [20, 0, 6, 0, 4, 3, 2, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    #expect(
      X11Request.clientProcess(opcode: 130, window: 5).bytes
        == [130, 4, 4, 0, 1, 0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0])
    let entry = XAuthority.Entry(display: "0", name: "MIT-MAGIC-COOKIE-1", data: [1, 2, 3, 4])
    let setup: [UInt8] = [0x6C, 0, 11, 0, 0, 0, 18, 0, 4, 0, 0, 0]
    let kind = Array("MIT-MAGIC-COOKIE-1".utf8)
    let secret: [UInt8] = [0, 0, 1, 2, 3, 4]
    #expect(X11Request.setup(authorization: entry).bytes == setup + kind + secret)
  }

  @Test func `waits for a message to be whole`() {
    var buffer = [UInt8](repeating: 0, count: 36)
    buffer[0] = 1
    buffer[4] = 1
    var part = Array(buffer[..<35])
    #expect(X11Message(from: &part) == nil)
    #expect(part.count == 35)
    let message = X11Message(from: &buffer)
    #expect(message?.kind == .reply)
    #expect(buffer.isEmpty)
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `takes whatever a hostile server sends without a trap`(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func byte() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
    var setup = (0..<Int(byte())).map { _ in byte() }
    if !setup.isEmpty { setup[0] = 1 }
    if setup.count > 7 { (setup[6], setup[7]) = (byte() % 32, 0) }
    _ = X11Setup(from: &setup)
    var buffer = (0..<256).map { _ in byte() % 4 }
    while let message = X11Message(from: &buffer) {
      _ = (message.kind, message.sequence, message.propertyValue, message.clientProcess)
      _ = (message[long: 40], message[byte: 1000], message[long: -1])
    }
  }

  @Test func `finds the secret of a display`() {
    func field(_ bytes: [UInt8]) -> [UInt8] { [0, UInt8(bytes.count)] + bytes }
    func entry(_ display: String, _ data: [UInt8]) -> [UInt8] {
      let fields = [
        Array("host".utf8), Array(display.utf8), Array("MIT-MAGIC-COOKIE-1".utf8), data,
      ]
      return [1, 0] + fields.flatMap(field)
    }
    let first = [UInt8](repeating: 1, count: 16)
    let second = [UInt8](repeating: 2, count: 16)
    let file = entry("0", first) + entry("7", second) + [1, 0, 0]
    #expect(XAuthority.entry(for: 7, in: file)?.data == second)
    #expect(XAuthority.entry(for: 0, in: file)?.data == first)
    #expect(XAuthority.entry(for: 3, in: file) == nil)
    #expect(XAuthority.entry(for: 3, in: entry("", first))?.data == first)
    #expect(XAuthority.entries(in: Array(file.prefix(20))).isEmpty)
  }

  @Test(
    arguments: [
      (":0", 0), (":12.0", 12), ("unix:1", 1), ("host:0", nil), ("", nil), (":x", nil),
      ("wayland-0", nil),
    ] as [(String, Int?)])
  func `knows a display of this machine by its name`(name: String, number: Int?) {
    #expect(X11Display.number(in: name) == number)
  }
}

@Suite struct `Login sessions` {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var expected: LoginSessions
  }

  private static func sessions(
    _ text: String, _ change: (inout LoginSessions) -> Void
  ) -> LoginSessions {
    var result = LoginSessions(text: "")
    change(&result)
    return result
  }

  @Test(arguments: [
    Case(
      testDescription: "none", text: "", expected: sessions("") { $0.state = .unknown }),
    Case(
      testDescription: "an X11 session in front",
      text:
        "Active=yes\nState=active\nIdleHint=no\nLockedHint=no\nType=x11\nDisplay=:0\nClass=user\n",
      expected: sessions("") {
        $0.state = .active
        $0.display = 0
      }),
    Case(
      testDescription: "idle",
      text: "Active=yes\nState=active\nIdleHint=yes\nLockedHint=no\nType=wayland\nClass=user\n",
      expected: sessions("") {
        $0.state = .idle
        $0.isWayland = true
      }),
    Case(
      testDescription: "a Wayland session of a desktop that its login has named",
      text: "Active=yes\nIdleHint=no\nType=wayland\nDesktop=gnome\nDisplay=\nClass=user\n",
      expected: sessions("") {
        $0.state = .active
        $0.isWayland = true
        $0.desktop = "gnome"
      }),
    Case(
      testDescription: "locked, whether idle or not",
      text: "Active=yes\nState=active\nIdleHint=no\nLockedHint=yes\nType=tty\nClass=user\n",
      expected: sessions("") { $0.state = .locked }),
    Case(
      testDescription: "behind somebody else's",
      text:
        "Active=no\nState=online\nIdleHint=no\nLockedHint=no\nType=x11\nDisplay=:1\nClass=user\n",
      expected: sessions("") { $0.state = .away }),
    Case(
      testDescription: "one behind and one in front",
      text:
        "Active=no\nState=online\nClass=user\n\nActive=yes\nState=active\nIdleHint=no\nClass=user\n",
      expected: sessions("") { $0.state = .active }),
    Case(
      testDescription: "one that is closing, and the greeter's",
      text: "Active=yes\nState=closing\nClass=user\n\nActive=yes\nState=active\nClass=greeter\n",
      expected: sessions("") { $0.state = .unknown }),
  ])
  func `are read from what loginctl says`(_ sample: Case) {
    #expect(LoginSessions(text: sample.text) == sample.expected)
  }

  @Test(arguments: [
    ("Type=wayland\nDesktop=sway", true),
    ("Type=wayland\nDesktop=", true),
    ("Type=tty", true),
    ("Type=wayland\nDesktop=gnome", false),
    ("Type=x11\nDisplay=:0", false),
  ])
  func `tell where a sway can be what is in front`(properties: String, expected: Bool) {
    let text = "Active=yes\nClass=user\n\(properties)\n"
    #expect(LoginSessions(text: text).mayBeSway == expected)
  }
}
