import FoundationEssentials
import Glibc
import SharedDirectory
import System

/// Where the device's key lies: in a file that only its owner may read, or among the credentials that systemd hands to
/// the service (`LoadCredential=phosra-device-key:…` or its encrypted form).
///
/// A credential counts more than the file, since it is what the unit says. It is never written.
package struct DeviceKeyStore: Sendable {
  package static let credential = "phosra-device-key"

  private let file: String
  private let credential: String?

  /// - Parameters:
  ///   - file: The path of the file, whose directory exists.
  ///   - environment: Where `CREDENTIALS_DIRECTORY` is looked for.
  package init(
    file: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.file = file
    credential = environment["CREDENTIALS_DIRECTORY"].map { "\($0)/\(Self.credential)" }
  }

  /// The key; nil if there is none.
  ///
  /// - Throws: ``DeviceKeyStoreError`` or ``InvalidDeviceKey`` for one that must not be used.
  package func load() throws -> DeviceKey? {
    // systemd may grant it by an access list, whose mask shows as the permissions of the group.
    if let credential, let key = try read(credential, forbidden: 0o007) { return key }
    return try read(file, forbidden: 0o077)
  }

  /// Replaces the file, whose old or new content a crash leaves whole.
  ///
  /// Root makes it the property of who owns the directory, and so runs the daemon that reads it.
  package func save(_ key: DeviceKey) throws {
    if let credential, try read(credential, forbidden: 0o007) != nil {
      throw DeviceKeyStoreError.heldBySystemd(path: credential)
    }
    let storage = FileStorage(root: FileStorage.directory(of: file))
    let bytes = Data((key.secret.exposed + "\n").utf8)
    let draft = storage.draft(for: FileStorage.name(of: file))
    do {
      try storage.write(draft, mode: 0o600, synchronised: true) { bytes }
      if geteuid() == 0 { try giveAway(draft) }
      try storage.rename(draft, to: FileStorage.name(of: file))
    } catch {
      // The error at hand says more than one from tidying up.
      _ = try? storage.remove(draft)
      throw error
    }
    try storage.synchroniseDirectory("")
  }

  /// Removes the file, if it is there.
  package func remove() throws {
    let storage = FileStorage(root: FileStorage.directory(of: file))
    try storage.remove(FileStorage.name(of: file))
    try storage.synchroniseDirectory("")
  }

  private func giveAway(_ draft: String) throws {
    let directory = FileStorage.directory(of: file)
    var status = stat()
    try check("stat", path: directory) { stat(directory, &status) }
    let path = "\(directory)/\(draft)"
    try check("chown", path: path) { lchown(path, status.st_uid, status.st_gid) }
  }

  private func read(_ path: String, forbidden: UInt32) throws -> DeviceKey? {
    guard let opened = try Self.open(path) else { return nil }
    var status = stat()
    try check("fstat", path: path) { fstat(opened.raw, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw DeviceKeyStoreError.notAFile(path: path)
    }
    guard status.st_mode & forbidden == 0 else {
      throw DeviceKeyStoreError.readableByOthers(path: path, mode: status.st_mode & 0o777)
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw DeviceKeyStoreError.foreignOwner(path: path, owner: status.st_uid)
    }
    guard status.st_size <= 8192 else { throw InvalidDeviceKey.tooLong }
    guard let text = String(validating: try opened.readAll(), as: UTF8.self) else {
      throw InvalidDeviceKey.impossibleCharacter
    }
    return try DeviceKey(text)
  }

  private static func open(_ path: String) throws -> Descriptor? {
    do {
      return try Descriptor.openIfPresent(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch  where error.code == ELOOP {
      throw DeviceKeyStoreError.symbolicLink(path: path)
    }
  }
}

/// Why a stored key is not used, or not written. Each says what to do.
package enum DeviceKeyStoreError: Error, Equatable, Sendable {
  case readableByOthers(path: String, mode: UInt32)
  case foreignOwner(path: String, owner: UInt32)
  case symbolicLink(path: String)
  case notAFile(path: String)
  case heldBySystemd(path: String)
}

extension DeviceKeyStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .readableByOthers(let path, let mode):
      "\(path) has mode \(String(mode, radix: 8)): others may have read the key;"
        + " register the device anew, or give the file mode 600 if nobody has"
    case .foreignOwner(let path, let owner):
      "\(path) belongs to user \(owner); the key must belong to who runs this, or to root"
    case .symbolicLink(let path): "\(path) is a symbolic link; put the key itself there"
    case .notAFile(let path): "\(path) is no file; put the key itself there"
    case .heldBySystemd(let path):
      "the key comes from the service manager (\(path)); replace the credential of the unit"
    }
  }
}
