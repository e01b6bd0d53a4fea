import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `A notice on the child's desktop` {
    @Test(
      .enabled(if: SessionBus.obstacle == nil, "needs a session bus"), .timeLimit(.minutes(1)))
    func `comes on the minute, says what ends, and comes once`() throws {
      let household = try Household()
      defer { household.remove() }
      func setClock(showing second: Int, at instant: Date) throws {
        try household.configure(
          zone: posixZone(secondsEast: secondsEast(showing: second, at: instant)))
      }
      try setClock(showing: 9 * 3600, at: Clock.now())
      try household.setPolicy(
        """
        {"version":1,"policy_id":"0b9d0b68-54a3-4c1c-8f55-0f5bb1d6a001","status":"active",
         "screen_time":{"downtime_windows":[{"start_time":"12:00","end_time":"13:00"}]}}
        """)
      #expect(try household.pavise("authorize", "child").succeeded)
      var monitor = try household.startMonitor()
      let sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }
      try household.eventually("the monitor says that nobody can be told") {
        try household.inForce()?.use?.notices.reason?.contains("no session bus") ?? false
      }
      let bus = try SessionBus(of: household)
      defer { bus.remove() }
      // In the second that begins two seconds before the five minutes.
      let began = Clock.now()
      try setClock(showing: 11 * 3600 + 54 * 60 + 58, at: began)
      try household.eventually("the notice is shown") { try !bus.notices().isEmpty }
      let mark = Date(timeIntervalSince1970: began.timeIntervalSince1970.rounded(.down) + 2)
      let late = Clock.now().timeIntervalSince(mark)
      print("a notice was on the desktop \(late) s after its minute")
      #expect(late >= 0 && late < 1)
      #expect(
        try bus.notices() == [
          #"["Pavise", "Screen time", "Downtime begins at 12:00, in 5 minutes; it goes on at 13:00"]"#
        ])
      monitor.kill()
      _ = try monitor.wait(timeout: 5)
      monitor = try household.startMonitor()
      try household.eventually("the new monitor can tell") {
        try household.inForce()?.use?.notices == .enforced
      }
      usleep(300_000)
      #expect(try bus.notices().count == 1)
    }
  }
}
