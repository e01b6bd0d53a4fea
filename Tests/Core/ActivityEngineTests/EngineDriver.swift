import ActivityEngine
import DeviceActivity
import FoundationEssentials
import ManagedSettings
import TimeZoneRules

/// Drives an engine through simulated time and keeps what it calls.
struct EngineDriver {
  var engine: ActivityEngine
  var zones: Zones
  var now: Date
  var registrations: [ActivityRegistration] = []
  private(set) var calls: [(at: Date, callback: ActivityCallback)] = []
  private var current: Set<UseSubject> = []
  private var usedFrom: Date
  private var isInUse = true
  private var generation = 0

  init(_ zone: String = "UTC0", from start: String, delivery: ActivityEngine.Delivery = .onTheDot)
    throws
  {
    engine = ActivityEngine(delivery: delivery)
    zones = Zones(local: try TimeZoneRules(posix: zone))
    now = try instant(start, zones.local)
    usedFrom = now
  }

  /// The calls so far, one line each, in the zone of the driver.
  var transcript: [String] {
    calls.map { call in
      let time = zones.local.localTime(at: call.at)
      let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
      let clock = "\(two(time.day)) \(two(time.hour)):\(two(time.minute)):\(two(time.second))"
      let event = call.callback.event.map { "/" + $0.rawValue } ?? ""
      let cause = call.callback.cause.flatMap { $0 == .ended ? nil : " \($0.rawValue)" } ?? ""
      return
        "\(clock) \(call.callback.call.rawValue) \(call.callback.activity.rawValue)\(event)\(cause)"
    }
  }

  mutating func start(
    _ name: String, _ start: DateComponents, _ end: DateComponents, repeats: Bool = true,
    warning: DateComponents? = nil, events: [String: DeviceActivityEvent] = [:],
    endsPrevious: EndCause = .replaced
  ) {
    generation += 1
    let schedule = DeviceActivitySchedule(
      intervalStart: start, intervalEnd: end, repeats: repeats, warningTime: warning)
    registrations.removeAll { $0.activity.rawValue == name }
    registrations.append(
      ActivityRegistration(
        activity: DeviceActivityName(name), generation: generation, schedule: schedule,
        events: events.map {
          EventRegistration(name: DeviceActivityEvent.Name($0.key), event: $0.value, since: now)
        },
        registeredAt: now, endsPrevious: endsPrevious))
    pass()
  }

  mutating func stop(_ name: String) {
    registrations.removeAll { $0.activity.rawValue == name }
    pass()
  }

  mutating func use(_ subjects: Set<UseSubject>) {
    pass()
    current = subjects
    pass()
  }

  mutating func setDeviceInUse(_ value: Bool) {
    pass()
    isInUse = value
    pass()
  }

  /// One pass at the present instant, as the monitor makes it.
  mutating func pass() {
    let spans =
      current.isEmpty || now <= usedFrom
      ? []
      : [UseSpan(subjects: current, start: usedFrom, seconds: now.timeIntervalSince(usedFrom))]
    usedFrom = now
    engine.reconcile(with: registrations, upTo: generation, at: now, in: zones)
    engine.count(
      UseReport(spans: spans, current: current, isDeviceInUse: isInUse), at: now, in: zones)
    while let callback = engine.next(at: now, in: zones) { calls.append((now, callback)) }
    let finished = Set(engine.finished.map(\.activity))
    registrations.removeAll { finished.contains($0.activity) }
  }

  /// Waits for whatever falls due, up to `end`.
  mutating func run(until end: String) throws {
    let end = try instant(end, zones.local)
    while let next = engine.nextInstant(after: now, in: zones), next <= end {
      now = next
      pass()
    }
    now = end
    pass()
  }

  /// Lets time pass without the engine.
  mutating func sleep(until end: String) throws {
    now = try instant(end, zones.local)
    usedFrom = now
  }
}

/// "2026-03-28 20:00" or with seconds, on the wall clock of `zone`.
func instant(_ text: String, _ zone: TimeZoneRules) throws -> Date {
  let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
  guard parts.count >= 5 else { throw MalformedInstant(text: text) }
  return zone.instant(
    of: CivilTime(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
      second: parts.count > 5 ? parts[5] : 0)
  ).instant
}

struct MalformedInstant: Error { let text: String }

func at(_ hour: Int, _ minute: Int = 0, _ second: Int? = nil) -> DateComponents {
  DateComponents(hour: hour, minute: minute, second: second)
}

func app(_ name: String) -> UseSubject {
  .application(ApplicationToken(data: Data(name.utf8)))
}

func limit(_ minutes: Int, _ apps: String..., includesPast: Bool = false) -> DeviceActivityEvent {
  DeviceActivityEvent(
    applications: Set(apps.map { ApplicationToken(data: Data($0.utf8)) }),
    threshold: DateComponents(minute: minutes), includesPastActivity: includesPast)
}
