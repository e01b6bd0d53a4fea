import CSystem
import Glibc

/// What this kernel can do, found out by asking it. Nothing is changed by that.
package enum KernelProbe {
  /// Whether processes can be held by descriptors (Linux 5.3).
  package static var hasProcessDescriptors: Bool {
    let raw = pidfd_open(getpid(), 0)
    if raw >= 0 { close(raw) }
    return raw >= 0
  }

  /// Whether something keeps the wall clock right, as it has told the kernel; nil where the kernel does not say.
  package static var isClockSynchronised: Bool? {
    var state = timex()
    let answer = adjtimex(&state)
    return answer == -1 ? nil : state.status & STA_UNSYNC == 0
  }
}

/// Whether there is something at a path, as far as this process may know.
package enum Presence: Equatable, Sendable {
  case present, absent
  /// It lies where this process may not look.
  case hidden

  package init(of path: String) {
    self = access(path, F_OK) == 0 ? .present : errno == ENOENT ? .absent : .hidden
  }
}
