package import ActivityEngine
package import FoundationEssentials

/// The journal of callbacks (`journal`), from which a start after a crash learns what is still to be delivered.
package struct CallbackJournal: Sendable {
  package static let name = "journal"

  /// What a line says.
  package enum Line: Equatable, Sendable {
    case callback(CallbackRecord)
    case note(JournalNote)
    /// Not written by this version.
    case unknown(String)

    package init(_ text: String) {
      let data = Data(text.utf8)
      if let record = try? CanonicalJSON.decode(CallbackRecord.self, from: data) {
        self = .callback(record)
      } else if let note = try? CanonicalJSON.decode(JournalNote.self, from: data) {
        self = .note(note)
      } else {
        self = .unknown(text)
      }
    }
  }

  private var journal: Journal
  /// Due and not known to be delivered, in order.
  package private(set) var pending: [ActivityCallback] = []
  /// Due before this value was made. A pass that comes to one of them again must not give it again: it was delivered
  /// then, or is pending.
  private var earlier: Set<ActivityCallback.Identity> = []
  /// What has left the journal's end in tatters, in words.
  package let damage: String?

  /// Reads what an earlier life has left.
  ///
  /// - Parameter limit: In lines; see ``Journal``.
  package init(storage: any Storage, limit: Int = 10_000) throws {
    journal = Journal(storage: storage, name: Self.name, limit: limit)
    let contents = try journal.read()
    damage =
      contents.torn.isEmpty ? nil : "\(contents.torn.count) bytes of an unfinished line dropped"
    for case .callback(let record) in contents.lines.map(Line.init) {
      let identity = record.callback.identity
      pending.removeAll { $0.identity == identity }
      switch record.phase {
      case .due: pending.append(record.callback)
      case .delivered: break
      }
      earlier.insert(identity)
    }
  }

  /// Whether an earlier life has given out `callback`.
  package func isFromBefore(_ callback: ActivityCallback) -> Bool {
    !earlier.isEmpty && earlier.contains(callback.identity)
  }

  /// Saves that `callback` is due, before its handler runs.
  package mutating func due(_ callback: ActivityCallback, at now: Date, isRedelivery: Bool) throws {
    // It is pending first: this very line may be the one that folds the journal.
    if !isPending(callback.identity) { pending.append(callback) }
    do {
      try append(CallbackRecord(.due, callback, at: now, isRedelivery: isRedelivery))
    } catch {
      if !isRedelivery { pending.removeAll { $0.identity == callback.identity } }
      throw error
    }
  }

  /// Saves that the handler of `callback` has returned and that its effects are on the disk.
  package mutating func delivered(_ callback: ActivityCallback, at now: Date) throws {
    try append(CallbackRecord(.delivered, callback, at: now))
    pending.removeAll { $0.identity == callback.identity }
  }

  private func isPending(_ identity: ActivityCallback.Identity) -> Bool {
    pending.contains { $0.identity == identity }
  }

  package mutating func note(_ note: JournalNote) throws {
    try journal.append(keeping: isNeeded) {
      String(decoding: try CanonicalJSON.line(note), as: UTF8.self)
    }
  }

  private mutating func append(_ record: CallbackRecord) throws {
    try journal.append(keeping: isNeeded) {
      String(decoding: try CanonicalJSON.line(record), as: UTF8.self)
    }
  }

  private func isNeeded(_ line: String) -> Bool {
    guard case .callback(let record) = Line(line) else { return false }
    return isPending(record.callback.identity)
  }
}
