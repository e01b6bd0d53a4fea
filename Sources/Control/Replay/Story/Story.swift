package import ActivityEngine
package import FoundationEssentials
package import TimeZoneRules

/// A scenario: what is registered, what the device and its owner do, and what must come of it.
///
/// All instants are true time. The device's wall clock shows the same until a `setClock` moves it.
package struct Story: Equatable, Sendable {
  /// What reports call it: the name of its file without the ending, or what its maker chose.
  package var name: String
  /// Where it was read; nil for one that a program made.
  package var file: String?
  package var id: String?
  package var kind: String?
  package var source: String?
  /// The device's zone when the story begins.
  package var zone: TimeZoneRules
  package var begin: Date
  package var end: Date
  package var delivery: ActivityEngine.Delivery
  /// When nobody is at the device, in order of time.
  package var idle: [Stretch]
  /// In order of time; those of one instant in the order in which they are told.
  package var actions: [StoryAction]
  /// In order of time.
  package var expected: [StoryExpectation]
  /// What the reporter saw.
  package var bug: String?
  package var debatable: String?
  /// Other acceptable outcomes, in words.
  package var alternatives: [String]

  package init(
    name: String, zone: TimeZoneRules, begin: Date, end: Date,
    delivery: ActivityEngine.Delivery = .onTheDot, idle: [Stretch] = [],
    actions: [StoryAction] = [], expected: [StoryExpectation] = []
  ) {
    self.name = name
    self.zone = zone
    self.begin = begin
    self.end = end
    self.delivery = delivery
    self.idle = idle
    self.actions = actions
    self.expected = expected
    alternatives = []
  }
}

/// A stretch of true time, half-open.
package struct Stretch: Hashable, Codable, Sendable {
  package var from: Date
  package var to: Date

  package init(from: Date, to: Date) {
    self.from = from
    self.to = to
  }

  package func contains(_ instant: Date) -> Bool { from <= instant && instant < to }
}
