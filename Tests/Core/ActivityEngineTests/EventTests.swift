import ActivityEngine
import DeviceActivity
import FoundationEssentials
import ManagedSettings
import Testing
import TimeZoneRules

@Suite struct `An event` {
  @Test func `fires once an occurrence, when the union of use reaches its threshold`() throws {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start("d", at(9), at(17), events: ["limit": limit(15, "a", "b")])
    driver.use([app("a"), app("b")])
    try driver.run(until: "2026-01-05 09:10")
    driver.use([app("c")])
    try driver.run(until: "2026-01-05 09:20")
    driver.use([app("b")])
    try driver.run(until: "2026-01-05 09:40")
    driver.use([])
    try driver.run(until: "2026-01-06 09:30")
    driver.use([app("a")])
    try driver.run(until: "2026-01-06 10:00")
    #expect(
      driver.transcript.filter { $0.contains("eventDidReachThreshold") } == [
        "05 09:25:00 eventDidReachThreshold d/limit", "06 09:45:00 eventDidReachThreshold d/limit",
      ])
  }

  @Test func `counts all activity when it names nothing, and none when its tokens are void`()
    throws
  {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start("d", at(9), at(17), events: ["all": limit(5), "void": limit(5, "gone")])
    driver.use([app("a")])
    try driver.run(until: "2026-01-05 10:00")
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart d", "05 09:05:00 eventDidReachThreshold d/all",
      ])
  }

  @Test func `counts use from before its registration only with past activity, from the full hour`()
    throws
  {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start(
      "d", at(9, 30), at(17),
      events: ["past": limit(45, "a", includesPast: true), "new": limit(45, "a")])
    let history = [
      UseSpan(
        subjects: [app("a")], start: try instant("2026-01-05 09:10", driver.zones.local),
        seconds: 3600)
    ]
    let now = try instant("2026-01-05 10:30", driver.zones.local)
    for index in driver.registrations[0].events.indices {
      driver.registrations[0].events[index].since = now
    }
    driver.registrations[0].registeredAt = now
    var engine = ActivityEngine()
    engine.reconcile(
      with: driver.registrations, upTo: 1, at: now, in: driver.zones,
      pastUse: { from in
        #expect(from == (try? instant("2026-01-05 09:00", driver.zones.local)))
        return history
      })
    engine.count(UseReport(), at: now, in: driver.zones)
    var calls: [String] = []
    while let call = engine.next(at: now, in: driver.zones) {
      calls.append(call.call.rawValue + (call.event.map { " " + $0.rawValue } ?? ""))
    }
    #expect(calls == ["intervalDidStart", "eventDidReachThreshold past"])
  }

  @Test func `is in ascending order with others that are crossed together, warnings first`() throws
  {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start(
      "d", at(9), at(17), warning: DateComponents(minute: 1),
      events: ["late": limit(20, "a"), "early": limit(10, "a")])
    driver.use([app("a")])
    driver.now += 1800
    driver.pass()
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart d",
        "05 09:30:00 eventWillReachThresholdWarning d/early",
        "05 09:30:00 eventDidReachThreshold d/early",
        "05 09:30:00 eventWillReachThresholdWarning d/late",
        "05 09:30:00 eventDidReachThreshold d/late",
      ])
    #expect(
      driver.calls.map { driver.zones.local.localTime(at: $0.callback.due).minute } == [
        0, 9, 10, 19, 20,
      ])
  }

  @Test func `comes before the end of its occurrence or not at all`() throws {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start("d", at(9), at(10), events: ["late": limit(60, "a"), "later": limit(61, "a")])
    driver.use([app("a")])
    driver.now += 2 * 3600
    driver.pass()
    #expect(
      driver.transcript == [
        "05 09:00:00 intervalDidStart d", "05 11:00:00 eventDidReachThreshold d/late",
        "05 11:00:00 intervalDidEnd d",
      ])
  }

  @Test func `counts the use of an occurrence that began before the last one's end was delivered`()
    throws
  {
    var driver = try EngineDriver(from: "2026-01-05 23:00")
    driver.start("d", at(0), at(0), events: ["m30": limit(30, "a")])
    try driver.run(until: "2026-01-05 23:50")
    driver.use([app("a")])
    driver.now += 3600
    driver.pass()
    #expect(
      driver.transcript == [
        "05 23:00:00 intervalDidStart d", "06 00:50:00 intervalDidEnd d",
        "06 00:50:00 intervalDidStart d", "06 00:50:00 eventDidReachThreshold d/m30",
      ])
    #expect(driver.calls[3].callback.due == driver.now - 20 * 60)
  }

  @Test func `keeps its counter and its mark when it is registered again unchanged`() throws {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start("d", at(9), at(17), events: ["a": limit(10, "a"), "b": limit(20, "a")])
    driver.use([app("a")])
    try driver.run(until: "2026-01-05 09:15")
    let changed = limit(12, "a")
    let index = try #require(driver.registrations[0].events.firstIndex { $0.name.rawValue == "b" })
    driver.registrations[0].events[index].event = limit(21, "a")
    driver.registrations[0].events[index].since = driver.now
    driver.registrations[0].events.append(
      EventRegistration(name: .init("c"), event: changed, since: driver.now))
    driver.pass()
    try driver.run(until: "2026-01-05 10:00")
    #expect(
      driver.transcript.dropFirst() == [
        "05 09:10:00 eventDidReachThreshold d/a", "05 09:27:00 eventDidReachThreshold d/c",
        "05 09:36:00 eventDidReachThreshold d/b",
      ])
  }

  @Test func `of no length at all waits for the first use`() throws {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start("d", at(9), at(17), events: ["now": limit(0, "a")])
    try driver.run(until: "2026-01-05 09:10")
    #expect(driver.calls.count == 1)
    driver.use([app("a")])
    driver.now += 60
    driver.pass()
    #expect(driver.transcript.last == "05 09:11:00 eventDidReachThreshold d/now")
    #expect(driver.calls.last?.callback.due == driver.now - 60)
  }

  @Test func `goes on counting when the clock is set back to the day before`() throws {
    var driver = try EngineDriver(from: "2026-01-05 09:00")
    driver.start("d", at(0), at(0), events: ["m60": limit(60, "a")])
    driver.use([app("a")])
    try driver.run(until: "2026-01-05 09:55")
    driver.use([])
    try driver.sleep(until: "2026-01-04 10:00")
    driver.use([app("a")])
    try driver.run(until: "2026-01-04 10:30")
    #expect(driver.transcript.last == "04 10:05:00 eventDidReachThreshold d/m60")
  }
}
