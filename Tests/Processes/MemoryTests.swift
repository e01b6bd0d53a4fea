import FoundationEssentials
import Glibc
import PhosraAPI
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `A long life of pavise-sync` {
    /// Ten times as many polls leave the memory as it is: 5,000 after 500 with `PAVISE_CAMPAIGN=5000`. By default 300
    /// after 30, which shows a leak of some hundred bytes a poll no more, so the full size counts.
    @Test(.timeLimit(.minutes(10)))
    func `takes no more memory after many polls than after few`() async throws {
      let home = try ServedHome()
      defer { home.remove() }
      let server = try home.startServer()
      try home.setUp(dailyLimit: 60)
      let device = try await home.register()
      let monitor = try home.startMonitor()
      let proxy = try FaultyProxy(upstream: home.serverPort)
      let sync = try home.startSync(port: proxy.port, ["--poll-interval", "0.01"])
      defer {
        sync.kill()
        monitor.kill()
        server.kill()
      }
      try home.eventually("the policy is acknowledged") {
        try home.device(device)["acknowledged_version"] != nil
      }
      let many = min(max(Campaign.rounds(300), 100), 5000)
      let early = try Self.resident(home, proxy, sync.pid, polls: many / 10)
      let late = try Self.resident(home, proxy, sync.pid, polls: many)
      print("pavise-sync: \(early) kB after \(many / 10) polls, \(late) kB after \(many)")
      #expect(Double(late) <= Double(early) * 1.1)
    }

    /// In kB, once it has polled so often.
    private static func resident(
      _ home: ServedHome, _ proxy: FaultyProxy, _ pid: Int32, polls: Int
    ) throws -> Int {
      try home.eventually(within: 240, "\(polls) polls") {
        usleep(20_000)
        return proxy.exchanges.count >= polls
      }
      let bytes = try #require(try FileStorage(root: "/proc/\(pid)").read("status"))
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmRSS:") }
      return try #require(line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) })
    }
  }
}
