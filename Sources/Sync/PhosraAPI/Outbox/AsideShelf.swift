import FoundationEssentials
import SharedDirectory

/// Puts files that nobody can use where a person finds them, with the reason, and only so many.
struct AsideShelf: Sendable {
  private let storage: any Storage
  private let prefix: String
  private let capacity: Int

  init(_ storage: any Storage, prefix: String, capacity: Int) {
    self.storage = storage
    self.prefix = prefix
    self.capacity = capacity
  }

  /// Moves the file at `path` to `aside/PREFIX-N.json`, with the reason beside it; the oldest above the capacity go.
  func put(_ path: String, reason: String) throws {
    let numbers = try self.numbers()
    for number in numbers.dropLast(capacity - 1) {
      try storage.remove("aside/\(prefix)-\(number).json")
      try storage.remove("aside/\(prefix)-\(number).reason")
    }
    let name = "aside/\(prefix)-\((numbers.last ?? 0) + 1)"
    let words = Data((reason + "\n").utf8)
    try storage.replace("\(name).reason", mode: 0o640) { words }
    try storage.rename(path, to: "\(name).json")
    try storage.synchroniseDirectory("aside")
    if let end = path.lastIndex(of: "/") { try storage.synchroniseDirectory(String(path[..<end])) }
  }

  private func numbers() throws -> [Int] {
    let names = try storage.list("aside").filter { $0.hasPrefix("\(prefix)-") }
    let numbers = names.compactMap { name in
      name.split(separator: ".").first.flatMap { Int($0.dropFirst(prefix.count + 1)) }
    }
    return Set(numbers).sorted()
  }
}
