/// A call of the API: a method, a path with `*` for a part that is open, who may make it and what it does.
struct Route: Sendable {
  let method: String
  let path: [Substring]
  let access: Access
  let run: @Sendable (Call) throws -> HTTPResponse

  init(
    _ method: String, _ path: String, _ access: Access,
    _ run: @escaping @Sendable (Call) throws -> HTTPResponse
  ) {
    self.method = method
    self.path = Self.parts(path)
    self.access = access
    self.run = run
  }

  /// The open parts of `path`, or nil if it is another path.
  func parameters(of path: [Substring]) -> [String]? {
    guard path.count == self.path.count else { return nil }
    var open: [String] = []
    for (pattern, part) in zip(self.path, path) {
      if pattern == "*" {
        if part.isEmpty { return nil }
        open.append(String(part))
      } else if pattern != part {
        return nil
      }
    }
    return open
  }

  /// A slash more, doubled or at the end, is another path.
  static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }
}

extension Route {
  /// What a method and a path lead to.
  enum Match: Sendable {
    case route(Route, parameters: [String])
    /// The path is known, with other methods.
    case otherMethods([String])
    case nothing
  }

  static func match(_ method: String, _ path: String) -> Match {
    let parts = parts(path)
    var others: [String] = []
    for route in all {
      guard let parameters = route.parameters(of: parts) else { continue }
      if route.method == method { return .route(route, parameters: parameters) }
      others.append(route.method)
    }
    return others.isEmpty ? .nothing : .otherMethods(others)
  }

  private static let all: [Route] = [
    Route("GET", "/api/v1/device/policy", .device) { try $0.fetchPolicy() },
    Route("POST", "/api/v1/device/report", .device) { try $0.report() },
    Route("POST", "/api/v1/device/ack", .device) { try $0.acknowledge() },
    Route("GET", "/api/v1/platform-mappings/*", .open) { try $0.platformMappings() },
    Route("GET", "/health", .open) { try $0.health() },

    Route("GET", "/api/v1/children", .parent) { try $0.children() },
    Route("POST", "/api/v1/children", .parent) { try $0.addChild() },
    Route("GET", "/api/v1/children/*", .parent) { try $0.showChild() },
    Route("PUT", "/api/v1/children/*", .parent) { try $0.updateChild() },
    Route("DELETE", "/api/v1/children/*", .parent) { try $0.removeChild() },

    Route("GET", "/api/v1/children/*/devices", .parent) { try $0.devices() },
    Route("POST", "/api/v1/children/*/devices", .registration) { try $0.registerDevice() },
    Route("POST", "/api/v1/children/*/pairing-tokens", .parent) { try $0.addPairingToken() },
    Route("PUT", "/api/v1/devices/*", .parent) { try $0.updateDevice() },
    Route("DELETE", "/api/v1/devices/*", .parent) { try $0.revokeDevice() },

    Route("GET", "/api/v1/children/*/policies", .parent) { try $0.policies() },
    Route("POST", "/api/v1/children/*/policies", .parent) { try $0.addPolicy() },
    Route("POST", "/api/v1/policies/check", .parent) { try $0.checkPolicy() },
    Route("GET", "/api/v1/policies/*", .parent) { try $0.showPolicy() },
    Route("PUT", "/api/v1/policies/*", .parent) { try $0.updatePolicy() },
    Route("DELETE", "/api/v1/policies/*", .parent) { try $0.removePolicy() },
    Route("POST", "/api/v1/policies/*/activate", .parent) { try $0.activatePolicy() },
    Route("POST", "/api/v1/policies/*/pause", .parent) { try $0.pausePolicy() },

    Route("GET", "/api/v1/children/*/reports", .parent) { try $0.reports() },
    Route("GET", "/api/v1/children/*/screen-time", .parent) { try $0.screenTime() },

    Route("GET", "/", .open) { $0.page() },
    Route("GET", "/page/*", .open) { $0.page() },
  ]
}
