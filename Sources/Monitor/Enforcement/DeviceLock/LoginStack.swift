import FoundationEssentials
import Glibc
package import SharedDirectory
import System

/// The configuration of PAM, as far as it says who may log in.
package struct LoginStack: Sendable {
  /// The services through which people log in, as distributions call them.
  private static let services = [
    "login", "sshd", "su", "gdm-password", "lightdm", "sddm", "xdm", "greetd",
  ]
  private static let module = "pam_listfile.so"
  static let remedy = "run launch/install again, or pam-auth-update --enable pavise"

  private let directories: [String]
  private let modules: [String]

  /// - Parameters:
  ///   - directories: Where services are configured; the first that has a service counts.
  ///   - modules: Where PAM's modules lie; nil for the places of this machine.
  package init(
    directories: [String] = ["/etc/pam.d", "/usr/lib/pam.d"], modules: [String]? = nil
  ) {
    self.directories = directories
    self.modules = modules ?? Self.moduleDirectories
  }

  /// How far new logins are refused on this machine while the device is locked.
  ///
  /// - Parameter root: The shared directory.
  package func status(besides root: String) -> EnforcementStatus {
    status(asking: "\(DirectoryLayout.monitorState(besides: root))/\(LoginRefusal.name)")
  }

  /// How far the logins of those whom the list `file` names are refused.
  package func status(asking file: String) -> EnforcementStatus {
    let configured = Self.services.filter { text(of: $0) != nil }
    if configured.isEmpty { return .unsupported("no login is configured for PAM") }
    guard modules.contains(where: { access("\($0)/\(Self.module)", F_OK) == 0 }) else {
      return .unsupported("\(Self.module), a part of PAM, is not installed")
    }
    let open = configured.filter { !Self.asks(file, service: $0, read: text(of:)) }
    if open.isEmpty { return .enforced }
    let names = open.joined(separator: ", ")
    return .partial("new logins through \(names) are not refused: \(Self.remedy)")
  }

  /// Whether the account lines of a service, with those that it includes, deny whom the list `file` names.
  ///
  /// - Parameter read: The text of a service; nil if there is none.
  package static func asks(_ file: String, service: String, read: (String) -> String?) -> Bool {
    let lines = accountLines(of: service, depth: 0, read)
    return lines.indices.contains { index in
      let words = lines[index]
      return words.contains { $0 == module || $0.hasSuffix("/\(module)") }
        && words.contains("file=\(file)") && words.contains("item=user")
        && words.contains("sense=allow") && index + 1 < lines.endIndex
        && lines[index + 1].contains("pam_deny.so")
    }
  }

  /// The words of each account line, in their order.
  private static func accountLines(
    of service: String, depth: Int, _ read: (String) -> String?
  ) -> [[String]] {
    guard depth < 8, let text = read(service) else { return [] }
    return text.replacing("\\\n", with: " ").split(separator: "\n").flatMap { line -> [[String]] in
      let words = line.prefix { $0 != "#" }
        .split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
      switch words.first {
      case "@include" where words.count == 2:
        return accountLines(of: words[1], depth: depth + 1, read)
      case "account", "-account":
        if words.count >= 3, ["include", "substack"].contains(words[1]) {
          return accountLines(of: words[2], depth: depth + 1, read)
        }
        return [words]
      default: return []
      }
    }
  }

  private func text(of service: String) -> String? {
    // A service that cannot be read is as good as none: it does not show that it asks.
    directories.lazy.compactMap { directory in
      try? Descriptor.open("\(directory)/\(service)", O_RDONLY).readAll()
    }.first.map { String(decoding: $0, as: UTF8.self) }
  }

  private static var moduleDirectories: [String] {
    // The last is where Debian puts what belongs to one architecture.
    let architectures = (try? FileStorage(root: "/usr/lib").list("")) ?? []
    return ["/lib/security", "/lib64/security", "/usr/lib/security", "/usr/lib64/security"]
      + architectures.filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)/security" }
  }
}
