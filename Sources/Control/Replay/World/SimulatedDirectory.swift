import ActivityEngine
import SharedDirectory

/// A shared directory as an installation leaves it.
enum SimulatedDirectory {
  static func prepare(_ disk: SimulatedDisk, delivery: ActivityEngine.Delivery) throws {
    let directory = SharedDirectory(storage: disk, as: ControlRole.self)
    try directory.prepare()
    for name in ["activities", "health", "selections", "stores"] {
      try disk.makeDirectory(name, mode: 0o750)
    }
    for role in [SyncRole.name, MonitorRole.name, ControlRole.name] {
      try disk.makeDirectory("stores/\(role)", mode: 0o750)
    }
    var configuration = Configuration()
    configuration.delivery = delivery
    try directory.write(.configuration, configuration)
  }
}
