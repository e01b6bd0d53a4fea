import Testing

@testable import UseSources

@Suite struct `The protocol of sway` {
  private static let tree = """
    {"id":1,"type":"root","focused":false,"name":"root","nodes":[
     {"id":3,"type":"output","focused":false,"nodes":[
      {"id":4,"type":"workspace","focused":WORKSPACE,"nodes":[
       {"id":5,"type":"con","focused":FIRST,"nodes":[],"floating_nodes":[],"pid":41,"app_id":"one"}],
       "floating_nodes":[
       {"id":6,"type":"floating_con","focused":SECOND,"nodes":[],"floating_nodes":[],"pid":PID,
        "app_id":null,"window_properties":{"class":"Two"}}]}],"floating_nodes":[]}]}
    """

  private static func tree(
    workspace: Bool = false, first: Bool = false, second: Bool = false, pid: String = "42"
  ) -> String {
    tree.replacing("WORKSPACE", with: "\(workspace)").replacing("FIRST", with: "\(first)")
      .replacing("SECOND", with: "\(second)").replacing("PID", with: pid)
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"nodes":["#, count: depth) + #"{"focused":true,"pid":7}"#
      + String(repeating: "]}", count: depth)
  }

  @Test func `writes requests as the manual has them`() {
    let mark: [UInt8] = [0x69, 0x33, 0x2D, 0x69, 0x70, 0x63]
    #expect(SwayMessage(kind: 4).bytes == mark + [0, 0, 0, 0, 4, 0, 0, 0])
    #expect(
      SwayMessage(kind: 2, body: "[]").bytes == mark + [2, 0, 0, 0, 2, 0, 0, 0, 0x5B, 0x5D])
  }

  @Test func `takes messages off however they arrive`() throws {
    let sent = [
      SwayMessage(kind: 2, body: #"{"success":true}"#), SwayMessage(kind: 0x8000_0003, body: "{}"),
      SwayMessage(kind: 4),
    ]
    var buffer: [UInt8] = []
    var taken: [SwayMessage] = []
    for byte in sent.flatMap(\.bytes) {
      buffer.append(byte)
      while let message = try SwayMessage(from: &buffer) { taken.append(message) }
    }
    #expect(taken == sent)
    #expect(buffer.isEmpty)
  }

  @Test(arguments: [
    Array("HTTP".utf8), Array("i3-ipx".utf8),
    Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0],
    Array("i3-ipc".utf8) + [1, 0, 0x10, 0, 4, 0, 0, 0],
  ])
  func `refuses what is not the protocol, and lengths that nothing has`(bytes: [UInt8]) {
    var buffer = bytes
    #expect(throws: SwayMessage.Broken()) { _ = try SwayMessage(from: &buffer) }
  }

  @Test(arguments: [
    (tree(first: true), Focus.window(pid: 41)),
    (tree(second: true), .window(pid: 42)),
    (tree(workspace: true), .nothing),
    (tree(), .nothing),
    (tree(second: true, pid: "0"), .window(pid: nil)),
    (tree(second: true, pid: "-1"), .window(pid: nil)),
    (nested(250), .window(pid: 7)),
    ("{}", .nothing),
  ])
  func `finds the process of the window that has the keyboard`(text: String, expected: Focus)
    throws
  {
    #expect(try SwayTree.focus(in: Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    "", "[]", "null", #"{"nodes":[{"focused":tr"#, #"{"nodes":7}"#,
    tree(second: true, pid: "99999999999"), tree(second: true, pid: "\"42\""), nested(20_000),
  ])
  func `refuses what is no tree`(text: String) {
    #expect(throws: (any Error).self) { try SwayTree.focus(in: Array(text.utf8)) }
  }

  @Test func `refuses bytes that are no text`() {
    #expect(throws: (any Error).self) { try SwayTree.focus(in: [0x7B, 0xFF, 0x00, 0x7D]) }
  }

  @Test(arguments: [
    (SwayMessage(kind: 0x8000_0003, body: #"{"change":"focus","container":{}}"#), true),
    (SwayMessage(kind: 0x8000_0003, body: #"{"change":"close","container":{}}"#), true),
    (SwayMessage(kind: 0x8000_0003, body: #"{"change":"title","container":{}}"#), false),
    (SwayMessage(kind: 0x8000_0003, body: "{"), true),
    (SwayMessage(kind: 0x8000_0000, body: #"{"change":"empty"}"#), true),
    (SwayMessage(kind: 2, body: #"{"success":true}"#), false),
  ])
  func `knows after which news another window may be in front`(
    message: SwayMessage, expected: Bool
  ) {
    #expect(message.changesFocus == expected)
  }
}
