import DeviceActivity
import ActivityEngine
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing
import TestSupport

extension Processes {
  @Suite struct `Kills at random instants` {
    /// Nine windows a day of 80 minutes each, 80 minutes apart, so that an edge is never far.
    private static let step = 80 * 60
    private static var windows: [(start: String, end: String)] {
      (0..<9).map { (clock(2 * $0 * step), clock((2 * $0 + 1) * step)) }
    }

    @Test(.timeLimit(.minutes(30)))
    func `leave what is in force as the clock says, and no callback lost or doubled`() throws {
      let seed = Campaign.seed
      print("kills at random instants: PAVISE_SEED=\(seed)")
      var generator = SeededGenerator(seed: seed)
      var restarts: [Double] = []
      var round = 0
      let rounds = Campaign.rounds(16)
      while round < rounds {
        // A zone is at most a day east of Greenwich or west of it, so a household sees 30 edges.
        let edges = min(30, rounds - round)
        restarts += try Self.campaign(edges: edges, using: &generator)
        round += edges
      }
      print(
        "restart to shields as they should be: median \(Int(median(restarts) * 1000)) ms,",
        "longest \(Int((restarts.max() ?? 0) * 1000)) ms, \(restarts.count) restarts")
    }

    /// Crosses `edges` edges, each with a kill at a random instant around it.
    ///
    /// - Returns: How long each restart took until everything was as it should be, in seconds.
    private static func campaign(edges: Int, using generator: inout SeededGenerator) throws
      -> [Double]
    {
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game")
      let start = Clock.now()
      // As far west as a rule goes, outside downtime, and then always forward.
      var offset = secondsEast(showing: Int(start.timeIntervalSince1970) % 86400, at: start)
      func localSecond() -> Int {
        ((Int(Clock.now().timeIntervalSince1970) + offset) % 86400 + 86400) % 86400
      }
      func isDowntime() -> Bool { localSecond() / step % 2 == 0 }
      if isDowntime() { offset += step }
      try household.configure(zone: posixZone(secondsEast: offset))
      try household.setPolicy(TestPolicy(windows: windows).text)
      #expect(try household.pavise("authorize", "child").succeeded)
      var monitor = try household.startMonitor()
      var sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }
      try household.eventually("the policy is in force") { try household.inForce()?.policy != nil }
      let running = try household.startAsChild(game, "10000")

      var restarts: [Double] = []
      for _ in 0..<edges {
        // The clock is put a moment before the next edge.
        let lead = Double.random(in: 0.3...1.2, using: &generator)
        let toEdge = step - localSecond() % step
        offset += toEdge - Int(lead.rounded(.up))
        try household.configure(zone: posixZone(secondsEast: offset))
        let pause = Double.random(in: 0...1.6, using: &generator)
        usleep(UInt32(pause * 1_000_000))

        let victims = Int.random(in: 0..<3, using: &generator)
        if victims != 1 { monitor.kill() }
        if victims != 0 { sync.kill() }
        if victims != 1 { _ = try monitor.wait(timeout: 5) }
        if victims != 0 { _ = try sync.wait(timeout: 5) }
        usleep(UInt32.random(in: 0...700_000, using: &generator))
        let began = Clock.monotonic()
        if victims != 1 { monitor = try household.startMonitor() }
        if victims != 0 { sync = try household.startSync() }

        var seen = ""
        try household.eventually("the state is as the clock says: \(seen)") {
          // Not across an edge: what is looked at must be of one instant.
          let wanted = isDowntime()
          let isRefused = !(try household.runAsChild(game, "0").succeeded)
          let frozen = isFrozen(running.pid)
          seen = "\(localSecond()) s, wanted \(wanted), refused \(isRefused), frozen \(frozen)"
          return wanted == isDowntime() && isRefused == wanted && frozen == wanted
        }
        if victims != 1 { restarts.append(Clock.monotonic() - began) }
        try expectBalancedJournal(household, since: start)
      }
      #expect(household.status(of: running.pid)["State"] != nil, "the frozen program lives on")
      return restarts
    }

    /// Every start has one end, or is running; nothing is delivered twice unless it is marked as given again.
    private static func expectBalancedJournal(_ household: Household, since: Date) throws {
      let bytes = try FileStorage(root: household.shared).read(CallbackJournal.name) ?? Data()
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      var delivered: [ActivityCallback] = []
      for line in lines {
        guard case .callback(let record) = CallbackJournal.Line(String(line)) else { continue }
        if record.phase == .delivered { delivered.append(record.callback) }
      }
      #expect(
        Set(delivered.map(\.identity)).count == delivered.count, "a callback was delivered twice")
      for (_, calls) in Dictionary(grouping: delivered, by: \.activity) {
        var isRunning = false
        for call in calls where [.intervalDidStart, .intervalDidEnd].contains(call.call) {
          #expect(isRunning == (call.call == .intervalDidEnd), "\(call) out of order")
          isRunning = call.call == .intervalDidStart
        }
      }
    }

    private static func clock(_ second: Int) -> String {
      let (hour, minute) = (second / 3600 % 24, second / 60 % 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
  }
}
