import Glibc
import Synchronization
import System

/// Stands between a device and its server and does to each exchange what a test says.
final class FaultyProxy: Sendable {
  enum Fault: Hashable, CaseIterable, Sendable {
    case none
    /// The request never arrives, and the connection ends as that of a crashed machine would.
    case resetBeforeRequest
    /// The request arrives, and its answer breaks off in the middle, hard or as if it had ended.
    case resetInBody, truncated
    /// The request never arrives, or it does and its answer is replaced.
    case internalError, internalErrorAfterwards
    case tooManyRequests(retryAfter: Int)

    static let allCases: [Fault] = [
      .none, .resetBeforeRequest, .resetInBody, .truncated, .internalError,
      .internalErrorAfterwards, .tooManyRequests(retryAfter: 0), .tooManyRequests(retryAfter: 1),
    ]

    var word: String {
      switch self {
      case .none: "none"
      case .resetBeforeRequest: "reset before the request"
      case .resetInBody: "reset in the body"
      case .truncated: "truncated body"
      case .internalError: "500"
      case .internalErrorAfterwards: "500 though it was done"
      case .tooManyRequests(let seconds): "429, Retry-After \(seconds)"
      }
    }
  }

  struct Exchange: Sendable {
    let request: HTTPText
    let fault: Fault
    /// The server's, whether or not the device got to see it.
    let status: Int?
  }

  let port: UInt16
  private let upstream: UInt16
  private let choose: @Sendable (HTTPText) -> Fault
  private let done = Mutex<[Exchange]>([])
  private let closedUntil = Mutex(0.0)
  private let stop: Bell
  private let closing: Bell

  var exchanges: [Exchange] { done.withLock { $0 } }

  /// - Parameters:
  ///   - upstream: The server's port on this machine; nothing need listen there all the time.
  ///   - choose: What happens to a request.
  init(upstream: UInt16, choose: @escaping @Sendable (HTTPText) -> Fault = { _ in .none }) throws {
    self.upstream = upstream
    self.choose = choose
    stop = try Bell()
    closing = try Bell()
    let listener = try LoopbackSocket.listen(port: 0)
    port = try LoopbackSocket.port(of: listener.raw)
    let raw = listener.release()
    let (stop, closing, port) = (stop, closing, port)
    try DetachedThread.start { [weak self] in
      var listener: Descriptor? = Descriptor(owning: raw)
      while true {
        if listener == nil {
          let wait = (self?.closedUntil.withLock { $0 } ?? 0) - Clock.monotonic()
          if Self.isRung(stop, within: max(wait, 0)) { return }
          listener = try? LoopbackSocket.listen(port: port)
          continue
        }
        guard let socket = listener?.raw,
          let ready = try? waitUntilReadable(
            [socket, stop.descriptor, closing.descriptor], for: nil)
        else { continue }
        if ready.contains(stop.descriptor) { return }
        if ready.contains(closing.descriptor) {
          closing.silence()
          listener = nil
          continue
        }
        let connection = accept(socket, nil, nil)
        guard connection != -1, let self else { continue }
        try? DetachedThread.start { self.serve(Descriptor(owning: connection)) }
      }
    }
  }

  deinit { stop.ring() }

  /// Refuses every connection for so long.
  func refuseConnections(for seconds: Double) {
    closedUntil.withLock { $0 = Clock.monotonic() + seconds }
    closing.ring()
  }

  private static func isRung(_ bell: Bell, within seconds: Double) -> Bool {
    (try? waitUntilReadable([bell.descriptor], for: seconds))?.isEmpty == false
  }

  // MARK: One exchange

  private func serve(_ client: consuming Descriptor) {
    LoopbackSocket.limitWaiting(client.raw)
    guard let request = HTTPText(readingFrom: client.raw) else { return }
    let fault = choose(request)
    var status: Int?
    if ![.resetBeforeRequest, .internalError].contains(fault), !fault.isRefusal {
      guard let answer = forward(request) else {
        // Nobody knows whether the server had taken it.
        LoopbackSocket.resetOnClose(client.raw)
        note(request, fault, nil)
        return
      }
      status = answer.status
      // Before the device can see the answer, so that no test sees it earlier than here.
      note(request, fault, status)
      answer.give(to: client.raw, with: fault)
    } else {
      note(request, fault, status)
      HTTPText.empty.give(to: client.raw, with: fault)
    }
  }

  private func note(_ request: HTTPText, _ fault: Fault, _ status: Int?) {
    done.withLock { $0.append(Exchange(request: request, fault: fault, status: status)) }
  }

  private func forward(_ request: HTTPText) -> HTTPText? {
    guard let server = try? LoopbackSocket.connect(port: upstream) else { return nil }
    LoopbackSocket.limitWaiting(server.raw)
    guard LoopbackSocket.send(request.closing, to: server.raw) else { return nil }
    return HTTPText(readingFrom: server.raw)
  }
}

extension FaultyProxy.Fault {
  fileprivate var isRefusal: Bool {
    if case .tooManyRequests = self { true } else { false }
  }
}

extension HTTPText {
  fileprivate func give(to client: Int32, with fault: FaultyProxy.Fault) {
    switch fault {
    case .none: LoopbackSocket.send(head + body, to: client)
    case .resetBeforeRequest: LoopbackSocket.resetOnClose(client)
    case .resetInBody:
      LoopbackSocket.send(half, to: client)
      LoopbackSocket.resetOnClose(client)
    case .truncated: LoopbackSocket.send(half, to: client)
    case .internalError, .internalErrorAfterwards:
      LoopbackSocket.send(Self.error("500 Internal Server Error", ""), to: client)
    case .tooManyRequests(let seconds):
      LoopbackSocket.send(
        Self.error("429 Too Many Requests", "Retry-After: \(seconds)\r\n"), to: client)
    }
  }

  /// All of the head and half of the body; of an answer without a body, half of its head.
  private var half: [UInt8] {
    body.isEmpty ? Array(head.prefix(head.count / 2)) : head + body.prefix(body.count / 2)
  }

  private static func error(_ status: String, _ header: String) -> [UInt8] {
    let body = #"{"error":"a fault","message":"injected","code":\#(status.prefix(3))}"#
    return Array(
      ("HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n\(header)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
  }
}
