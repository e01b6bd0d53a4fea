import CompiledPolicy
import FoundationEssentials
package import SharedDirectory

/// The push files that any transport drops into `push/`.
///
/// Each is read once and removed; one that makes no sense goes aside with the reason. A file that ends in the middle is
/// left alone the first time, as its transport may still be writing it.
package struct PushInbox {
  package static let directoryName = "push"
  /// A file of this name, whatever is in it, is a person's wish to fetch now. No transport can express it.
  package static let wish = "now"

  private let storage: any Storage
  private let aside: AsideShelf
  private var unfinished: [String: Data] = [:]

  package init(_ storage: any Storage) {
    self.storage = storage
    aside = AsideShelf(storage, prefix: "push", capacity: 20)
  }

  /// Removes a person's wish to fetch now.
  ///
  /// - Returns: Whether there was one.
  package func takeWish() throws -> Bool {
    try storage.remove("\(Self.directoryName)/\(Self.wish)")
  }

  /// Reads and removes what has come.
  ///
  /// - Returns: The highest version that a push names; nil if none does.
  package mutating func take() throws -> Int? {
    var highest: Int?
    var stillUnfinished: [String: Data] = [:]
    for name in try storage.list(Self.directoryName) where name != Self.wish {
      let path = "\(Self.directoryName)/\(name)"
      guard let bytes = try storage.read(path) else { continue }
      do {
        let push = try PushPayload(parsing: Array(bytes))
        try storage.remove(path)
        highest = max(highest ?? 0, push.version)
      } catch let fault as PushFault {
        if fault.isUnfinished, unfinished[name] != bytes {
          stillUnfinished[name] = bytes
        } else {
          try aside.put(path, reason: "\(fault)")
        }
      }
    }
    unfinished = stillUnfinished
    return highest
  }
}

extension PushFault {
  fileprivate var isUnfinished: Bool {
    if case .notJSON(let fault) = self { fault.cause == .truncated } else { false }
  }
}
