import CBacking
import Synchronization

/// Holds the backing of one framework for the whole process.
package final class BackingSlot<Backing: Sendable>: Sendable {
  private let installed = Mutex<Backing?>(nil)
  private let fallback: Backing

  package init(fallback: Backing) {
    self.fallback = fallback
  }

  package func install(_ backing: Backing) {
    installed.withLock { $0 = backing }
  }

  /// What is installed, after giving the library that knows the shared directory the chance to install itself.
  package var current: Backing {
    if let backing = installed.withLock({ $0 }) { return backing }
    // Without the lock: the library calls `install`.
    guard pavise_install_backing_if_linked() == 1 else { return fallback }
    return installed.withLock { $0 } ?? fallback
  }
}
