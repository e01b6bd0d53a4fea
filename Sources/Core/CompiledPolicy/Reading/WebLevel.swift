/// How strictly the web is filtered.
///
/// Every level but `off` turns the filter for adult content on. The stricter ones shield whole categories of sites too.
enum WebLevel: String {
  case off, light, moderate, strict

  /// - `isKnown`: false if the word is unknown and read as the most restrictive one (rule P4).
  struct Reading: Equatable {
    let level: WebLevel
    var isKnown = true
  }

  /// Nil if the text is blank, which is "unset".
  static func read(_ text: String) -> Reading? {
    switch Words.normalized(text) {
    case "": nil
    case "none", "disabled": Reading(level: .off)
    case let word:
      WebLevel(rawValue: word).map { Reading(level: $0) }
        ?? Reading(level: .strict, isKnown: false)
    }
  }

  var categories: Set<String> {
    switch self {
    case .off, .light: []
    case .moderate: ["adult", "gambling"]
    case .strict: ["adult", "gambling", "dating"]
    }
  }
}
