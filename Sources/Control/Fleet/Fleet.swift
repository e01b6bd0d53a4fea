package import PhosraAPI

/// Many devices over some time, each with the schedule that a real one has, and what they ask of the service.
///
/// Pure, in simulated time: each device is played on its own, since none knows of the others. Answers take no time.
package struct Fleet: Sendable {
  package var devices: Int
  /// In seconds.
  package var duration = 86_400.0
  package var timing = SyncTiming()
  /// What each device has to tell in this time, at random instants: one request each.
  package var reports = 6
  package var outage: Outage?
  package var seed: UInt64 = 1

  /// A time in which no request succeeds.
  package struct Outage: Sendable {
    /// In seconds from the start.
    package var times: Range<Double>
    /// What the devices see of it: nothing answers, or keys are refused, as when the service has lost its database.
    package var outcome: SyncSchedule.Outcome

    package init(_ times: Range<Double>, seenAs outcome: SyncSchedule.Outcome = .failed) {
      self.times = times
      self.outcome = outcome
    }
  }

  package init(devices: Int) {
    self.devices = devices
  }

  /// Plays all of it.
  package func load() -> FleetLoad {
    var load = FleetLoad(seconds: Int(duration.rounded(.up)))
    var chance = DeviceChance(seed: seed)
    for _ in 0..<devices {
      var device = FleetDevice(self, chance: DeviceChance(seed: chance.next()))
      device.run { load.count(at: $0) }
    }
    return load
  }
}
