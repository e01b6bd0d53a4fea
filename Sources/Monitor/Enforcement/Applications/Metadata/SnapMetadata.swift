/// What a snap's `meta/snap.yaml` says its applications start.
///
/// Only the block `apps` is read, in the block style in which snapcraft writes the file.
struct SnapMetadata {
  /// By application: the program, from the snap's root on, without its arguments.
  private(set) var commands: [String: String] = [:]

  init(yaml text: String) {
    var isInApplications = false
    var nameIndent: Int?
    var name: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      if content.isEmpty || content.first == "#" { continue }
      guard let colon = content.firstIndex(of: ":") else { continue }
      let key = String(content[..<colon])
      if indent == 0 {
        isInApplications = key == "apps"
        name = nil
        nameIndent = nil
      } else if isInApplications {
        if indent <= nameIndent ?? indent {
          nameIndent = indent
          name = key
        } else if key == "command", let name, commands[name] == nil {
          let value = content[content.index(after: colon)...].trimmingSpaces()
          let bare = value.drop { $0 == "\"" || $0 == "'" }
          commands[name] = String(bare.prefix { ![" ", "\"", "'"].contains($0) })
        }
      }
    }
  }
}
