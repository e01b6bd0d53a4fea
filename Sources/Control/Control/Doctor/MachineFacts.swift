package import SharedDirectory
package import System

/// What the checks of `pavise doctor` need to know of a machine. Nil is what this caller cannot see.
package struct MachineFacts: Equatable, Sendable {
  /// How an attempt ended.
  package enum Attempt: Equatable, Sendable {
    case succeeded
    case refused(String)
    case notTried
  }

  package enum Freezer: Equatable, Sendable {
    case absent, readOnly, withoutFreezing, ready
  }

  package struct FileSystem: Equatable, Sendable {
    /// A folder of programs.
    package var path: String
    package var takesAccessLists: Bool?
  }

  package enum ManagedUser: Equatable, Sendable {
    /// The configuration cannot be read.
    case unknown
    case none
    case missing(String)
    case root(String)
    case guardian(String)
    case found(String)
  }

  package enum Directory: Equatable, Sendable {
    case absent, hidden
    /// With what is not as `launch/install` sets it.
    case present(faults: [String])
  }

  package struct Unit: Equatable, Sendable {
    package var isInstalled: Bool
    package var isRunning: Bool
    /// How many descriptors systemd keeps for it.
    package var storedDescriptors: Int
  }

  package enum Zone: Equatable, Sendable {
    case known(String)
    case unknown(String)
  }

  package var isRoot: Bool
  /// Making a fanotify group that holds executions.
  package var gate: Attempt
  package var freezer: Freezer?
  package var hasProcessDescriptors: Bool
  /// `vm.memfd_noexec`; nil where the kernel has no such setting.
  package var executableMemory: Int?
  package var programFolders: [FileSystem]
  package var managedUser: ManagedUser
  package var homeForbidsExecution: Bool?
  package var hasLogind: Bool
  /// `x11`, `wayland` and the like of the managed user's sessions; empty while he has none.
  package var sessionTypes: [String]?
  /// How far PAM asks our list.
  package var logins: EnforcementStatus
  package var hasNotifier: Bool
  package var sessionBus: Presence
  package var hasDisplayManager: Bool
  package var browsers: [String]
  /// The monitor's; nil where systemd does not run or says nothing.
  package var unit: Unit?
  package var monitor: DaemonState?
  package var sync: DaemonState?
  package var directory: Directory
  package var isClockSynchronised: Bool?
  package var year: Int
  package var hasZoneDatabase: Bool
  package var zone: Zone
}
