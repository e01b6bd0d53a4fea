import CSystem
import Glibc

/// A thread of its own for work that must go on while the rest of the program waits.
///
/// It receives no signals and never touches the concurrent pool, so an idle one costs no wake-up.
package struct DedicatedThread: ~Copyable, Sendable {
  private let thread: pthread_t

  package init(_ body: @escaping @Sendable () -> Void) throws {
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(body))
    let code = pthread_create(&thread, nil, startDedicatedThread, context.toOpaque())
    if code != 0 {
      context.release()
      throw SystemError(call: "pthread_create", code: code)
    }
    self.thread = thread
  }

  /// Waits until the body has returned.
  deinit {
    pthread_join(thread, nil)
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func startDedicatedThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
