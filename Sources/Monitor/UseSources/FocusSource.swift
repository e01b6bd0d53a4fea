/// Tells which window a person is looking at.
package protocol FocusSource: AnyObject {
  /// For reports: `x11` or `sway`.
  var name: String { get }
  /// Readable when there may be news.
  var descriptor: Int32 { get }
  var focus: Focus { get }
  /// Nobody has touched anything for a while, as far as the display knows.
  var isIdle: Bool { get }

  /// Takes the news.
  ///
  /// - Returns: Whether the source is still there.
  func take() -> Bool
}

/// The window that has the keyboard.
package enum Focus: Equatable, Sendable {
  /// Nothing on the display keeps track, so it cannot be told.
  case unknown
  /// None has it.
  case nothing
  /// A window of this process; nil where the display does not know whose it is.
  case window(pid: Int32?)
}
