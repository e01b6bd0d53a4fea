import ActivityEngine
package import SharedDirectory
package import System
import TimeZoneRules

/// A shared directory, and the programs that meet in it at the time of one clock, in UTC.
package protocol TestHome {
  var storage: any Storage { get }
  var clock: TestClock { get }
  /// What the frameworks say of what goes wrong.
  var recorder: LogRecorder { get }
}

extension TestHome {
  package func prepareLayout() throws {
    try SharedDirectory(storage: storage, as: ControlRole.self).prepareLayout()
  }

  package func group<Role: WriterRole>(_ role: Role.Type) -> AppGroup<Role> {
    AppGroup(
      SharedDirectory(storage: storage, as: role),
      world: AppGroupWorld(
        now: { [clock] in clock.now }, zones: { Zones(local: .utc) },
        log: .recording(to: recorder)))
  }

  package var sync: AppGroup<SyncRole> { group(SyncRole.self) }
  package var monitor: AppGroup<MonitorRole> { group(MonitorRole.self) }
  package var control: AppGroup<ControlRole> { group(ControlRole.self) }

  package var guardian: Guardian {
    guardian(Caller(user: "root", isRoot: true, groups: []))
  }

  package func guardian(_ caller: Caller) -> Guardian {
    Guardian(directory: control.directory, caller: caller, now: { [clock] in clock.now })
  }
}
