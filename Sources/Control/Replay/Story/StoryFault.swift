/// What is wrong with a scenario file, and where.
package struct StoryFault: Error, Equatable, Sendable, CustomStringConvertible {
  package var file: String
  /// From 1; nil if it concerns the file as a whole.
  package var line: Int?
  /// Such as `actions[2].schedule.start.hour`; empty for the whole document.
  package var field: String
  package var words: String

  package init(file: String, line: Int? = nil, field: String = "", words: String) {
    self.file = file
    self.line = line
    self.field = field
    self.words = words
  }

  package var description: String {
    file + (line.map { ":\($0)" } ?? "") + ": " + (field.isEmpty ? "" : "\(field): ") + words
  }
}
