import CMicroHTTPD
import Glibc
import System

// The library's thread calls these. They are global functions, so that no actor is expected around them.

/// Called for the head of a request, then for each part of its body, then once more for its end.
func httpAnswer(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
  body: UnsafePointer<CChar>?, bodySize: UnsafeMutablePointer<Int>?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let bodySize, let slot else {
    return .NO
  }
  let service = Unmanaged<HTTPService>.fromOpaque(context).takeUnretainedValue()
  guard let known = slot.pointee else {
    let head = HTTPRequest(
      connection, method: String(cString: method), path: String(cString: url))
    let pending = PendingRequest(head, limits: service.limits, handler: service.handler)
    slot.pointee = Unmanaged.passRetained(pending).toOpaque()
    return .YES
  }
  let pending = Unmanaged<PendingRequest>.fromOpaque(known).takeUnretainedValue()
  if bodySize.pointee > 0, let body {
    let part = UnsafeRawBufferPointer(start: body, count: bodySize.pointee)
    bodySize.pointee = 0
    return pending.take(part) ? .YES : .NO
  }
  return pending.finish().queue(on: connection)
}

/// Called when a request is over, answered or not.
func httpCompleted(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
  guard let known = slot?.pointee else { return }
  slot?.pointee = nil
  Unmanaged<PendingRequest>.fromOpaque(known).release()
}

/// A request whose body is still coming. Used by the library's thread alone.
private final class PendingRequest {
  private var request: HTTPRequest
  private let exchange: HTTPExchange
  private let limits: HTTPServer.Limits
  private let start = Clock.monotonic()
  private var received = 0

  init(_ head: HTTPRequest, limits: HTTPServer.Limits, handler: any HTTPHandler) {
    request = head
    exchange = handler.exchange(for: head)
    self.limits = limits
  }

  /// - Returns: False if the connection is not worth any more of it: too slow, or far beyond the limit.
  func take(_ part: UnsafeRawBufferPointer) -> Bool {
    received += part.count
    if case .awaitingBody = exchange, received <= limits.body {
      request.body += part
    } else {
      request.body = []
    }
    return received <= limits.body * 4 && Clock.monotonic() - start <= limits.exchange
  }

  func finish() -> HTTPResponse {
    switch exchange {
    case .answered(let response): response
    case .awaitingBody(let answer):
      received > limits.body
        ? .error(413, "the body is larger than \(limits.body) bytes") : answer(request)
    }
  }
}

extension HTTPRequest {
  fileprivate init(_ connection: OpaquePointer, method: String, path: String) {
    self.init(method: method, path: path)
    withUnsafeMutablePointer(to: &self) { request in
      MHD_get_connection_values(connection, .HEADER_KIND, httpTakeHeader, request)
      MHD_get_connection_values(connection, .GET_ARGUMENT_KIND, httpTakeArgument, request)
    }
    if let client = pavise_mhd_client(connection) {
      let size =
        client.pointee.sa_family == sa_family_t(AF_INET6)
        ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN) + 20)
      getnameinfo(
        client, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      address = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
  }
}

private func httpTakeHeader(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let name, let request = context?.assumingMemoryBound(to: HTTPRequest.self) else {
    return .YES
  }
  let key = String(cString: name).lowercased()
  if request.pointee.headers[key] == nil {
    let text = value.map { String(cString: $0) } ?? ""
    request.pointee.headers[key] = text.trimmingBlanks()
  }
  return .YES
}

private func httpTakeArgument(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let name, let request = context?.assumingMemoryBound(to: HTTPRequest.self) else {
    return .YES
  }
  request.pointee.query.append(
    (String(cString: name), value.map { String(cString: $0) } ?? ""))
  return .YES
}

extension HTTPResponse {
  fileprivate func queue(on connection: OpaquePointer) -> MHD_Result {
    var bytes = body
    guard
      let response = bytes.withUnsafeMutableBytes({
        MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
      })
    else { return .NO }
    defer { MHD_destroy_response(response) }
    for header in headers { MHD_add_response_header(response, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(status), response)
  }
}

extension String {
  /// Without blanks at both ends.
  func trimmingBlanks() -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}
