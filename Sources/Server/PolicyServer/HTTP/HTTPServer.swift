import CMicroHTTPD
import Glibc
import System

/// Serves HTTP on one address, in one thread of its own that waits in epoll.
///
/// What a client can cost is bounded: 64 KiB for the head of a request, `Limits/body` for the body, a time for
/// sending all of it, and a number of connections. A client that is slow or sends nothing holds up nobody.
package final class HTTPServer: Sendable {
  package struct Limits: Equatable, Sendable {
    /// Bytes of a request's body.
    package var body = 4 << 20
    /// Seconds in which a request has to be complete.
    package var exchange = 30.0
    /// Seconds after which a silent connection is closed.
    package var idle: UInt32 = 15
    package var connections: UInt32 = 512
    package var connectionsPerAddress: UInt32 = 256

    package init() {}
  }

  package enum Fault: Error, CustomStringConvertible {
    case notStarted

    package var description: String { "the HTTP server could not be started" }
  }

  /// With the port that was chosen.
  package let address: ListenAddress
  private let daemon: RunningDaemon

  package init(
    on address: ListenAddress, limits: Limits = Limits(), handler: any HTTPHandler
  ) throws {
    let listener = try address.listen()
    self.address = listener.address
    let service = HTTPService(handler: handler, limits: limits)
    let context = Unmanaged.passRetained(service)
    guard
      let daemon = pavise_mhd_start(
        listener.socket.raw, httpAnswer, context.toOpaque(), httpCompleted, limits.idle,
        limits.connections,
        limits.connectionsPerAddress)
    else {
      context.release()
      throw Fault.notStarted
    }
    _ = listener.release()
    self.daemon = RunningDaemon(address: UInt(bitPattern: daemon), context: context)
  }

  /// Finishes the answers that are being made, closes every connection and returns.
  package func stop() {
    daemon.stop()
  }

  deinit {
    daemon.stop()
  }
}

/// What all exchanges of a server share.
final class HTTPService: Sendable {
  let handler: any HTTPHandler
  let limits: HTTPServer.Limits

  init(handler: any HTTPHandler, limits: HTTPServer.Limits) {
    self.handler = handler
    self.limits = limits
  }
}
