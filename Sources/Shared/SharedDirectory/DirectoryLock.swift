/// What a caller can have to itself, and its place in the order in which everybody takes locks.
package struct DirectoryLock: Hashable, Comparable, Sendable {
  package let name: String
  private let rank: Int

  package static let authorization = DirectoryLock(name: "authorization", rank: 0)
  package static let vault = DirectoryLock(name: "vault", rank: 1)
  package static let activities = DirectoryLock(name: "activities", rank: 2)
  package static let stores = DirectoryLock(name: "stores", rank: 3)

  /// The lock of one file that belongs to none of the groups.
  package static func file(_ name: String) -> DirectoryLock {
    DirectoryLock(name: name, rank: 4)
  }

  package static func < (left: DirectoryLock, right: DirectoryLock) -> Bool {
    (left.rank, left.name) < (right.rank, right.name)
  }
}
