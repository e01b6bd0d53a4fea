import DeviceActivity
import ActivityEngine
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

/// Suites of real processes, one at a time: they share the machine's users, cgroups and clock.
@Suite(.serialized, .enabled(if: geteuid() == 0, "takes root: a second user, ACLs, cgroups"))
enum Processes {}

extension Processes {
  @Suite struct `Downtime on the real machine` {
    @Test(.timeLimit(.minutes(2)))
    func `refuses and freezes the child's programs, and nobody else's, until it ends`() throws {
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game")
      let reader = try household.install("reader")
      let began = Clock.now()
      let evening = secondsEast(showing: 21 * 3600 - 10, at: began)
      try household.configure(zone: posixZone(secondsEast: evening))
      try household.setPolicy(TestPolicy(windows: [("21:00", "07:00")]).text)
      #expect(try household.pavise("authorize", "child").succeeded)
      var monitor = try household.startMonitor()
      var sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }

      // Before: everything runs.
      try household.eventually("the policy's activities are followed") {
        try household.inForce()?.edges.contains { $0.activity.rawValue.contains("locked") } ?? false
      }
      #expect(try household.runAsChild(game, "0").succeeded)
      let running = try household.startAsChild(game, "1000")
      let reading = try household.startAsChild(reader, "1000")
      let rootsOwn = try ChildProcess.start([game, "1000"])
      try household.eventually("the game runs") {
        household.status(of: running.pid)["Uid"]?.hasPrefix("\(household.user.uid)") ?? false
      }

      // Downtime.
      try household.eventually(within: 20, "downtime has begun") {
        try household.inForce()?.running.contains { $0.activity.rawValue.contains("locked") }
          ?? false
      }
      let refused = try household.runAsChild(game, "0")
      #expect(!refused.succeeded)
      #expect(refused.errorsText.contains("ermi") || refused.errorsText.contains("not permitted"))
      #expect(try household.runAsChild(reader, "0").succeeded)
      #expect(try ChildProcess.run([game, "0"]).succeeded, "root may run what the child may not")
      #expect(isFrozen(running.pid))
      #expect(!isFrozen(reading.pid))
      #expect(!isFrozen(rootsOwn.pid))
      let status = try household.pavise("status")
      #expect(status.outputText.contains("org.example.game"))

      // It ends.
      // Ten hours on, but for what has passed since the evening, and two seconds.
      let passed = Int(Clock.now().timeIntervalSince(began))
      try household.configure(zone: posixZone(secondsEast: evening + 10 * 3600 + 8 - passed))
      try household.eventually(within: 20, "downtime has ended") {
        try household.inForce()?.running.allSatisfy { !$0.activity.rawValue.contains("locked") }
          ?? false
      }
      #expect(try household.runAsChild(game, "0").succeeded)
      #expect(!isFrozen(running.pid))
      #expect(household.status(of: running.pid)["State"] != nil, "it lives on")

      // It begins again, and nobody is managed any more.
      let later = Int(Clock.now().timeIntervalSince(began))
      try household.configure(zone: posixZone(secondsEast: evening + 24 * 3600 + 8 - later))
      try household.eventually(within: 20, "downtime has begun again") { isFrozen(running.pid) }
      #expect(try household.pavise("config", "unset", "managedUser").succeeded)
      try household.eventually("nothing is in force any more") {
        try household.inForce()?.managedUser == nil
      }
      #expect(!isFrozen(running.pid))
      #expect(try household.runAsChild(game, "0").succeeded)

      monitor.kill(SIGTERM)
      sync.kill(SIGTERM)
      #expect(try monitor.wait(timeout: 5) == .exited(0))
      #expect(try sync.wait(timeout: 5) == .exited(0))
    }
  }
}

/// Whether a process lies in a frozen cgroup, as the kernel says.
func isFrozen(_ pid: Int32) -> Bool {
  guard let file = try? Descriptor.openIfPresent("/proc/\(pid)/cgroup", O_RDONLY),
    let bytes = try? file.readAll(),
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first(where: { $0.hasPrefix("0::") })
  else { return false }
  let group = line.dropFirst("0::".count)
  for mount in ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"] {
    if let events = try? Descriptor.openIfPresent("\(mount)\(group)/cgroup.events", O_RDONLY),
      let text = try? events.readAll()
    {
      return String(decoding: text, as: UTF8.self).contains("frozen 1")
    }
  }
  return false
}
