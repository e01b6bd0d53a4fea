import CSQLite

/// A connection to an SQLite file, used by one caller at a time.
///
/// Every change is on the disk when the call or the transaction that made it returns: the log is written ahead
/// and synchronised at each commit, so neither a kill nor a power cut loses anything that was acknowledged.
final class Database {
  private let handle: OpaquePointer
  private var prepared: [String: OpaquePointer] = [:]

  /// - Parameter busyTimeout: Milliseconds to wait for another process that is writing.
  init(path: String, busyTimeout: Int32 = 5000) throws(DatabaseError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      sqlite3_close_v2(handle)
      throw DatabaseError(code: code & 0xff, message: "\(path): \(message)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, busyTimeout)
    try script("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs several statements without values.
  func script(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement that gives no rows.
  ///
  /// - Returns: How many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: SQLValue...) throws(DatabaseError) -> Int {
    let statement = try bound(sql, values)
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    if code != SQLITE_DONE && code != SQLITE_ROW { throw fault(code) }
    return Int(sqlite3_changes(handle))
  }

  func rows<Value>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> [Value] {
    try rows(sql, values, read: read)
  }

  /// The first row, or nil.
  func first<Value>(
    _ sql: String, _ values: SQLValue..., read: (SQLRow) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value? {
    try rows(sql, values, read: read).first
  }

  private func rows<Value>(
    _ sql: String, _ values: [SQLValue], read: (SQLRow) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> [Value] {
    let statement = try bound(sql, values)
    defer { sqlite3_reset(statement) }
    var result: [Value] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: result.append(try read(SQLRow(statement: statement)))
      case SQLITE_DONE: return result
      case let code: throw fault(code)
      }
    }
  }

  /// All of `body`, or nothing of it if it throws.
  func transaction<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws -> Value {
    try script("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try script("COMMIT")
      return value
    } catch {
      // A failed COMMIT may have rolled back already, and then there is nothing to do.
      _ = try? script("ROLLBACK")
      throw error
    }
  }

  private func bound(
    _ sql: String, _ values: [SQLValue]
  ) throws(DatabaseError) -> OpaquePointer {
    let statement = try statement(sql)
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, Int64(value))
        case .text(let text):
          pavise_sqlite_bind_text(statement, index, text, Int32(text.utf8.count))
        case .blob(let bytes):
          pavise_sqlite_bind_blob(statement, index, bytes, Int32(bytes.count))
        }
      try check(code)
    }
    return statement
  }

  private func statement(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let statement = prepared[sql] { return statement }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement else { throw DatabaseError(code: SQLITE_MISUSE, message: "no statement") }
    prepared[sql] = statement
    return statement
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw fault(code) }
  }

  private func fault(_ code: Int32) -> DatabaseError {
    DatabaseError(code: code & 0xff, message: String(cString: sqlite3_errmsg(handle)))
  }
}
