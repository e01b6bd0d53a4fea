package import ActivityEngine
import FoundationEssentials

/// What the guardian decides about this machine (`config.json`). Every field may be left out.
package struct Configuration: Codable, Equatable, Sendable {
  /// The login name of the child. Without one every backend runs dry (design decision 9).
  package var managedUser: String?
  /// Members of this group, and root, may grant and revoke `child` authorization (rule A3).
  package var guardianGroup: String?
  /// The zone that schedules are read in: a name of the zone database or a POSIX TZ rule. Absent: the machine's.
  package var zone: String?
  /// When edges are delivered (rule I9). Absent: on the dot.
  package var delivery: ActivityEngine.Delivery?
  /// What happens when the service says that there is no active policy (rule P3). Absent: `lift`.
  package var whenNoPolicy: WhenNoPolicy?
  /// Where desktop entries are looked for, instead of the places of the desktop entry specification.
  package var applicationDirectories: [String]?
  /// Mount points to which allowlist mode is confined. Absent: all on which the managed user could put a program.
  package var programMounts: [String]?

  package enum WhenNoPolicy: String, Codable, Sendable {
    case lift, keep
  }

  package init() {}

  package var effectiveGuardianGroup: String { guardianGroup ?? "pavise-guardians" }
  package var effectiveDelivery: ActivityEngine.Delivery { delivery ?? .onTheDot }
  package var effectiveWhenNoPolicy: WhenNoPolicy { whenNoPolicy ?? .lift }
}
