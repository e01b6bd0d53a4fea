import CompiledPolicy
import FoundationEssentials

/// A family's children, their devices, policies and reports, in one SQLite file.
///
/// Used by one caller at a time. What a call has returned is on the disk.
package final class Household {
  let database: Database
  package let familyID: String

  /// Opens the file, or makes it.
  package init(path: String) throws {
    database = try Database(path: path)
    try Schema.migrate(database)
    let database = database
    familyID = try database.transaction {
      if let known = try database.first("SELECT id FROM household", read: { $0.text(0) }) {
        return known
      }
      let id = Household.newID()
      try database.run("INSERT INTO household (id) VALUES (?)", .text(id))
      return id
    }
  }

  static func newID() -> String { UUID().uuidString.lowercased() }
}

extension Household {
  package var hasParent: Bool {
    get throws {
      try database.first(
        "SELECT count(*) FROM household WHERE parent_hash IS NOT NULL", read: { $0.integer(0) })
        == 1
    }
  }

  /// From now on this token, and no other, is the parent's.
  package func setParent(_ token: Secret) throws {
    try database.run("UPDATE household SET parent_hash = ?", .blob(token.hash))
  }

  func isParent(_ token: Secret) throws -> Bool {
    let hashes = try database.rows(
      "SELECT parent_hash FROM household WHERE parent_hash IS NOT NULL", read: { $0.blob(0) })
    return hashes.contains(where: token.matches)
  }

  /// Whether the database answers.
  func probe() throws {
    try database.first("SELECT 1", read: { _ in })
  }
}
