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
  private var due: [CallbackRecord] = []
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
      due.removeAll { $0.callback.identity == identity }
      if record.phase == .due { due.append(record) }
      earlier.insert(identity)
    }
  }

  /// Due and not known to be delivered, in order.
  package var pending: [ActivityCallback] { due.map(\.callback) }

  /// Whether an earlier life has given out `callback`.
  package func isFromBefore(_ callback: ActivityCallback) -> Bool {
    !earlier.isEmpty && earlier.contains(callback.identity)
  }

  /// Saves that `callback` is due, before its handler runs.
  package mutating func due(_ callback: ActivityCallback, at now: Date, isRedelivery: Bool) throws {
    let record = CallbackRecord(.due, callback, at: now, isRedelivery: isRedelivery)
    let identity = callback.identity
    try append(record, keeping: due.filter { $0.callback.identity != identity })
    if !due.contains(where: { $0.callback.identity == identity }) { due.append(record) }
  }

  /// Saves that the handler of `callback` has returned and that its effects are on the disk.
  package mutating func delivered(_ callback: ActivityCallback, at now: Date) throws {
    let identity = callback.identity
    let left = due.filter { $0.callback.identity != identity }
    try append(CallbackRecord(.delivered, callback, at: now), keeping: left)
    due = left
  }

  package mutating func note(_ note: JournalNote) throws {
    let due = due
    try journal.append(keeping: { try due.map(Self.line) }) { try Self.line(note) }
  }

  private mutating func append(_ record: CallbackRecord, keeping due: [CallbackRecord]) throws {
    try journal.append(keeping: { try due.map(Self.line) }) { try Self.line(record) }
  }

  private static func line(_ value: some Encodable) throws -> String {
    String(decoding: try CanonicalJSON.line(value), as: UTF8.self)
  }
}
