import FoundationEssentials

/// A text that no description, dump or log of a value that holds it shows.
package struct Secret: Hashable, Sendable {
  /// The text itself, for the one place that sends or stores it.
  package let exposed: String

  package init(_ text: String) {
    exposed = text
  }

  /// `text` without this secret in it: what others send may repeat what was sent to them.
  package func removed(from text: String) -> String {
    exposed.isEmpty ? text : text.replacing(exposed, with: "(secret)")
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var debugDescription: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
