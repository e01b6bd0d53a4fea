import DeviceActivity
package import FoundationEssentials
package import ManagedSettings

/// What a person can be using: an application, a category it belongs to, or a site; and with each of them, and with what
/// has no token, the device.
package enum UseSubject: Hashable, Codable, Sendable {
  case application(ApplicationToken)
  case category(ActivityCategoryToken)
  case webDomain(WebDomainToken)
  /// Named by no event; whatever carries it counts as activity.
  case device
}

/// A stretch of time during which the same things were in use.
package struct UseSpan: Codable, Equatable, Sendable {
  package var subjects: Set<UseSubject>
  /// The wall clock when it began.
  package var start: Date
  /// How long it truly lasted, on a clock that nobody sets (rule E3), in seconds.
  package var seconds: TimeInterval

  package init(subjects: Set<UseSubject>, start: Date, seconds: TimeInterval) {
    self.subjects = subjects
    self.start = start
    self.seconds = seconds
  }
}

/// What was used since the engine was last told, and what is in use now.
package struct UseReport: Equatable, Sendable {
  /// In order of time, without overlap.
  package var spans: [UseSpan]
  /// In use at this moment; empty if nothing is.
  package var current: Set<UseSubject>
  /// Whether the device is in use at all, which lets held edges go under `onFirstUse` delivery (rule I9).
  package var isDeviceInUse: Bool
  /// The recorder's own position up to which `spans` tells; the engine keeps it and asks from there.
  package var cursor: Double

  package init(
    spans: [UseSpan] = [], current: Set<UseSubject> = [], isDeviceInUse: Bool = true,
    cursor: Double = 0
  ) {
    self.spans = spans
    self.current = current
    self.isDeviceInUse = isDeviceInUse
    self.cursor = cursor
  }
}

extension DeviceActivityEvent {
  /// The tokens that it names, of whatever kind.
  var subjects: Set<UseSubject> {
    Set(applications.map(UseSubject.application))
      .union(categories.map(UseSubject.category))
      .union(webDomains.map(UseSubject.webDomain))
  }
}
