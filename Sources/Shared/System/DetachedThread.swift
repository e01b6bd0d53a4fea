import Glibc

/// A thread of its own for something that blocks, so that the pool of the language's concurrency, which wakes for ever
/// once it was used, is left alone.
package enum DetachedThread {
  /// Runs `body` on a new thread that takes no signals.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(body))
    // A thread inherits the mask. Signals are for the threads that wait for them; SIGPIPE is for nobody.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, runWork, work.toOpaque())
    if code != 0 {
      work.release()
      throw SystemError(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
  return nil
}
