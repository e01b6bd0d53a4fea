import Glibc
import System

/// How the parent's token comes to be known.
package enum ParentToken {
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case tooShort(path: String)
    case readableByOthers(path: String)

    package var description: String {
      switch self {
      case .tooShort(let path): "\(path): a parent token has at least 32 characters"
      case .readableByOthers(let path): "\(path) can be read by others; chmod 600 it"
      }
    }
  }

  /// Makes the token of a new household.
  ///
  /// - Returns: What has to be shown to the parent, once; nil if there is nothing new.
  package static func establish(in household: Household) throws -> Secret? {
    if try household.hasParent { return nil }
    let token = Secret.random()
    try household.setParent(token)
    return token
  }

  /// Makes the token in a file the parent's. If there is no such file it is made, with a new token, which replaces
  /// the old one: so a token that was lost is replaced by naming a new file.
  package static func establish(in household: Household, file path: String) throws {
    if let token = try read(path) {
      try household.setParent(token)
      return
    }
    let token = Secret.random()
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try file.write("\(token.text)\n".utf8)
    try file.synchronise()
    try household.setParent(token)
  }

  private static func read(_ path: String) throws -> Secret? {
    guard let file = try Descriptor.openIfPresent(path, O_RDONLY) else { return nil }
    var status = stat()
    let raw = file.raw
    try check("fstat", path: path) { fstat(raw, &status) }
    if status.st_mode & 0o077 != 0 { throw Fault.readableByOthers(path: path) }
    let text = String(decoding: try file.readAll(limit: 4096), as: UTF8.self)
    let token = String(text.filter { !$0.isWhitespace })
    if token.utf8.count < 32 { throw Fault.tooShort(path: path) }
    return Secret(token)
  }
}
