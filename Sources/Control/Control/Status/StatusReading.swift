import CompiledPolicy
import FoundationEssentials
import SharedDirectory
import System

/// Reads the shared directory for ``StatusReport``. What cannot be read is told, never taken for absent (rule D6).
struct StatusReading {
  private let directory: SharedDirectory<OnlookerRole>
  private(set) var damaged: [StatusReport.Damage] = []

  init(storage: any Storage) {
    directory = SharedDirectory(storage: storage, as: OnlookerRole.self)
  }

  /// What was found in a place.
  enum Finding<Value> {
    case absent
    case found(Value)
    case unreadable

    var value: Value? {
      if case .found(let value) = self { value } else { nil }
    }
  }

  /// - Throws: What the machine refuses; a file that is damaged does not throw.
  mutating func read<Value, Writer>(_ file: SharedFile<Value, Writer>) throws -> Finding<Value> {
    do {
      let reading = try directory.examine(file)
      if let fault = reading.fault { note(fault.name, fault.reason, isReplaced: fault.isReplaced) }
      return reading.value.map(Finding.found) ?? .absent
    } catch let error as SharedFileError {
      switch error {
      case .damaged(let fault): note(fault.name, fault.reason, isReplaced: false)
      case .newerVersion(let name, _, _): note(name, error.description, isReplaced: false)
      }
      return .unreadable
    }
  }

  mutating func selections() throws -> [StatusReport.Selection] {
    var selections: [StatusReport.Selection] = []
    for name in try directory.selectionNames() {
      guard case .found(let stored) = try read(.selection(name)) else { continue }
      var selection = StatusReport.Selection(
        name: name, pickedAt: stored.pickedAt, counts: stored.counts, isVoid: stored.isVoid)
      do { _ = try stored.decoded() } catch { selection.error = "\(error)" }
      selections.append(selection)
    }
    return selections
  }

  mutating func faults<Role: WriterRole>(
    of role: Role.Type
  ) throws -> [StatusReport.Fault] {
    let health = try read(SharedFile<Health, Role>.health).value ?? Health()
    return health.faults.map {
      StatusReport.Fault(
        daemon: Role.name, code: $0.code, subject: $0.subject, since: $0.since, words: $0.words)
    }
  }

  private mutating func note(_ name: String, _ reason: String, isReplaced: Bool) {
    let damage = StatusReport.Damage(file: name, reason: reason, isReplaced: isReplaced)
    if !damaged.contains(damage) { damaged.append(damage) }
  }
}
