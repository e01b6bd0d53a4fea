/// With which service this machine is registered (`service.json`). The key lies elsewhere.
package struct ServiceRegistration: Codable, Equatable, Sendable {
  /// Up to the version, like `https://example.org/api/v1`.
  package var server: String
  package var child: String
  /// What the service calls this machine.
  package var device: String
  /// Whether ``authorities`` are trusted instead of the machine's.
  package var hasOwnAuthorities = false
  /// Whether plain http may leave this machine.
  package var allowsPlainHTTP = false
  /// The ntfy topic whose pushes are followed.
  package var ntfy: String?

  package init(server: String, child: String, device: String) {
    self.server = server
    self.child = child
    self.device = device
  }

  /// The file, in the shared directory, of the authorities that a service of one's own has its certificate from.
  package static let authorities = "service-authorities.pem"
}

extension SharedFile where Value == ServiceRegistration, Writer == ControlRole {
  /// Absent until the machine is registered.
  package static var registration: Self { Self(name: "service.json", lastGood: .copy) }
}
