import CSQLite

/// A value of a column.
enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
  init(_ integer: Int?) { self = integer.map(SQLValue.integer) ?? .null }
}

/// The current row of a result. A column is read as what the schema says it holds.
struct SQLRow {
  let statement: OpaquePointer

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func optionalInteger(_ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
  }

  func blob(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(statement, column))
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
