import CompiledPolicy
import FoundationEssentials
import Glibc
import PhosraAPI
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `pavise register` {
    @Test(.timeLimit(.minutes(2)))
    func `has the daemon that runs follow the service, and replaces the key`() throws {
      let home = try ServedHome()
      defer { home.remove() }
      let server = try home.startServer()
      try home.setUp(dailyLimit: 60)
      let monitor = try home.startMonitor()
      // Follows a directory as long as there is no service.
      let sync = try home.startUnregisteredSync()
      defer {
        sync.kill()
        monitor.kill()
        server.kill()
      }
      try home.eventually("sync is there") {
        try LivenessLock.holder(of: "\(home.shared)/sync.alive") != nil
      }

      let first = try register(home)
      let version = try home.parent(.get, "/policies/\(home.policy)").integer("version")
      try home.eventually("the policy is acknowledged") {
        try home.device(first)["acknowledged_version"] == .integer(version)
      }
      let key = try text("\(home.shared)/device-key")
      #expect(key.count > 30)
      for file in [
        "/proc/\(sync.pid)/cmdline", "/proc/\(sync.pid)/environ", "\(home.root)/pavise-sync.log",
        "\(home.shared)/service.json", "\(home.shared)/health/sync.json",
        "\(home.shared)/sync.json",
      ] {
        #expect(try !text(file).contains(key), "\(file)")
      }

      let edited = try home.edit(dailyLimit: 90)
      try pavise(home, "push", "--version", "\(edited)")
      try home.eventually("the push is followed") { try home.versionInForce() == edited }

      _ = try home.parent(.delete, "/devices/\(first)")
      try pavise(home, "sync")
      try home.eventually("the refusal is told") {
        try home.syncFaults().contains("service unauthorized")
      }
      #expect(try home.versionInForce() == edited)
      let second = try register(home)
      #expect(second != first)
      #expect(try text("\(home.shared)/device-key") != key)
      try home.eventually("the new key is taken") { try home.syncFaults().isEmpty }
    }

    /// With a pairing token, as a person would.
    ///
    /// - Returns: What the service calls this machine.
    private func register(_ home: ServedHome) throws -> String {
      let token = try home.parent(.post, "/children/\(home.child)/pairing-tokens", "").text("token")
      try FileStorage(root: home.root).replace("pairing", mode: 0o600) { Data(token.utf8) }
      let words = try pavise(
        home, "register", "--server", home.baseURL, "--child", home.child, "--parent-token",
        "\(home.root)/pairing")
      let key = try text("\(home.shared)/device-key")
      #expect(!words.contains(key) && !words.contains(token))
      var status = stat()
      try check("stat") { stat("\(home.shared)/device-key", &status) }
      #expect(status.st_mode & 0o777 == 0o600)
      let registration = try home.directory.read(.registration)
      return try #require(registration).device
    }

    /// - Returns: What it said.
    @discardableResult
    private func pavise(_ home: ServedHome, _ words: String...) throws -> String {
      let outcome = try ChildProcess.run(
        [Household.program("pavise"), "--directory", home.shared] + words, timeout: 20)
      #expect(outcome.succeeded, "\(outcome.errorsText)")
      return outcome.outputText + outcome.errorsText
    }

    private func text(_ path: String) throws -> String {
      guard let file = try Descriptor.openIfPresent(path, O_RDONLY) else { return "" }
      return String(decoding: try file.readAll(), as: UTF8.self).filter { $0 != "\n" }
    }
  }
}
