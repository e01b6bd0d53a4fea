import DeviceActivity
import ActivityEngine
import FamilyControls
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing
import TestSupport

extension Processes {
  @Suite struct `Revocation on the real machine` {
    @Test(.timeLimit(.minutes(15)))
    func `voids everything, also when it is killed at a random instant in the middle`() throws {
      let seed = Campaign.seed
      print("revocation at random instants: PAVISE_SEED=\(seed)")
      var generator = SeededGenerator(seed: seed)
      let household = try Household()
      defer { household.remove() }
      let game = try household.install("game")
      // In the middle of a downtime that lasts all day but for an hour.
      try household.configure(
        zone: posixZone(secondsEast: secondsEast(showing: 12 * 3600, at: Clock.now())))
      try household.setPolicy(TestPolicy(windows: [("01:00", "00:00")]).text)
      var monitor = try household.startMonitor()
      var sync = try household.startSync()
      defer {
        monitor.kill()
        sync.kill()
      }

      for _ in 0..<Campaign.rounds(4) {
        let running = try household.startAsChild(game, "1000")
        #expect(try household.pavise("authorize", "child").succeeded)
        try household.eventually("the game is refused and frozen") {
          let isRefused = !(try household.runAsChild(game, "0").succeeded)
          return isRefused && isFrozen(running.pid)
        }
        #expect(try household.pavise("pick", "favourites", "org.example.game").succeeded)
        let vault = try #require(try household.directory.read(.vault))
        usleep(UInt32.random(in: 0...200_000, using: &generator))

        #expect(try household.pavise("revoke").succeeded)
        usleep(UInt32.random(in: 0...60_000, using: &generator))
        monitor.kill()
        if Bool.random(using: &generator) {
          sync.kill()
          _ = try sync.wait(timeout: 5)
          sync = try household.startSync()
        }
        _ = try monitor.wait(timeout: 5)
        usleep(UInt32.random(in: 0...100_000, using: &generator))
        monitor = try household.startMonitor()

        try household.eventually("everything is void") {
          guard let inForce = try household.inForce(), inForce.grant == nil,
            inForce.authorization == .denied,
            try household.directory.read(.sync)?.authorization == .denied
          else { return false }
          return true
        }
        #expect(try household.directory.read(.vault) == nil, "what the tokens stood for is gone")
        #expect(vault.count > 0)
        #expect(try household.directory.mergedStores().isEmpty)
        #expect(try household.directory.registrations().activities.isEmpty)
        #expect(try household.directory.read(.selection("favourites"))?.isVoid == true)
        #expect(try household.engine()?.occurrences.isEmpty == true)
        #expect(try household.runAsChild(game, "0").succeeded, "nothing is refused")
        #expect(!isFrozen(running.pid), "nothing is frozen")
        running.kill()
      }
    }
  }
}
