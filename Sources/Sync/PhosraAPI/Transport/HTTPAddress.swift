import CCurl

/// The address of a request, taken apart by the parser that also sends it, so that both see the same host.
struct HTTPAddress: Equatable {
  let scheme: String
  let host: String

  init(_ text: String) throws(HTTPFailure) {
    guard let parser = curl_url() else { throw .machine("no memory") }
    defer { curl_url_cleanup(parser) }
    let code = curl_url_set(parser, CURLUPART_URL, text, 0)
    guard code == CURLUE_OK else {
      throw .notSent(String(cString: curl_url_strerror(code)))
    }
    func part(_ part: CURLUPart) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parser, part, &value, 0) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    guard let scheme = part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme)
    else { throw .notSent("the address is neither http nor https") }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw .notSent("the address holds a user or a password")
    }
    guard let host = part(CURLUPART_HOST), !host.isEmpty else {
      throw .notSent("the address has no host")
    }
    self.scheme = scheme
    self.host = host
  }

  /// Whether the request stays on this machine.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
