package import FoundationEssentials
import Glibc
package import PhosraAPI
import SharedDirectory
import SyncService
import System

extension MachineWorld {
  private var keyStore: DeviceKeyStore {
    DeviceKeyStore(file: "\(root)/\(ServiceLoop.keyName)", environment: [:])
  }

  package func prepareToStoreKey() throws {
    var status = stat()
    try check("stat", path: root) { stat(root, &status) }
    guard caller.isRoot || status.st_uid == geteuid() else {
      throw ServiceFailure.keyNeedsOwner(directory: root)
    }
    try ProcessSecrecy.forbidDumps()
  }

  package func store(_ key: DeviceKey) throws { try keyStore.save(key) }

  package func removeKey() throws { try keyStore.remove() }

  package func contents(of path: String) throws -> Data {
    Data(try Descriptor.open(path, O_RDONLY).readAll(limit: 4 << 20))
  }

  package func secret(_ file: String?, prompt: String) throws -> Secret {
    let bytes: [UInt8]
    switch file {
    case nil: bytes = try Self.typed(prompt)
    case "-": bytes = try Self.readInput(toLineEnd: false)
    case let file?: bytes = Array(try contents(of: file))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Secret(String(text.filter { !$0.isWhitespace }))
  }

  /// What is typed on the terminal, which does not show it.
  private static func typed(_ prompt: String) throws -> [UInt8] {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw ServiceFailure.noTerminal }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    try check("tcsetattr") { tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      warn("")
    }
    put(prompt, STDERR_FILENO)
    return try readInput(toLineEnd: true)
  }

  private static func readInput(toLineEnd: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while try check("read", { Glibc.read(STDIN_FILENO, &byte, 1) }) == 1, bytes.count < 1 << 16 {
      if toLineEnd, byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    return bytes
  }

  package func perform(
    _ request: HTTPRequest, _ connection: HTTPConfiguration
  ) throws(PhosraError) -> HTTPResponse {
    do {
      return try HTTPClient(connection).perform(request)
    } catch let failure as HTTPFailure {
      throw .transport(failure)
    } catch {
      throw .transport(.machine("\(error)"))
    }
  }

  package var machine: MachineDescription {
    var names = utsname()
    uname(&names)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    let release = (try? contents(of: "/etc/os-release")).map { String(decoding: $0, as: UTF8.self) }
    return MachineDescription(
      name: text(names.nodename), model: "Linux \(text(names.machine))",
      system: MachineDescription.system(release: release ?? ""))
  }
}

/// What is told of this machine when it is registered.
package struct MachineDescription: Equatable, Sendable {
  package var name: String
  package var model: String
  package var system: String

  package init(name: String, model: String, system: String) {
    self.name = name
    self.model = model
    self.system = system
  }

  /// The distribution and its version, in as many characters as the service takes.
  ///
  /// - Parameter release: The text of `os-release`.
  static func system(release: String) -> String {
    var fields: [Substring: String] = [:]
    for line in release.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[parts[0]] = parts[1].filter { $0 != "\"" && $0 != "'" }
    }
    let words = [fields["ID"] ?? "linux", fields["VERSION_ID"]].compactMap(\.self)
    return String(words.joined(separator: " ").prefix(20))
  }
}
