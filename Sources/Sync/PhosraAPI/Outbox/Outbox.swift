package import FoundationEssentials
package import SharedDirectory

/// What the service has yet to be told, in order, one file each (rules P2 and P8).
///
/// An entry is there once ``add(_:at:)`` has returned, and until the service has accepted it or has refused it for good;
/// then it lies in `aside/` with the reason. A crash between an entry's acceptance and its removal sends it again, with the
/// same idempotency key.
package struct Outbox: Sendable {
  package static let directoryName = "outbox"
  /// More entries than this are not kept: the oldest goes aside.
  package static let capacity = 500
  /// In bytes. A report above it is refused at once.
  package static let largestReport = 1 << 20

  package struct Waiting: Equatable, Sendable {
    package let name: String
    package var entry: OutboxEntry
  }

  private let directory: SharedDirectory<SyncRole>
  private let aside: AsideShelf

  package init(_ directory: SharedDirectory<SyncRole>) {
    self.directory = directory
    aside = AsideShelf(directory.storage, prefix: "outbox", capacity: 100)
  }

  /// Keeps a call until it is accepted.
  ///
  /// One that says the same as the newest entry of its kind is not added: its caller crashed before noting that it was,
  /// be it after having added an acknowledgement too.
  ///
  /// - Parameter key: The idempotency key of something that is told once whatever happens; nil for a new one.
  package func add(_ call: OutboxEntry.Call, key: String? = nil, at now: Date) throws {
    if case .report(let json) = call, json.utf8.count > Self.largestReport {
      throw ReportTooLarge(bytes: json.utf8.count)
    }
    let names = try self.names()
    if let key {
      if try names.contains(where: { try read($0)?.idempotencyKey == key }) { return }
    } else if try newest(like: call, in: names)?.repeats(call) == true {
      return
    }
    for name in names.dropLast(Self.capacity - 1) {
      try aside.put("\(Self.directoryName)/\(name)", reason: "the outbox was full")
    }
    let number = (names.last.flatMap(Self.number) ?? 0) + 1
    let entry = OutboxEntry(call: call, idempotencyKey: key ?? Self.newKey(), queuedAt: now)
    try directory.write(.outboxEntry(Self.name(number)), entry)
  }

  private func newest(like call: OutboxEntry.Call, in names: [String]) throws -> OutboxEntry? {
    for name in names.reversed() {
      if let entry = try read(name), entry.isOfTheKind(of: call) { return entry }
    }
    return nil
  }

  /// The oldest entry; nil if there is none. One that cannot be read is out of the way then (its copy lies aside).
  package func first() throws -> Waiting? {
    for name in try names() {
      if let entry = try read(name) { return Waiting(name: name, entry: entry) }
    }
    return nil
  }

  package var count: Int {
    get throws { try names().count }
  }

  /// Removes an entry that was accepted.
  package func remove(_ waiting: Waiting) throws {
    try directory.withLocks(.file("outbox")) { try $0.remove(.outboxEntry(waiting.name)) }
  }

  /// Takes note that the service failed at an entry while it answers other calls.
  package func update(_ waiting: Waiting) throws {
    try directory.write(.outboxEntry(waiting.name), waiting.entry)
  }

  /// Takes an entry that is refused for good out of the way of those behind it.
  package func refuse(_ waiting: Waiting, reason: String) throws {
    try aside.put("\(Self.directoryName)/\(waiting.name)", reason: reason)
  }

  private func read(_ name: String) throws -> OutboxEntry? {
    do {
      // With the lock, so that a damaged one is set aside.
      return try directory.withLocks(.file("outbox")) { try $0.read(.outboxEntry(name)) }
    } catch SharedFileError.damaged {
      try directory.storage.remove("\(Self.directoryName)/\(name)")
      return nil
    }
  }

  // MARK: Names

  private func names() throws -> [String] {
    try directory.storage.list(Self.directoryName).filter { Self.number($0) != nil }
  }

  /// Digits of a fixed number, so that names sort as numbers do.
  private static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + ".json"
  }

  private static func number(_ name: String) -> Int? {
    name.hasSuffix(".json") ? Int(name.dropLast(5)) : nil
  }

  private static func newKey() -> String {
    UUID().uuidString.lowercased()
  }
}

/// A report that no service would take.
package struct ReportTooLarge: Error, Equatable, CustomStringConvertible {
  package let bytes: Int

  package var description: String {
    "the report has \(bytes) bytes, more than \(Outbox.largestReport)"
  }
}
