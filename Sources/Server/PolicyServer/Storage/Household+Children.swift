import CompiledPolicy
import FoundationEssentials

extension Household {
  private static let childColumns =
    "id, name, birth_date, version, served_age, created_at, updated_at"

  func children() throws(DatabaseError) -> [Child] {
    try database.rows(
      "SELECT \(Self.childColumns) FROM children ORDER BY created_at, id", read: Self.child)
  }

  func child(_ id: String) throws(DatabaseError) -> Child? {
    try database.first(
      "SELECT \(Self.childColumns) FROM children WHERE id = ?", .text(id), read: Self.child)
  }

  func addChild(name: String, birthDate: String, now: Date) throws(DatabaseError) -> Child {
    let time = RFC3339.text(now)
    let child = Child(
      id: Self.newID(), name: name, birthDate: birthDate, version: 0,
      servedAge: Child.age(bornOn: birthDate, at: now), createdAt: time, updatedAt: time)
    try database.run(
      "INSERT INTO children (\(Self.childColumns)) VALUES (?, ?, ?, 0, ?, ?, ?)", .text(child.id),
      .text(name), .text(birthDate), .integer(child.servedAge), .text(time), .text(time))
    return child
  }

  /// What a policy says depends on the age, so a birth date that changes it is noticed when it is next served.
  func updateChild(
    _ id: String, name: String?, birthDate: String?, now: Date
  ) throws(DatabaseError) -> Child? {
    try database.run(
      """
      UPDATE children SET name = coalesce(?, name), birth_date = coalesce(?, birth_date),
        updated_at = ? WHERE id = ?
      """, SQLValue(name), SQLValue(birthDate), .text(RFC3339.text(now)), .text(id))
    return try child(id)
  }

  /// Removes the child with its devices, policies and reports.
  ///
  /// - Returns: False if there is no such child.
  func removeChild(_ id: String) throws(DatabaseError) -> Bool {
    try database.run("DELETE FROM children WHERE id = ?", .text(id)) > 0
  }

  private static func child(_ row: SQLRow) -> Child {
    Child(
      id: row.text(0), name: row.text(1), birthDate: row.text(2), version: row.integer(3),
      servedAge: row.integer(4), createdAt: row.text(5), updatedAt: row.text(6))
  }
}
