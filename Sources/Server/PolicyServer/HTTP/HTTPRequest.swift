/// A request as the server's calls see it.
package struct HTTPRequest: Sendable {
  package var method: String
  /// Decoded, without the query.
  package var path: String
  /// In the order of the query; the first of several counts.
  package var query: [(name: String, value: String)] = []
  /// By lower-case name; the first of several counts. Blanks around a value are gone.
  package var headers: [String: String] = [:]
  /// The other end of the connection, as a numeric address.
  package var address = ""
  package var body: [UInt8] = []

  package init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  func parameter(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}
