/// The group `[Desktop Entry]` of a `.desktop` file: unlocalized keys, with the escapes of string values resolved.
///
/// Lines that are neither a group, a comment nor `key=value` are skipped, as desktops do; of a doubled key the first counts.
///
/// Source: freedesktop.org, *Desktop Entry Specification*, "Basic format of the file", "Possible value types".
package struct DesktopEntry: Equatable, Sendable {
  private let values: [String: String]

  /// `nil` when the text has no group `[Desktop Entry]`.
  package init?(_ text: String) {
    var values: [String: String] = [:]
    var group: Substring?
    var isFound = false
    for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      let line = line.trimmingSpaces()
      if line.isEmpty || line.first == "#" { continue }
      if line.first == "[", line.last == "]" {
        group = line.dropFirst().dropLast()
        isFound = isFound || group == "Desktop Entry"
      } else if group == "Desktop Entry", let equals = line.firstIndex(of: "=") {
        let key = String(line[..<equals].trimmingSpaces())
        guard values[key] == nil else { continue }
        values[key] = Self.unescaped(line[line.index(after: equals)...].trimmingSpaces())
      }
    }
    guard isFound else { return nil }
    self.values = values
  }

  package var type: String? { values["Type"] }
  package var name: String? { values["Name"] }
  package var exec: String? { values["Exec"] }
  package var tryExec: String? { values["TryExec"] }
  /// The entry says that its application was removed.
  package var isHidden: Bool { values["Hidden"] == "true" }
  package var categories: [String] {
    (values["Categories"] ?? "").split(separator: ";").map { String($0.trimmingSpaces()) }
  }
  /// The identifier under which Flatpak exported the entry.
  package var flatpak: String? { values["X-Flatpak"] }
  /// The instance name under which snapd generated the entry.
  package var snap: String? { values["X-SnapInstanceName"] }

  private static func unescaped(_ value: Substring) -> String {
    guard value.contains("\\") else { return String(value) }
    var result = ""
    var rest = value
    while let character = rest.popFirst() {
      guard character == "\\", let code = rest.popFirst() else {
        result.append(character)
        continue
      }
      switch code {
      case "s": result.append(" ")
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\": result.append("\\")
      default: result += ["\\", code]
      }
    }
    return result
  }
}

extension Substring {
  /// Without the spaces and tabs at both ends.
  func trimmingSpaces() -> Substring {
    var result = self
    while let first = result.first, first == " " || first == "\t" { result.removeFirst() }
    while let last = result.last, last == " " || last == "\t" { result.removeLast() }
    return result
  }
}
