import CSystem
import Glibc

/// Wakes a thread that waits for descriptors, from any other one.
package final class Bell: Sendable {
  private let event: Descriptor

  package init() throws(SystemError) {
    event = Descriptor(
      owning: try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Readable from a ``ring()`` until the next ``silence()``.
  package var descriptor: Int32 { event.raw }

  package func ring() {
    var one: UInt64 = 1
    // Fails only when it is ringing already, 2^64 times over.
    _ = write(event.raw, &one, MemoryLayout<UInt64>.size)
  }

  /// - Returns: Whether it was ringing.
  @discardableResult
  package func silence() -> Bool {
    var count: UInt64 = 0
    return read(event.raw, &count, MemoryLayout<UInt64>.size) > 0
  }
}
