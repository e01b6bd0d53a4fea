import CMicroHTTPD
import Synchronization

/// The C library's server until it is stopped, once.
final class RunningDaemon: Sendable {
  /// The address of the C structure, and what its callbacks are given; nil once it is stopped.
  private let state: Mutex<State?>

  private struct State: Sendable {
    let address: UInt
    let context: UInt
  }

  init(address: UInt, context: Unmanaged<HTTPService>) {
    state = Mutex(State(address: address, context: UInt(bitPattern: context.toOpaque())))
  }

  func stop() {
    let stopped = state.withLock { state in
      defer { state = nil }
      return state
    }
    guard let stopped else { return }
    // Joins the library's thread, so that nobody uses the context afterwards.
    MHD_stop_daemon(OpaquePointer(bitPattern: stopped.address))
    if let context = UnsafeRawPointer(bitPattern: stopped.context) {
      Unmanaged<HTTPService>.fromOpaque(context).release()
    }
  }
}
