import CCurl
import System

/// One request and what has come of its answer.
///
/// A class, since libcurl keeps its address; it lives as long as it is running.
final class HTTPExchange {
  let id: ExchangeID
  let request: HTTPRequest
  let easy: UnsafeMutableRawPointer
  private let configuration: HTTPConfiguration
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  private var response = HTTPResponse(status: 0)
  private var headerSize = 0
  private var isInBody = false
  /// What of a stream has not been handed over.
  private var piece: [UInt8] = []
  /// Why we ended it ourselves.
  private var failure: HTTPFailure?
  /// On the clock ``Clock/boottime()``.
  private(set) var lastActivity = Clock.boottime()

  init(
    id: ExchangeID, _ request: HTTPRequest, configuration: HTTPConfiguration
  ) throws(HTTPFailure) {
    let address = try HTTPAddress(request.url)
    guard address.scheme == "https" || address.isLoopback || configuration.allowsPlainHTTP else {
      throw .plainHTTP(host: address.host)
    }
    guard let lines = request.headerLines else {
      throw .notSent("a header holds a control character")
    }
    guard let easy = curl_easy_init() else { throw .machine("no memory") }
    self.id = id
    self.request = request
    self.easy = easy
    self.configuration = configuration
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let isComplete =
      setOptions() && setRequest() && setHeaders(lines)
    guard isComplete else { throw .machine("libcurl lacks an option that is needed") }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    words.deallocate()
  }

  // MARK: What is sent

  private func setOptions() -> Bool {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var isSet =
      pavise_curl_set_pointer(easy, CURLOPT_PRIVATE, context) == CURLE_OK
      && pavise_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words) == CURLE_OK
      && pavise_curl_set_data(easy, CURLOPT_WRITEFUNCTION, receiveBody) == CURLE_OK
      && pavise_curl_set_pointer(easy, CURLOPT_WRITEDATA, context) == CURLE_OK
      && pavise_curl_set_data(easy, CURLOPT_HEADERFUNCTION, receiveHeader) == CURLE_OK
      && pavise_curl_set_pointer(easy, CURLOPT_HEADERDATA, context) == CURLE_OK
    var numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_QUICK_EXIT, 1), (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_NETRC, 0),
      (CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectLimit * 1000)),
    ]
    if request.answer == .whole {
      numbers += [
        (CURLOPT_TIMEOUT_MS, Int(configuration.totalLimit * 1000)),
        (CURLOPT_LOW_SPEED_LIMIT, configuration.slowRate),
        (CURLOPT_LOW_SPEED_TIME, configuration.slowLimit),
        (CURLOPT_MAXFILESIZE, configuration.bodyLimit),
      ]
    }
    var texts: [(CURLoption, String)] = [
      (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_PROXY, configuration.proxy ?? ""),
      (CURLOPT_NOPROXY, ""), (CURLOPT_ACCEPT_ENCODING, "gzip"),
      (CURLOPT_USERAGENT, configuration.userAgent), (CURLOPT_URL, request.url),
    ]
    if let authorities = configuration.authorities {
      texts.append((CURLOPT_CAINFO, authorities))
    }
    for (option, value) in numbers {
      isSet = isSet && pavise_curl_set_number(easy, option, value) == CURLE_OK
    }
    for (option, value) in texts {
      isSet = isSet && pavise_curl_set_text(easy, option, value) == CURLE_OK
    }
    return isSet
  }

  private func setRequest() -> Bool {
    var isSet = true
    if let body = request.body {
      isSet =
        pavise_curl_set_number(easy, CURLOPT_POST, 1) == CURLE_OK
        && body.withUnsafeBytes {
          // Never nil, which would mean that the body is read from somewhere.
          let bytes = $0.bindMemory(to: CChar.self).baseAddress
          return withUnsafePointer(to: CChar(0)) { empty in
            pavise_curl_set_body(easy, bytes ?? empty, Int64(body.count)) == CURLE_OK
          }
        }
    }
    let implied: HTTPRequest.Method = request.body == nil ? .get : .post
    if request.method != implied {
      isSet =
        isSet
        && pavise_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue) == CURLE_OK
    }
    return isSet
  }

  private func setHeaders(_ lines: [String]) -> Bool {
    for line in lines {
      guard let list = curl_slist_append(headerList, line) else { return false }
      headerList = list
    }
    return pavise_curl_set_list(easy, CURLOPT_HTTPHEADER, headerList) == CURLE_OK
  }

  // MARK: What comes

  private var isStreaming: Bool {
    request.answer != .whole && (200..<300).contains(response.status)
  }

  /// - Returns: Whether to go on.
  func take(header line: UnsafeRawBufferPointer) -> Bool {
    lastActivity = Clock.boottime()
    headerSize += line.count
    if headerSize > configuration.headerLimit {
      failure = .headerTooLarge(limit: configuration.headerLimit)
      return false
    }
    // What follows the body is no header of the answer.
    if isInBody { return true }
    if let status = HTTPResponse.status(line) {
      response = HTTPResponse(status: status)
    } else if let header = HTTPResponse.header(line) {
      response.headers.append(header)
    }
    return true
  }

  func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    lastActivity = Clock.boottime()
    isInBody = true
    if isStreaming {
      piece += bytes
      return true
    }
    if response.body.count + bytes.count > configuration.bodyLimit {
      failure = .bodyTooLarge(limit: configuration.bodyLimit)
      return false
    }
    response.body += bytes
    return true
  }

  /// Hands over what of a stream has come since the last time.
  func takePiece() -> [UInt8] {
    defer { piece = [] }
    return piece
  }

  /// On the clock ``Clock/boottime()``; nil if there is none.
  var idleDeadline: Double? {
    if case .stream(let limit) = request.answer { lastActivity + limit } else { nil }
  }

  func outcome(_ code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
    if let failure { return .failure(failure) }
    let secret = request.secretHeader?.value
    if code == CURLE_OK { return .success(secret.map(response.removing) ?? response) }
    let known = String(cString: words)
    let text = known.isEmpty ? String(cString: curl_easy_strerror(code)) : known
    let redacted = secret?.removed(from: text) ?? text
    return .failure(HTTPFailure(code, words: redacted, bodyLimit: configuration.bodyLimit))
  }
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, size * count, context) { $0.take(header: $1) }
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, size * count, context) { $0.take(body: $1) }
}

private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ take: (HTTPExchange, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context else { return 0 }
  let exchange = Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
  let goesOn = take(exchange, UnsafeRawBufferPointer(start: bytes, count: count))
  // Any other number than that of the bytes ends the transfer; here also when there are none.
  return goesOn ? count : count + 1
}
