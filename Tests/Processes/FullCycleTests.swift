import CompiledPolicy
import FoundationEssentials
import Glibc
import PhosraAPI
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `The full cycle` {
    @Test(.timeLimit(.minutes(2)))
    func
      `registers, applies, reports, follows a push, outlives a revoked key, and registers again`()
      async throws
    {
      let home = try ServedHome()
      defer { home.remove() }
      var server = try home.startServer()
      try home.setUp(dailyLimit: 60)
      let first = try await home.register()
      var monitor = try home.startMonitor()
      var sync = try home.startSync(port: home.serverPort)
      defer {
        sync.kill()
        monitor.kill()
        server.kill()
      }

      // Fetch, apply, report, acknowledge.
      let version = try home.parent(.get, "/policies/\(home.policy)").integer("version")
      try home.eventually("the policy is acknowledged") {
        try home.device(first)["acknowledged_version"] == .integer(version)
      }
      #expect(try home.versionInForce() == version)
      try home.eventually("the report says that nothing is enforced, and why") {
        guard let newest = try home.reports().first?["payload"] else { return false }
        return try newest.integer("policy_version") == version
          && "\(newest)".contains("no managed user")
      }

      // Edit, push, apply again.
      let began = Clock.monotonic()
      let edited = try home.edit(dailyLimit: 90)
      #expect(edited > version)
      try home.push(version: edited)
      try home.eventually("the edited policy is in force") {
        try home.versionInForce() == edited
      }
      let seconds = Clock.monotonic() - began
      print("from the parent's edit to the new policy in force: \(Int(seconds * 1000)) ms")
      #expect(seconds < 2)
      try home.eventually("the edited policy is acknowledged") {
        try home.device(first)["acknowledged_version"] == .integer(edited)
      }
      let reports = try home.reports().filter {
        try $0["payload"]?.integer("policy_version") == edited
      }
      #expect(reports.count == 1, "it is reported once the monitor has it, not before")

      // Revoke.
      _ = try home.parent(.delete, "/devices/\(first)")
      #expect(try home.syncFaults().isEmpty)
      try home.push(version: edited + 1)
      try home.eventually("the refusal is shown") {
        try home.syncFaults().contains("service unauthorized")
      }
      let status = try Self.status(of: home)
      #expect(status.contains("service unauthorized"), "\(status)")
      #expect(try home.versionInForce() == edited, "the last policy stays")
      let unseen = try home.edit(dailyLimit: 30)
      try home.push(version: unseen)

      // Register again: the new key counts at once, whatever the wait.
      let second = try await home.register()
      try home.eventually("the new device has the newest policy") {
        try home.device(second)["acknowledged_version"] == .integer(unseen)
      }
      #expect(try home.versionInForce() == unseen)
      try home.eventually("nothing is wrong any more") { try home.syncFaults().isEmpty }
      #expect(try home.device(first)["status"] == .string("revoked"))

      sync.kill(SIGTERM)
      monitor.kill(SIGTERM)
      server.kill(SIGTERM)
      #expect(try sync.wait(timeout: 10) == .exited(0))
      #expect(try monitor.wait(timeout: 10) == .exited(0))
      #expect(try server.wait(timeout: 10) == .exited(0))
    }

    private static func status(of home: ServedHome) throws -> String {
      try ChildProcess.run(
        [Household.program("pavise"), "--directory", home.shared, "status"], timeout: 20
      ).outputText
    }
  }
}
