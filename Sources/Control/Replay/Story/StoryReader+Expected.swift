import ActivityEngine
import CompiledPolicy
import FamilyControls
import FoundationEssentials

extension StoryReader {
  func call(_ fields: inout StoryFields) throws(StoryFault) -> StoryExpectation.Call {
    var call = StoryExpectation.Call(try fields.choice("call"), try fields.text("activity"))
    call.event = try fields.optionalText("event")
    let isOfEvent =
      call.call == .eventDidReachThreshold || call.call == .eventWillReachThresholdWarning
    if isOfEvent != (call.event != nil) {
      throw fields.fault("event", isOfEvent ? "is missing" : "belongs to no such call")
    }
    if fields.has("due") { call.due = try fields.date("due") }
    if fields.has("cause") { call.cause = try fields.choice("cause") }
    if fields.has("redelivery") { call.redelivery = try fields.bool("redelivery") }
    if fields.has("generation") { call.generation = try fields.integer("generation") }
    if fields.has("wallClockShows") { call.wallClockShows = try fields.date("wallClockShows") }
    if let words = try fields.optionalText("tolerance") {
      guard let seconds = Self.tolerance(words) else {
        throw fields.fault("tolerance", "must be “+1 save interval” or “+10 s”")
      }
      call.tolerance = seconds
    }
    return call
  }

  /// `+2 save intervals` or `+10 s`; a save interval is a minute.
  private static func tolerance(_ words: String) -> TimeInterval? {
    let parts = words.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = Double(parts[0]), (0...86400).contains(number) else {
      return nil
    }
    return switch parts[1] {
    case "save interval", "save intervals": number * 60
    case "s", "seconds": number
    default: nil
    }
  }

  func facts(_ fields: inout StoryFields) throws(StoryFault) -> [StoryExpectation.Fact] {
    var state = try fields.object("state")
    var facts: [StoryExpectation.Fact] = []
    for name in state.names {
      switch name {
      case "activities": facts.append(.activities(Set(try state.texts(name))))
      case "shielded": facts.append(.shielded(Set(try state.texts(name))))
      case "shieldedCount": facts.append(.shieldedCount(try state.integer(name)))
      case "access": facts += try access(&state)
      case "nextInterval": facts.append(.nextInterval(try interval(&state)))
      case "authorization": facts.append(.authorization(try status(&state)))
      case "lastError": facts.append(.lastError(try textOrNull(&state, name)))
      case "quarantined": facts.append(.quarantined(try state.integer(name)))
      case "equal": facts.append(.equal(try state.texts(name)))
      case "tokenExpiryMessages": facts.append(.tokenExpiryMessages(try state.integer(name)))
      case "config": facts.append(.config(try textOrNull(&state, name)))
      default: throw state.fault(name, "unknown fact")
      }
    }
    return facts
  }

  private func access(
    _ state: inout StoryFields
  ) throws(StoryFault) -> [StoryExpectation.Fact] {
    var tokens = try state.object("access")
    var facts: [StoryExpectation.Fact] = []
    for token in tokens.names {
      let word = try tokens.text(token)
      guard ["allowed", "shielded"].contains(word) else {
        throw tokens.fault(token, "must be “allowed” or “shielded”")
      }
      facts.append(.access(token: token, isShielded: word == "shielded"))
    }
    return facts
  }

  private func interval(_ state: inout StoryFields) throws(StoryFault) -> Stretch? {
    let value = try state.value("nextInterval")
    if value == .null { return nil }
    guard case .array(let items) = value, items.count == 2 else {
      throw state.fault("nextInterval", "must be a start and an end")
    }
    return Stretch(
      from: try state.date(items[0], "nextInterval[0]"),
      to: try state.date(items[1], "nextInterval[1]"))
  }

  private func status(_ state: inout StoryFields) throws(StoryFault) -> String {
    let word = try state.text("authorization")
    guard AuthorizationStatus(word: word) != nil else {
      throw state.fault("authorization", "unknown word “\(word)”")
    }
    return word
  }

  private func textOrNull(
    _ state: inout StoryFields, _ name: String
  ) throws(StoryFault) -> String? {
    let value = try state.value(name)
    return value == .null ? nil : try state.text(value, name)
  }
}

extension AuthorizationStatus {
  /// As scenarios spell it.
  init?(word: String) {
    guard let status = Self.known.first(where: { $0.word == word }) else { return nil }
    self = status
  }

  var word: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .denied: "denied"
    case .approved: "approved"
    }
  }

  private static let known: [Self] = [.notDetermined, .denied, .approved]
}
