import FoundationEssentials
import MonitorService
import SharedDirectory

/// Plays stories with the engine, the shared directory and the monitor's loop that the daemons use.
package enum Replay {
  /// Plays `story` and judges it.
  ///
  /// - Parameters:
  ///   - quirks: Faults of real systems to put between the monitor and its handlers.
  ///   - seed: Where several orders are allowed, which one: whether the monitor makes a pass between two deeds of one
  ///     instant. Nil: it does not.
  package static func play(_ story: Story, quirks: [Quirk] = [], seed: UInt64? = nil) -> Replayed {
    play(story, quirks: quirks, seed: seed, power: nil)
  }

  /// The same with the power failing under the monitor.
  static func play(
    _ story: Story, quirks: [Quirk] = [], seed: UInt64? = nil, power: PowerFailures?
  ) -> Replayed {
    var replayed = Replayed(
      story: story, quirks: quirks, seed: seed, transcript: Transcript(), lines: [], failures: [])
    do {
      let world = try SimulatedWorld(story, quirks: quirks, seed: seed, power: power)
      run(world)
      replayed.transcript = world.finish()
      replayed.failures = world.failures
      replayed.lines =
        Comparison(
          story: story, calls: replayed.transcript.calls, findings: world.findings
        ).lines
    } catch {
      replayed.failures.append("the story cannot be played: \(error)")
    }
    return replayed
  }

  private static func run(_ world: SimulatedWorld) {
    while true {
      do {
        if world.isMonitorAlive {
          world.monitorGroup = SimulatedWorld.group(world.disk, world.clock)
          var loop = try MonitorLoop(
            world: world, group: world.monitorGroup, monitor: Receiver(world: world))
          return try loop.run()
        }
        if world.isOver { return }
        try world.stepWithoutMonitor()
      } catch {
        world.monitorFailed(error)
      }
    }
  }
}
