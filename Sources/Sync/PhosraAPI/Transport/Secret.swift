import FoundationEssentials

/// A text that no description, dump or log of a value that holds it shows.
package struct Secret: Hashable, Sendable {
  /// The text itself, for the one place that sends or stores it.
  package let exposed: String

  package init(_ text: String) {
    exposed = text
  }

  /// Whether it is long enough to be told from a text that looks the same by chance.
  var isDistinct: Bool { exposed.utf8.count >= 8 }

  /// `text` without this secret in it: what others send may repeat what was sent to them.
  package func removed(from text: String) -> String {
    isDistinct ? text.replacing(exposed, with: "(secret)") : text
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var debugDescription: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
