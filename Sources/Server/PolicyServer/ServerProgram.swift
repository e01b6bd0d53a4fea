import Glibc
package import System

/// `pavise-server` from its options to its end.
package struct ServerProgram {
  private let options: ServerOptions
  private let transport: (String) -> any PushTransport
  private let log: Log

  /// - Parameter transport: Makes what carries pushes to a topic's URL.
  package init(
    _ options: ServerOptions, log: Log, transport: @escaping (String) -> any PushTransport
  ) {
    self.options = options
    self.log = log
    self.transport = transport
  }

  /// Serves until SIGTERM or SIGINT. Called before any other thread exists.
  ///
  /// - Parameter announce: Given the lines for whoever started the program: where it listens, and once the parent's token.
  package func run(announce: (String) -> Void) throws {
    let address = try ListenAddress(options.listen, allowRemote: options.allowsRemote)
    // What the database holds is nobody else's to read.
    umask(0o077)
    let household = try Household(path: options.database)
    if let file = options.parentTokenFile {
      try ParentToken.establish(in: household, file: file)
    } else if let token = try ParentToken.establish(in: household) {
      announce("parent token, shown this once: \(token.text)")
    }
    var loop = try EventLoop.open()
    let service = try PolicyService(
      household: household, rateLimit: options.rateLimit, push: options.ntfy.map(transport),
      log: log)
    let server = try HTTPServer(on: address, limits: options.limits, handler: service)
    announce("listening on http://\(server.address.authority)")
    log(.info, "started", ["address": server.address.authority, "database": options.database])
    while true {
      switch try loop.wait(until: nil) {
      case .signal(SIGTERM), .signal(SIGINT):
        server.stop()
        log(.info, "stopped")
        return
      default: continue
      }
    }
  }
}
