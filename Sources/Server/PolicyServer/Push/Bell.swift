import CSystem
import Glibc
import System

/// Wakes a thread that waits.
final class Bell: Sendable {
  private let counter: Descriptor

  init() throws(SystemError) {
    counter = Descriptor(
      owning: try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  func ring() {
    // Only a counter that is full refuses, and then it is ringing already.
    eventfd_write(counter.raw, 1)
  }

  /// Returns when it was rung since the last wait, or when the time is up.
  func wait(seconds: Int?) {
    var request = pollfd(fd: counter.raw, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, seconds.map { Int32($0 * 1000) } ?? -1) == -1, errno == EINTR {}
    var count: eventfd_t = 0
    eventfd_read(counter.raw, &count)
  }
}

/// Runs `body` in a thread of its own that nobody joins.
///
/// - Returns: The code of `pthread_create`.
func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
  let box = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let code = pthread_create(&thread, nil, runThreadBody, box.toOpaque())
  if code == 0 { pthread_detach(thread) } else { box.release() }
  return code
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
