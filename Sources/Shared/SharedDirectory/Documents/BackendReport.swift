/// What one backend has in force, for `inforce.json`.
package struct BackendReport: Codable, Equatable, Sendable {
  /// One application, or one thing that the backend looks after.
  package struct Item: Codable, Equatable, Sendable {
    /// A desktop identifier, or the bundle identifier of a policy where nothing else is known.
    package var subject: String
    package var status: EnforcementStatus

    package init(_ subject: String, _ status: EnforcementStatus) {
      self.subject = subject
      self.status = status
    }
  }

  /// The name of the report about identifiers that settings name and that mean nothing on this machine.
  package static let unknownIdentifiers = "applications"
  /// The name of the report about programs that no application claims.
  package static let allowlist = "allowlist"

  /// The name of the report about the lock of the whole device.
  package static let deviceLock = "device-lock"

  package var backend: String
  package var status: EnforcementStatus
  package var items: [Item]
  /// How `status` was found out, in words.
  package var probes: [String] = []

  package init(_ backend: String, _ status: EnforcementStatus, items: [Item] = []) {
    self.backend = backend
    self.status = status
    self.items = items
  }

  /// A report whose status is what its items come to. They are sorted by subject.
  package init(_ backend: String, items: [Item]) {
    let sorted = items.sorted { $0.subject < $1.subject }
    self.init(backend, EnforcementStatus(of: sorted.map { ($0.subject, $0.status) }), items: sorted)
  }

  package var hasFailed: Bool {
    if case .failed = status { true } else { false }
  }

  /// This report, with what `other`, made later, found worse.
  package func worsened(by other: Self) -> Self {
    if case .dry = status { return self }
    var found: [String: EnforcementStatus] = [:]
    for item in items + other.items where found[item.subject] ?? .enforced == .enforced {
      found[item.subject] = item.status
    }
    var result = Self(backend, items: found.map(Item.init))
    let own = [("", status), ("", other.status)].first { $0.1 != .enforced }?.1
    if result.status == .enforced, let own { result.status = own }
    result.probes = probes + other.probes
    return result
  }
}
