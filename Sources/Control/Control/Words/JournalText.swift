import ActivityEngine
import DeviceActivity
import FoundationEssentials
import SharedDirectory

/// Lines of the callback journal in words.
struct JournalText {
  let times: LocalTimes
  /// Fallen due and not delivered.
  let pending: [CallbackRecord]

  /// Nil for a line that another one tells better: of a callback it is the delivery that counts, unless that is
  /// missing.
  func line(_ text: String) -> String? {
    switch CallbackJournal.Line(text) {
    case .callback(let record):
      let isPending = pending.contains(record)
      if record.phase == .due, !isPending, !record.isRedelivery { return nil }
      return times.exact(record.at) + "  " + TextStyle.printable(words(for: record, isPending))
    case .note(let note):
      let who = note.who.map { " (\($0))" } ?? ""
      return times.exact(note.at) + "  " + TextStyle.printable(note.note + who)
    case .unknown(let text):
      return "not understood: " + TextStyle.printable(text)
    }
  }

  private func words(for record: CallbackRecord, _ isPending: Bool) -> String {
    let callback = record.callback
    var words = callback.activity.rawValue + ": " + deed(callback)
    if let cause = callback.cause, cause != .ended { words += " (\(cause.rawValue))" }
    if record.phase == .due { words += isPending ? ", not delivered yet" : ", given again" }
    // A delivery takes a moment, and a quarter of a minute is nothing that a person would call late.
    if record.at.timeIntervalSince(callback.due) >= 15 {
      words += ", due \(times.exact(callback.due))"
    }
    return words
  }

  private func deed(_ callback: ActivityCallback) -> String {
    let event = callback.event.map { "“\($0.rawValue)” " } ?? ""
    return switch callback.call {
    case .intervalDidStart: "interval started"
    case .intervalDidEnd: "interval ended"
    case .intervalWillStartWarning: "interval starts soon"
    case .intervalWillEndWarning: "interval ends soon"
    case .eventDidReachThreshold: "event \(event)reached its threshold"
    case .eventWillReachThresholdWarning: "event \(event)reaches its threshold soon"
    }
  }
}
