import ActivityEngine
import FoundationEssentials
import SharedDirectory

extension ControlProgram {
  func showJournal(_ request: Command.LogRequest) throws {
    try requireDirectory()
    let times = try localTimes()
    var shown: Set<String> = []
    var count = request.count
    while true {
      let contents = try journalLines()
      let new = contents.lines.filter { !shown.contains($0) }
      shown = Set(contents.lines)
      var entries = new
      if request.form == .text {
        // Whoever follows is told of the delivery when it comes.
        let pending = request.isFollowing ? [] : pendingCallbacks(contents.lines)
        entries = new.compactMap { JournalText(times: times, pending: pending).line($0) }
      }
      (count.map { entries.suffix($0) } ?? entries[...]).forEach(say)
      count = nil
      if !contents.torn.isEmpty, !request.isFollowing {
        world.warn("pavise: warning: the journal's last line is unfinished")
      }
      guard request.isFollowing, try world.waitForChange(until: nil) != .stop else { return }
    }
  }

  /// The lines of both parts of the journal, each once, the oldest first.
  private func journalLines() throws -> Journal.Contents {
    let older = try Journal(storage: storage, name: CallbackJournal.name + ".1").read()
    var newer = try Journal(storage: storage, name: CallbackJournal.name).read()
    let known = Set(older.lines)
    newer.lines = older.lines + newer.lines.filter { !known.contains($0) }
    return newer
  }

  /// What has fallen due and was not delivered.
  private func pendingCallbacks(_ lines: [String]) -> [CallbackRecord] {
    var pending: [CallbackRecord] = []
    for case .callback(let record) in lines.map(CallbackJournal.Line.init) {
      pending.removeAll { $0.callback.identity == record.callback.identity }
      if record.phase == .due { pending.append(record) }
    }
    return pending
  }
}
