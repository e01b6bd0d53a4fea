import TestSupport
import Foundation
import SharedDirectory
import Testing

@testable import PhosraAPI

@Suite struct `A push` {
  private static let good =
    #"{"aps":{"content-available":1},"phosra":{"event":"policy.updated","version":12}}"#

  @Test func `names a version`() throws {
    #expect(try PushPayload(parsing: Array(Self.good.utf8)).version == 12)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"phosra":1}"#, #"{"phosra":{"event":"policy.updated"}}"#,
    #"{"phosra":{"event":"other","version":1}}"#,
    #"{"phosra":{"event":"policy.updated","version":-1}}"#,
    #"{"phosra":{"event":"policy.updated","version":1.5}}"#,
    #"{"phosra":{"event":"policy.updated","version":"1"}}"#,
    #"{"phosra":{"event":"policy.updated","version":99999999999999999999}}"#,
    String(repeating: " ", count: 20_000),
  ])
  func `that makes no sense is a fault`(text: String) {
    #expect(throws: PushFault.self) { try PushPayload(parsing: Array(text.utf8)) }
  }

  @Suite struct `dropped as a file` {
    private let disk = SimulatedDisk()

    init() throws {
      try SharedDirectory(storage: disk, as: SyncRole.self).prepareLayout()
    }

    private func drop(_ name: String, _ text: String) throws {
      let bytes = Data(text.utf8)
      try disk.replace("push/\(name)", mode: 0o640) { bytes }
    }

    @Test func `is read once, and of several the newest version counts`() throws {
      var inbox = PushInbox(disk)
      #expect(try inbox.take() == nil)
      try drop("a", `A push`.good)
      try drop("b.json", `A push`.good.replacing("12", with: "7"))
      #expect(try inbox.take() == 12)
      #expect(try inbox.take() == nil)
      #expect(try disk.list("push").isEmpty)
    }

    @Test func `goes aside with the reason when it makes no sense`() throws {
      var inbox = PushInbox(disk)
      try drop("a", `A push`.good.replacing("policy.updated", with: "other"))
      #expect(try inbox.take() == nil)
      #expect(try disk.list("push").isEmpty)
      #expect(
        try disk.read("aside/push-1.reason")
          == Data("the push is none of the service's: phosra.event is not policy.updated\n".utf8))
    }

    @Test func `is left alone once while it is being written`() throws {
      var inbox = PushInbox(disk)
      try drop("a", String(`A push`.good.prefix(20)))
      #expect(try inbox.take() == nil)
      #expect(try disk.list("push") == ["a"])
      try drop("a", `A push`.good)
      #expect(try inbox.take() == 12)
      try drop("b", String(`A push`.good.prefix(20)))
      _ = try inbox.take()
      _ = try inbox.take()
      #expect(try disk.list("push").isEmpty)
    }

    @Test func `fills no disk when it comes as a flood`() throws {
      var inbox = PushInbox(disk)
      for number in 0..<100 { try drop("\(number)", "[]") }
      _ = try inbox.take()
      #expect(try disk.list("push").isEmpty)
      #expect(try disk.list("aside").count == 40)
    }
  }

  @Suite struct `in an ntfy stream` {
    private func line(_ fields: String) -> [UInt8] {
      Array("{\"id\":\"x1\",\"time\":1,\"topic\":\"t\",\(fields)}\n".utf8)
    }

    private func message(_ text: String, id: String = "x1") -> [UInt8] {
      let quoted = text.replacing("\"", with: "\\\"")
      return Array(
        "{\"id\":\"\(id)\",\"time\":1,\"event\":\"message\",\"topic\":\"t\",\"message\":\"\(quoted)\"}\n"
          .utf8)
    }

    private func subscription() -> NtfySubscription {
      NtfySubscription(NtfyTopic(server: "https://ntfy.example/", topic: "t"))
    }

    @Test func `is found among openings, signs of life and other people's messages`() throws {
      var subscription = subscription()
      #expect(try subscription.take(line(#""event":"open""#)) == nil)
      #expect(try subscription.take(line(#""event":"keepalive""#)) == nil)
      #expect(try subscription.take(message("hello")) == nil)
      #expect(subscription.strangers == 1)
      #expect(try subscription.take(message(`A push`.good)) == 12)
    }

    @Test func `is found in whatever pieces it comes`() throws {
      let bytes = line(#""event":"open""#) + message(`A push`.good)
      for cut in 0..<bytes.count {
        var subscription = subscription()
        let first = try subscription.take(Array(bytes[..<cut]))
        let second = try subscription.take(Array(bytes[cut...]))
        #expect(first == nil && second == 12)
      }
    }

    @Test func `is found in base64, as a distributor writes what it does not know`() throws {
      var subscription = subscription()
      let text = Data(`A push`.good.utf8).base64EncodedString()
      #expect(
        try subscription.take(
          line("\"event\":\"message\",\"encoding\":\"base64\",\"message\":\"\(text)\"")) == 12)
    }

    @Test func `is asked for from where the last connection ended`() throws {
      var subscription = subscription()
      #expect(subscription.connect().url == "https://ntfy.example/t/json")
      _ = try subscription.take(message(`A push`.good, id: "abc") + Array("{\"half".utf8))
      #expect(subscription.connect().url == "https://ntfy.example/t/json?since=abc")
      #expect(try subscription.take(message(`A push`.good, id: "a&b")) == 12)
      #expect(subscription.lastID == "abc")
    }

    @Test(arguments: ["[]\n", "<html>\n", "{}\n", String(repeating: "x", count: 70_000)])
    func `is not looked for in what is no such stream`(text: String) {
      var subscription = subscription()
      #expect(throws: (any Error).self) { try subscription.take(Array(text.utf8)) }
    }

    @Test func `is waited for longer and longer when the server only opens and ends`() throws {
      var subscription = subscription()
      var generator = SeededGenerator(seed: 1)
      var waits: [Double] = []
      for _ in 0..<10 {
        _ = try subscription.take(line(#""event":"open""#))
        waits.append(subscription.ended(using: &generator))
      }
      #expect(waits[0] <= 6.25)
      #expect((450...750).contains(waits[9]))
      _ = try subscription.take(line(#""event":"keepalive""#))
      #expect(subscription.ended(using: &generator) <= 6.25)
      #expect(subscription.ended(told: 3600, using: &generator) == 3600)
    }
  }
}
