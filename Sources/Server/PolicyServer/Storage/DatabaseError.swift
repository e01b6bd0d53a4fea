/// A call of SQLite that failed.
package struct DatabaseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite's result code without its extension.
  package let code: Int32
  package let message: String

  package var description: String { "database: \(message) (\(code))" }
}
