import CompiledPolicy
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing
import TimeZoneRules
import UseAccounting

/// A private system that follows one of the sample policies as it is, with stand-ins for the applications that it names.
final class ReportScene {
  enum Sample: String, CaseIterable, Sendable {
    case tween, limits

    var dailyMinutes: Double { self == .tween ? 120 : 60 }
  }

  let sample: Sample
  let home: LockedHome
  private var executables: [String: String] = [:]
  /// Use that is left of the day, and of the browser's own limit, when the child logs in. Seconds.
  private static let left = (day: 6.0, browser: 3.0)
  private var loggedIn: Double?

  init(_ sample: Sample) throws {
    self.sample = sample
    home = try LockedHome()
  }

  func remove() { home.remove() }

  /// Applies the policy on a day that is used up but for a few seconds.
  func apply() throws {
    let system = home.system
    for name in [
      "org.mozilla.firefox", "org.kde.gcompris", "supertux2", "org.example.teen",
      "org.example.paint",
    ] {
      executables[name] = try home.install(identifier: name, named: name)
    }
    try system.succeed("install", "-m", "755", "/bin/sleep", "/usr/local/bin/instagram")
    try system.write(
      #"{"ratings": {"org.example.teen": "17+", "org.kde.gcompris": "4+", "supertux2": "4+"}}"#,
      to: "/var/lib/pavise/applications.json")
    var noon = try home.setClock(showing: 12, in: 0)
    // A weekday if a zone of at most a day east holds its next morning too: downtime is on weekdays alone.
    if try isWeekend(), Self.isLateOnMonday(noon) { noon = try home.setClock(showing: 11, in: 0) }
    try system.succeed("systemctl", "stop", "pavise-monitor")
    try layUse(before: noon)
    try system.succeed("systemctl", "start", "pavise-monitor")
    let policy = "/var/lib/pavise-policies/policy.json"
    try system.succeed(
      "cp", "\(PrivateSystem.sources)/launch/policies/\(sample.rawValue).json", "\(policy).new")
    try system.succeed("mv", "\(policy).new", policy)
    try system.succeed("/usr/local/bin/pavise", "authorize", "child")
  }

  private static func isLateOnMonday(_ instant: Date) -> Bool {
    let local = TimeZoneRules.utc.localTime(at: instant)
    return local.weekday == 2 && local.hour >= 7
  }

  private func layUse(before noon: Date) throws {
    let zone = try #require(try home.directory.read(.configuration)?.zone)
    let name = UsageDay.name(of: noon, in: try TimeZoneRules(posix: zone))
    var day = UsageDay(date: name)
    let browser = 45 * 60 - Self.left.browser
    let whole = sample.dailyMinutes * 60 - Self.left.day
    for (applications, end) in [(["org.mozilla.firefox"], browser), ([], whole)] {
      day.add(
        UseRecord(
          applications: applications, start: noon.addingTimeInterval(day.position - whole - 60),
          seconds: end - day.position, end: end))
    }
    let storage = FileStorage(root: home.system.path("/var/lib/pavise"))
    try SharedDirectory(storage: storage, as: MonitorRole.self).write(.usage(name), day)
  }

  // MARK: The report

  private struct Report: Decodable {
    struct Payload: Decodable { let results: [CategoryResult] }
    let payload: Payload
  }

  /// Those about applications and time, as sync wrote them beside the policy.
  func results() throws -> [CategoryResult] {
    let folder = FileStorage(root: home.system.path("/var/lib/pavise-policies"))
    guard let data = try folder.read("report.json") else { return [] }
    return try JSONDecoder().decode(Report.self, from: data).payload.results.filter {
      $0.category.group == .content || $0.category.group == .time
        || $0.category == .usageTimerNotification
    }
  }

  var hasSessionBus: Bool { access(home.system.path("/run/user/\(home.kid.uid)/bus"), F_OK) == 0 }

  // MARK: What the child tries

  func runs(_ application: String) throws -> Bool {
    try home.asKid("exec \(try #require(executables[application])) 0").succeeded
  }

  func expectRuns(_ application: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try runs(application), "\(application)", sourceLocation: sourceLocation)
  }

  func expectRefused(_ application: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    #expect(try !runs(application), "\(application)", sourceLocation: sourceLocation)
  }

  /// Has the child log in and use the browser, if he has not.
  ///
  /// - Returns: When that was, on the monotonic clock.
  func logIn() throws -> Double {
    if let loggedIn { return loggedIn }
    let browser = try #require(executables["org.mozilla.firefox"])
    let now = Clock.monotonic()
    loggedIn = now
    _ = try home.system.logIn(
      home.kid, "bash", "-c", "\(browser) 1000 & while :; do date +%s%N > ~/tick; sleep 0.02; done")
    try home.eventually("the child is logged in") {
      access(home.system.path("/home/kid/tick"), F_OK) == 0
    }
    return now
  }

  /// Uses the day up, finds the device locked, and is given more.
  func reachDailyLimit() throws {
    let began = try logIn()
    #expect(try !home.isFrozen())
    try home.eventually(within: 20, "the day is used up") { try home.isFrozen() }
    let took = Clock.monotonic() - began
    print("\(sample): the session stood still after \(took) s of use, \(Self.left.day) were left")
    #expect(abs(took - Self.left.day) < 2)
    try expectLocked()
    try home.system.succeed("/usr/local/bin/pavise", "extend", "all", "1")
    try home.eventually("the session goes on") { try !home.isFrozen() }
    try home.eventually("the child can log in") { try home.canLogIn(home.kid) }
  }

  /// Comes to the end of the allowed hours of the day that it is.
  func beginEvening() throws {
    let isWeekend = try isWeekend()
    _ = try home.setClock(showing: isWeekend ? 22 : 21, in: 1)
    try home.eventually("the session stands still") { try home.isFrozen() }
  }

  /// Comes to the beginning of the allowed hours of the next day.
  func beginMorning() throws {
    _ = try home.setClock(showing: 7, in: 1)
    if try isWeekend() { _ = try home.setClock(showing: 8, in: 1) }
  }

  private func isWeekend() throws -> Bool {
    let zone = try #require(try home.directory.read(.configuration)?.zone)
    return try [1, 7].contains(TimeZoneRules(posix: zone).localTime(at: Clock.now()).weekday)
  }

  /// Tries what gets out of a lock, and to log in once more.
  func expectLocked() throws {
    let slice = "/sys/fs/cgroup/user.slice/user-\(home.kid.uid).slice"
    try home.eventually("a new login is refused") { try !home.canLogIn(home.kid) }
    for attempt in [
      "echo 0 > \(slice)/cgroup.freeze", "systemctl thaw user-\(home.kid.uid).slice",
      "rm -f /var/lib/pavise-monitor/locked-user",
    ] {
      #expect(try !home.asKid(attempt).succeeded, "\(attempt)")
      #expect(try home.isFrozen(), "\(attempt)")
    }
    #expect(try home.canLogIn(home.parent))
    #expect(try !home.canLogIn(home.kid))
  }
}
