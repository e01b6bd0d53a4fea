import ActivityEngine
import CompiledPolicy
import FoundationEssentials
import System
import TimeZoneRules

/// Reads scenario files. Strict: a field or a word that nobody knows is a fault, since it would not be heeded.
package struct StoryReader {
  let source: StorySource

  /// - Throws: ``StoryFault``, which names file, line and field.
  package static func story(parsing bytes: [UInt8], file: String) throws(StoryFault) -> Story {
    try StoryReader(source: StorySource(file: file, bytes: bytes)).story()
  }

  private func story() throws(StoryFault) -> Story {
    var fields = try StoryFields(try source.document(), at: "", in: source)
    let (begin, end) = (try fields.date("now"), try fields.date("until"))
    guard begin < end else { throw fields.fault("until", "must be after “now”") }
    var story = Story(name: name, zone: try zone(&fields), begin: begin, end: end)
    story.file = source.file
    story.delivery =
      fields.has("delivery") ? try fields.choice("delivery") : .onTheDot
    story.id = try fields.optionalText("id")
    story.kind = try fields.optionalText("kind")
    story.source = try fields.optionalText("source")
    story.bug = try fields.optionalText("bug")
    story.debatable = try fields.optionalText("debatable")
    if fields.has("alternatives") { story.alternatives = try fields.texts("alternatives") }
    if fields.has("device") { story.idle = try idle(&fields) }
    story.actions = try actions(&fields, from: begin, to: end)
    story.expected = try expected(&fields, from: begin, to: end)
    try fields.end()
    return story
  }

  private var name: String {
    let last = source.file.split(separator: "/").last.map(String.init) ?? source.file
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }

  private func zone(_ fields: inout StoryFields) throws(StoryFault) -> TimeZoneRules {
    let name = try fields.text("tz")
    guard let rules = Self.rules(named: name) else { throw fields.fault("tz", Self.noZone(name)) }
    return rules
  }

  static func noZone(_ name: String) -> String { "there is no zone “\(name)”" }

  /// The rules of a zone of the system's database.
  static func rules(named name: String) -> TimeZoneRules? {
    guard let bytes = try? MachineTimeZone.zone(named: name) else { return nil }
    return try? TimeZoneRules(tzif: bytes, identifier: name)
  }

  private func idle(_ fields: inout StoryFields) throws(StoryFault) -> [Stretch] {
    var stretches: [Stretch] = []
    for (index, item) in try fields.list("device").enumerated() {
      var inner = try StoryFields(item, at: "device[\(index)]", in: source)
      let stretch = Stretch(from: try inner.date("from"), to: try inner.date("to"))
      guard stretch.from < stretch.to else { throw inner.fault("to", "must be after “from”") }
      guard try inner.text("state") == "idle" else {
        throw inner.fault("state", "the only state to name is “idle”")
      }
      try inner.end()
      stretches.append(stretch)
    }
    return stretches.sorted { $0.from < $1.from }
  }

  private func actions(
    _ fields: inout StoryFields, from begin: Date, to end: Date
  ) throws(StoryFault) -> [StoryAction] {
    var actions: [StoryAction] = []
    for (index, item) in try fields.list("actions").enumerated() {
      var inner = try StoryFields(item, at: "actions[\(index)]", in: source)
      let action = StoryAction(
        at: try time(&inner, begin, end),
        try deed(&inner), line: LineFinder.line(of: inner.path, in: source.bytes))
      guard action.at >= actions.last?.at ?? begin else {
        throw inner.fault("at", "must not be before the action above")
      }
      _ = try inner.optionalText("note")
      try inner.end()
      actions.append(action)
    }
    return actions
  }

  private func expected(
    _ fields: inout StoryFields, from begin: Date, to end: Date
  ) throws(StoryFault) -> [StoryExpectation] {
    var expected: [StoryExpectation] = []
    for (index, item) in try fields.list("expected").enumerated() {
      var inner = try StoryFields(item, at: "expected[\(index)]", in: source)
      let line = LineFinder.line(of: inner.path, in: source.bytes)
      let at = try time(&inner, begin, end)
      _ = try inner.optionalText("note")
      let what: StoryExpectation.What =
        inner.has("state") ? .state(try facts(&inner)) : .call(try call(&inner))
      try inner.end()
      expected.append(StoryExpectation(at: at, what, line: line))
    }
    // The sort keeps the order of what has one time.
    return expected.sorted { $0.at < $1.at }
  }

  private func time(
    _ fields: inout StoryFields, _ begin: Date, _ end: Date
  ) throws(StoryFault) -> Date {
    let at = try fields.date("at")
    guard begin <= at, at <= end else {
      throw fields.fault("at", "must lie between “now” and “until”")
    }
    return at
  }
}
