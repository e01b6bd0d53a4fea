import SharedDirectory

/// Cuts the power under the running monitor again and again, at random steps of the disk, and restarts the machine at
/// the same instant.
final class PowerFailures {
  private var chance: Chance
  private(set) var count = 0

  init(seed: UInt64) {
    chance = Chance(seed: seed)
  }

  /// Called when the monitor begins a pass: in half of them the power will fail, if the pass takes so many steps.
  func arm(_ disk: SimulatedDisk) {
    disk.failPower(after: chance.toss() ? Int(chance.next() % 60) : .max)
  }

  /// Called when the monitor waits, so that what the story tells happens with power on.
  func restore(_ disk: SimulatedDisk) {
    disk.failPower(after: .max)
  }

  func restartMachine(_ disk: SimulatedDisk) {
    count += 1
    disk.restorePower(losing: chance.toss() ? .everything : .some(seed: chance.next()))
    arm(disk)
  }
}
