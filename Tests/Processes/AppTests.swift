import ActivityEngine
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite struct `An app and its extension, as their iOS source looks` {
    @Test(.timeLimit(.minutes(2)))
    func `meet in the shared directory without passing it around`() throws {
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game")
      try household.configure(zone: "UTC0")
      let environment = [
        "PAVISE_DIRECTORY": household.shared, "PATH": "/usr/bin:/bin", "TZ": "UTC",
      ]
      let log = try Descriptor.open(
        "\(household.root)/monitor.log", O_WRONLY | O_CREAT, mode: 0o644)
      let input = try Descriptor.open("/dev/null", O_RDONLY)
      var monitor = try ChildProcess.start(
        [Household.program("ExampleMonitor")], environment: environment,
        streams: .init(input: input.raw, output: log.raw, errors: log.raw))
      defer { monitor.kill() }

      let app = try ChildProcess.run(
        [Household.program("ExampleApp")], environment: environment, timeout: 20)
      #expect(app.outputText == "focus\n", "\(app.errorsText)")
      try household.eventually("the extension has blocked the game") {
        !(try household.runAsChild(game, "0").succeeded)
      }
      #expect(try household.directory.mergedStores().map(\.name) == ["focus"])

      #expect(try household.pavise("revoke").succeeded)
      try household.eventually("the revocation lifts it") {
        try household.runAsChild(game, "0").succeeded
      }
      monitor.kill(SIGTERM)
      #expect(try monitor.wait(timeout: 5) == .exited(0))
      let again = try ChildProcess.run(
        [Household.program("pavise"), "--directory", household.shared, "log", "--json"], timeout: 10
      )
      #expect(again.outputText.contains("intervalDidStart"))
      #expect(again.outputText.contains("revoked"))
    }
  }
}
