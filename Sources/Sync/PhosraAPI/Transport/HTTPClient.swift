import CCurl
package import System

/// Names a running exchange of one ``HTTPClient``.
package struct ExchangeID: Hashable, Sendable {
  let number: Int
}

/// Makes HTTP requests, with libcurl, for a thread that must not wait for them.
///
/// The thread waits for ``descriptor`` among its others and calls ``advance()`` when it is readable. An idle client wakes
/// nobody. Every exchange ends within the limits of the configuration, whatever the server does; only streams go on.
/// No redirect is followed, so no key ever goes to another place than the one it was meant for; there are no cookies.
///
/// It belongs to one thread at a time. Connections are kept and used again.
package final class HTTPClient {
  package enum Event: Sendable {
    /// Something more of a stream.
    case received(ExchangeID, [UInt8])
    case finished(ExchangeID, Result<HTTPResponse, HTTPFailure>)
  }

  private static let library = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  private let configuration: HTTPConfiguration
  private let multi: UnsafeMutableRawPointer
  private let readiness: ReadinessSet
  private var running: [ExchangeID: HTTPExchange] = [:]
  private var lastNumber = 0
  /// Nil while nothing is to be done at any time.
  private var armed: Double?

  package init(_ configuration: HTTPConfiguration = HTTPConfiguration()) throws {
    guard Self.library == CURLE_OK, let multi = curl_multi_init() else {
      throw HTTPFailure.machine("libcurl does not start")
    }
    self.configuration = configuration
    self.multi = multi
    do {
      readiness = try ReadinessSet.open()
    } catch {
      curl_multi_cleanup(multi)
      throw error
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard pavise_curl_multi_set_socket(multi, watchSocket, context) == CURLM_OK,
      pavise_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 4) == CURLM_OK
    else { throw HTTPFailure.machine("libcurl lacks an option that is needed") }
  }

  deinit {
    for exchange in running.values { curl_multi_remove_handle(multi, exchange.easy) }
    running = [:]
    curl_multi_cleanup(multi)
  }

  /// Readable when ``advance()`` has something to do.
  package var descriptor: Int32 { readiness.descriptor }

  /// Starts a request. Its end is told by ``advance()``, never before this returns.
  package func start(_ request: HTTPRequest) throws(HTTPFailure) -> ExchangeID {
    BrokenPipe.block()
    lastNumber += 1
    let id = ExchangeID(number: lastNumber)
    let exchange = try HTTPExchange(id: id, request, configuration: configuration)
    let code = curl_multi_add_handle(multi, exchange.easy)
    guard code == CURLM_OK else { throw .machine(String(cString: curl_multi_strerror(code))) }
    running[id] = exchange
    try arm()
    return id
  }

  /// Forgets an exchange; nothing more is told of it.
  package func cancel(_ id: ExchangeID) {
    guard let exchange = running.removeValue(forKey: id) else { return }
    curl_multi_remove_handle(multi, exchange.easy)
  }

  /// Does what can be done without waiting.
  package func advance() throws(HTTPFailure) -> [Event] {
    BrokenPipe.block()
    var still: Int32 = 0
    for ready in try machine({ () throws(SystemError) in try readiness.take() }) {
      if case .descriptor(let socket, let isReadable, let isWritable, let hasFailed) = ready {
        let bits =
          (isReadable ? CURL_CSELECT_IN : 0) | (isWritable ? CURL_CSELECT_OUT : 0)
          | (hasFailed ? CURL_CSELECT_ERR : 0)
        curl_multi_socket_action(multi, socket, bits, &still)
      }
    }
    // Costs nothing when no time of libcurl's has come.
    curl_multi_socket_action(multi, -1, 0, &still)
    var events = takePieces()
    events += takeFinished()
    events += takeIdle()
    try arm()
    return events
  }

  /// Makes one request and waits for its answer. There must be no other exchange.
  ///
  /// - Parameter cancelled: Ends it with ``HTTPFailure/cancelled`` when rung.
  package func perform(
    _ request: HTTPRequest, cancelled: Bell? = nil
  ) throws(HTTPFailure) -> HTTPResponse {
    precondition(running.isEmpty, "a client that waits has no other exchange")
    let id = try start(request)
    defer { cancel(id) }
    while true {
      let waiting = [descriptor, cancelled?.descriptor].compactMap(\.self)
      let ready = try machine { () throws(SystemError) in
        try waitUntilReadable(waiting, for: nil)
      }
      if let cancelled, ready.contains(cancelled.descriptor) { throw .cancelled }
      for case .finished(id, let outcome) in try advance() { return try outcome.get() }
    }
  }

  // MARK: Events

  private func takePieces() -> [Event] {
    running.values.compactMap { exchange in
      let piece = exchange.takePiece()
      return piece.isEmpty ? nil : .received(exchange.id, piece)
    }
  }

  private func takeFinished() -> [Event] {
    var events: [Event] = []
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      var code = CURLE_OK
      guard pavise_curl_is_done(message, &code) != 0 else { continue }
      var context: UnsafeMutableRawPointer?
      pavise_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      let exchange = Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
      events.append(.finished(exchange.id, exchange.outcome(code)))
      cancel(exchange.id)
    }
    return events
  }

  /// The streams that have been silent for too long.
  private func takeIdle() -> [Event] {
    let now = Clock.boottime()
    let idle = running.values.filter { ($0.idleDeadline ?? .infinity) <= now }
    return idle.map { exchange in
      cancel(exchange.id)
      return .finished(exchange.id, .failure(.tooSlow("nothing came for too long")))
    }
  }

  // MARK: Waiting

  /// Sets the timer for whatever is to be done next without anything coming.
  private func arm() throws(HTTPFailure) {
    var milliseconds = -1
    curl_multi_timeout(multi, &milliseconds)
    let now = Clock.boottime()
    let times =
      running.values.compactMap(\.idleDeadline)
      + (milliseconds < 0 ? [] : [now + Double(milliseconds) / 1000])
    let next = times.min()
    if next == nil, armed == nil { return }
    armed = next
    try machine { () throws(SystemError) in
      try readiness.setTimer(after: next.map { max($0 - now, 0) })
    }
  }

  fileprivate func watch(_ socket: Int32, what: Int32) -> Bool {
    if what == CURL_POLL_REMOVE {
      readiness.remove(socket)
      return true
    }
    let isWatched: Void? = try? readiness.watch(
      socket, readable: what & CURL_POLL_IN != 0, writable: what & CURL_POLL_OUT != 0)
    return isWatched != nil
  }

  private func machine<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(HTTPFailure) -> Value {
    do { return try body() } catch { throw .machine("\(error)") }
  }
}

private func watchSocket(
  _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32,
  _ context: UnsafeMutableRawPointer?, _ socketContext: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context else { return -1 }
  let client = Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue()
  return client.watch(socket, what: what) ? 0 : -1
}
