import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `An untouched pair` {
    @Test(.timeLimit(.minutes(3)))
    func `does not wake the monitor`() throws {
      let household = try Household()
      defer { household.remove() }
      _ = try household.install("game")
      try household.configure(
        zone: posixZone(secondsEast: secondsEast(showing: 12 * 3600, at: Clock.now())))
      try household.setPolicy(TestPolicy(windows: [("21:00", "07:00")]).text)
      #expect(try household.pavise("authorize", "child").succeeded)
      let monitor = try household.startMonitor()
      let sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }
      try household.eventually("the policy is reported and acknowledged") {
        try household.directory.read(.sync)?.acknowledged != nil
      }
      usleep(1_000_000)
      let before = Self.switches(of: monitor.pid)
      let seconds = Campaign.rounds(10)
      sleep(UInt32(min(seconds, 60)))
      let after = Self.switches(of: monitor.pid)
      print("voluntary context switches of the monitor in \(min(seconds, 60)) s:", after - before)
      #expect(after == before)
    }

    /// Summed over all threads.
    private static func switches(of pid: Int32) -> Int {
      let tasks = (try? FileStorage(root: "/proc/\(pid)/task").list("")) ?? []
      return tasks.reduce(0) { sum, task in
        guard let bytes = try? FileStorage(root: "/proc/\(pid)/task").read("\(task)/status") else {
          return sum
        }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return sum + (line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0)
      }
    }
  }
}
