/// What AppStream metadata says of one application: which desktop files are its own, and its content.
///
/// Source: freedesktop.org, *AppStream Specification*, "Upstream Metadata", "Desktop Applications".
package struct ComponentMetadata: Equatable, Sendable {
  /// Without `.desktop`.
  package var desktopIDs: Set<String> = []
  /// Nil where the metadata declares none, which is not the same as declaring nothing in it.
  package var rating: ContentRating?

  package init(desktopIDs: Set<String>, rating: ContentRating? = nil) {
    self.desktopIDs = desktopIDs
    self.rating = rating
  }

  /// - Throws: ``XMLReader/Fault`` for what is not well-formed, so that half a file is no rating.
  init(xml text: String) throws(XMLReader.Fault) {
    var reader = XMLReader(text)
    var path: [String] = []
    /// The character data of the innermost element.
    var content = ""
    var attribute: String?
    var isLaunchable = false
    var isRating = false
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes):
        path.append(name)
        content = ""
        switch (path.count, name) {
        case (2, "launchable"): isLaunchable = attributes["type"] == "desktop-id"
        case (2, "content_rating"):
          isRating = attributes["type"]?.hasPrefix("oars-") ?? false
          if isRating, rating == nil { rating = ContentRating() }
        case (3, "content_attribute"): attribute = isRating ? attributes["id"] : nil
        default: break
        }
      case .text(let text): content += text
      case .end(let name):
        let word = String(content.split(whereSeparator: \.isWhitespace).first ?? "")
        switch (path.count, name) {
        case (2, "id"), (2, "launchable"):
          if !word.isEmpty, name == "id" || isLaunchable {
            desktopIDs.insert(word.hasSuffix(".desktop") ? String(word.dropLast(8)) : word)
          }
        case (2, "content_rating"): isRating = false
        case (3, "content_attribute"):
          if let attribute { rating?.declare(attribute, word) }
          attribute = nil
        default: break
        }
        content = ""
        path.removeLast()
      }
    }
  }
}
