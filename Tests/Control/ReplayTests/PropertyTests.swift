import ActivityEngine
import DeviceActivity
import Foundation
import TimeZoneRules
import Testing

@testable import Replay

@Suite struct `Any story` {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `balances its edges and gives each threshold once, before the end`(seed: UInt64) throws {
    let story = try RandomStory(seed: seed).story
    let replayed = Replay.play(story)
    #expect(replayed.failures.isEmpty, "seed \(seed)")
    var open: [String: ActivityCallback] = [:]
    var started: Set<Key> = []
    var fired: Set<Key> = []
    for call in replayed.transcript.calls where !call.isRedelivery {
      let callback = call.callback
      let activity = callback.activity.rawValue
      switch callback.call {
      case .intervalDidStart:
        #expect(open[activity] == nil, "a start in a running interval, seed \(seed)")
        #expect(started.insert(Key(callback)).inserted, "two starts, seed \(seed)")
        open[activity] = callback
      case .intervalDidEnd:
        #expect(open[activity] != nil, "an end of nothing, seed \(seed)")
        #expect(open[activity]?.occurrence == callback.occurrence)
        open[activity] = nil
      case .eventDidReachThreshold:
        #expect(open[activity]?.occurrence == callback.occurrence, "seed \(seed)")
        #expect(fired.insert(Key(callback)).inserted, "twice, seed \(seed)")
      default: break
      }
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `comes to the same whatever the order that is free`(seed: UInt64) throws {
    let story = try RandomStory(seed: seed).story
    let (plain, other) = (Replay.play(story), Replay.play(story, seed: seed))
    #expect(effects(of: plain) == effects(of: other), "seed \(seed)")
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `comes to the same when the power fails again and again`(seed: UInt64) throws {
    let story = try RandomStory(seed: seed, hasKills: false).story
    let power = PowerFailures(seed: seed)
    let (plain, broken) = (Replay.play(story), Replay.play(story, power: power))
    #expect(power.count > 0)
    #expect(broken.failures.isEmpty, "seed \(seed)")
    #expect(effects(of: plain) == effects(of: broken), "seed \(seed)")
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `shields at each minute what a walk through the minutes finds`(seed: UInt64) throws {
    let random = RandomStory(seed: seed, hasKills: false, hasZones: false)
    let story = try random.story
    let transcript = Replay.play(story).transcript
    let walk = MinuteWalk(story: story)
    var instant = story.begin.addingTimeInterval(30)
    while instant < story.end {
      let found = Set(
        transcript.shields.filter { $0.stretch.contains(instant) }.map(\.token))
      #expect(
        found == walk.shielded(at: instant),
        "seed \(seed), \(story.zone.text(of: instant))")
      instant += 60
    }
  }

  private struct Key: Hashable {
    let call: String
    let activity: String
    let event: String?
    let generation: Int
    let occurrence: Date

    init(_ callback: ActivityCallback) {
      call = callback.call.rawValue
      activity = callback.activity.rawValue
      event = callback.event?.rawValue
      generation = callback.generation
      occurrence = callback.occurrence
    }
  }

  /// What reached the handlers, each once, and what was shielded when.
  private func effects(of replayed: Replayed) -> [String] {
    let zone = replayed.story.zone
    var seen: Set<Key> = []
    let calls = replayed.transcript.calls.filter { seen.insert(Key($0.callback)).inserted }.map {
      "\(zone.text(of: $0.at)) \($0.callback.call.rawValue) \($0.callback.activity.rawValue) "
        + "\($0.callback.event?.rawValue ?? "") \($0.generation)"
    }
    let shields = replayed.transcript.shields.filter { $0.stretch.from < $0.stretch.to }.map {
      "\(zone.text(of: $0.stretch.from)) shielded \($0.token) to \(zone.text(of: $0.stretch.to))"
    }
    return calls.sorted() + shields.sorted()
  }
}
