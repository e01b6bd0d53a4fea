import CompiledPolicy
import FoundationEssentials
import PhosraAPI
import SharedDirectory
import System
import Testing
import TimeZoneRules
import UseAccounting

extension Processes {
  @Suite struct `Screen time at a service` {
    private func reports(_ home: ServedHome) throws -> [JSONValue] {
      try home.reports().filter { $0["report_type"] == .string("screen_time") }
    }

    @Test(.timeLimit(.minutes(1)))
    func `is told once for a day, through kills, and names what the policy names alone`()
      async throws
    {
      let home = try ServedHome()
      defer { home.remove() }
      let server = try home.startServer()
      defer { server.kill() }
      try home.setUp(dailyLimit: 60)
      _ = try await home.register()
      var first = try home.startSync(port: home.serverPort)
      try home.eventually("a policy is applied") { try home.directory.read(.policy) != nil }
      first.kill()
      _ = try first.wait(timeout: 5)
      let storage = FileStorage(root: home.shared)
      let now = Clock.now()
      let name = UsageDay.name(of: now.addingTimeInterval(-86400), in: .utc)
      var day = UsageDay(date: name)
      for (application, end) in [("org.example.game", 42.0), ("org.example.diary", 60)] {
        day.add(
          UseRecord(
            applications: [application], start: now.addingTimeInterval(-86400),
            seconds: (end - day.position / 60) * 60, end: end * 60))
      }
      day.describe { .init(identifiers: [$0], categories: ["games"]) }
      try SharedDirectory(storage: storage, as: MonitorRole.self).write(.usage(name), day)

      // As if sync had run two days ago: the instant that it drew then has passed.
      let directory = SharedDirectory(storage: storage, as: SyncRole.self)
      let grant = try #require(try home.directory.read(.authorization)?.grantInForce)
      let before = now.addingTimeInterval(-2 * 86400)
      var progress = ScreenTimeProgress(grant: grant, seed: "seed", at: before, in: .utc)
      var generator = SystemRandomNumberGenerator()
      progress.plan([], at: before, in: .utc, using: &generator)
      var document = try home.directory.read(.sync) ?? SyncDocument()
      document.screenTime = progress
      try directory.write(.sync, document)

      for round in 0..<3 {
        var sync = try home.startSync(port: home.serverPort)
        defer {
          sync.kill()
          _ = try? sync.wait(timeout: 5)
        }
        // The first one is killed at whatever it does.
        if round == 0 { continue }
        try home.eventually("the day is told") { try reports(home).count == 1 }
        try home.eventually("and that was noted") { try storage.list("outbox").isEmpty }
      }
      let answer = try home.parent(
        .get, "/children/\(home.child)/screen-time?from=\(name)&through=\(name)")
      let shown = try #require(answer.list.first)
      #expect("\(shown["total_minutes"] ?? .null)".contains("60"))
      #expect("\(shown["by_category"] ?? .null)".contains("games"))
      #expect("\(shown["top_apps"] ?? .null)".contains("org.example.game"))
      #expect(!"\(try reports(home))".contains("diary"))
      #expect(try reports(home).count == 1)
    }
  }
}
