import Glibc

/// The signal for writing to a connection that the other side has closed, whose default is to end the process.
package enum BrokenPipe {
  /// Keeps it from this thread; the write fails all the same.
  package static func block() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
  }
}
