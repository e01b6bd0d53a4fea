import ActivityEngine
import FoundationEssentials
import SharedDirectory

/// What `status` says, and the shape of `status --json`.
///
/// `format` grows when a field changes its meaning or goes; fields may be added without that. Dates are ISO 8601 in UTC.
/// A field that comes from a file that cannot be used is absent, and the file stands in `damaged`.
struct StatusReport: Codable, Equatable {
  var format = 1
  var directory: String
  var at: Date
  /// The zone that schedules are read in.
  var zone: String
  var authorization: AuthorizationState
  var daemons: [Daemon] = []
  /// Absent before the first policy.
  var policy: Policy?
  /// Absent if every backend runs dry.
  var managedUser: String?
  /// As the monitor last read it back; absent before its first pass.
  var inForce: InForceState?
  /// What is in force by rule category, as `pavise-sync` last reported it for the applied policy.
  var categories: [CategoryResult] = []
  /// Starts and ends to come, the next first.
  var edges: [Edge] = []
  var selections: [Selection] = []
  /// Faults that last, as the daemons noted them.
  var faults: [Fault] = []
  var damaged: [Damage] = []
  var warnings: [Warning] = []

  struct AuthorizationState: Codable, Equatable {
    /// `notDetermined`, `denied`, `approved`, or `unreadable`.
    var status: String
    var member: String?
    var since: Date?
  }

  struct Daemon: Codable, Equatable {
    var name: String
    var isRunning: Bool
    var pid: Int32?
    /// The authorization as this daemon last saw it.
    var authorization: String?
  }

  struct Policy: Codable, Equatable {
    var policyID: String
    var policyVersion: Int
    var status: String
    var appliedAt: Date
    var isLifted: Bool
    /// Whether `pavise-sync` has acknowledged this version.
    var isAcknowledged: Bool
  }

  struct InForceState: Codable, Equatable {
    var running: [RunningActivity]
    /// Names of the stores that restrict something.
    var stores: [String]
    var backends: [BackendReport]
    /// That the managed user is locked out of the device; absent if he is not.
    var lock: DeviceLock?
  }

  struct Edge: Codable, Equatable {
    enum Kind: String, Codable {
      case start, end
    }

    var at: Date
    var kind: Kind
    var activity: String
  }

  struct Selection: Codable, Equatable {
    var name: String
    var pickedAt: Date
    var counts: StoredSelection.Counts
    /// Its tokens stand for nothing any more; it must be picked again (rule A7).
    var isVoid: Bool
    /// What is wrong with the stored selection, if it cannot be read (rule B4).
    var error: String?
  }

  struct Fault: Codable, Equatable {
    var daemon: String
    var code: String
    var subject: String?
    var since: Date
    var words: String
  }

  struct Damage: Codable, Equatable {
    var file: String
    var reason: String
    /// Whether the last good copy stands in for it (rule D6).
    var isReplaced: Bool
  }

  struct Warning: Codable, Equatable {
    /// A constant word that programs can test.
    var code: String
    var words: String
  }

  /// Whether `status --check` finds nothing to complain about.
  var isFine: Bool { warnings.isEmpty && faults.isEmpty && damaged.isEmpty }
}
