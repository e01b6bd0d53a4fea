import CSystem
import Glibc

/// What a process that holds a secret does so that it stays in the process.
package enum ProcessSecrecy {
  /// Keeps this process's memory out of core dumps and out of reach of other processes of the same user.
  ///
  /// Not by `RLIMIT_CORE`, which a dump that is piped to a program ignores.
  package static func forbidDumps() throws(SystemError) {
    try check("prctl") { pavise_forbid_dumps() }
  }

  /// Whether ``forbidDumps()`` is in effect.
  package static var forbidsDumps: Bool { pavise_forbids_dumps() == 1 }
}
