import CSystem
import Glibc

/// Becomes readable when a process, of whomever, ends.
package struct ProcessEnd: ~Copyable {
  private let descriptor: Descriptor

  /// Nil when the process has ended already.
  package init?(of pid: Int32) {
    let raw = pidfd_open(pid, 0)
    guard raw >= 0 else { return nil }
    descriptor = Descriptor(owning: raw)
  }

  package var raw: Int32 { descriptor.raw }
}
