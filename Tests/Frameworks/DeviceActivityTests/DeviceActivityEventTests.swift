import DeviceActivity
import Foundation
import ManagedSettings
import Testing

@Suite struct `An event` {
  @Test func `is coded with sorted sets`() throws {
    let event = DeviceActivityEvent(
      applications: [token(2), token(1)], threshold: DateComponents(minute: 30))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json =
      #"{"applications":[{"data":"AQ=="},{"data":"Ag=="}],"categories":[],"#
      + #""includesPastActivity":false,"threshold":{"minute":30},"webDomains":[]}"#
    #expect(try String(decoding: encoder.encode(event), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(DeviceActivityEvent.self, from: Data(json.utf8)) == event)
  }

  @Test func `counts all activity only if it names none`() {
    let threshold = DateComponents(hour: 1)
    #expect(DeviceActivityEvent(threshold: threshold).includesAllActivity)
    #expect(
      !DeviceActivityEvent(applications: [token(1)], threshold: threshold).includesAllActivity)
    #expect(!DeviceActivityEvent(categories: [token(1)], threshold: threshold).includesAllActivity)
    #expect(!DeviceActivityEvent(webDomains: [token(1)], threshold: threshold).includesAllActivity)
  }

  @Test func `counts past activity only if it says so`() {
    let threshold = DateComponents(hour: 1)
    let without = DeviceActivityEvent(threshold: threshold)
    let with = DeviceActivityEvent(threshold: threshold, includesPastActivity: true)
    #expect(!without.includesPastActivity)
    #expect(with.includesPastActivity)
    #expect(with != without)
    #expect(with.thresholdSeconds == 3600)
    #expect(with.threshold == threshold)
  }

  @Test func `is kept under its name, byte for byte`() throws {
    let name = DeviceActivityEvent.Name("limit/\u{e9}-e\u{301} 7")
    let events = [name: DeviceActivityEvent(threshold: DateComponents(second: 1))]
    let read = try JSONDecoder().decode(
      [DeviceActivityEvent.Name: DeviceActivityEvent].self, from: JSONEncoder().encode(events))
    #expect(read == events)
    #expect(read.keys.first.map { Array($0.rawValue.utf8) } == Array(name.rawValue.utf8))
  }
}

private func token<Activity>(_ byte: UInt8) -> Token<Activity> { Token(data: Data([byte])) }
