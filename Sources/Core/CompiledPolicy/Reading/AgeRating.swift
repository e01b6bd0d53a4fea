/// The ratings of the rating systems, as numbers of the settings that hold them.
enum AgeRating {
  enum System: String {
    case apple, mpaa, tvpg, esrb
  }

  /// - `number`: the value of `appStore.maximumRating`, `media.maximumMovieRating` or `media.maximumTVShowRating`.
  /// - `isKnown`: false if the word is unknown and read as the lowest rating (rule P4).
  struct Reading: Equatable {
    let number: Int
    var isKnown = true
  }

  /// Nil if the text is blank.
  static func read(_ text: String, in system: System) -> Reading? {
    let word = Words.trimmed(text).uppercased()
    if word.isEmpty { return nil }
    if system == .apple, let age = age(word) { return Reading(number: apple(age: age)) }
    if let number = table(of: system)[word] { return Reading(number: number) }
    return Reading(number: 100, isKnown: false)
  }

  /// `9+` as 9.
  private static func age(_ word: String) -> Int? {
    guard word.hasSuffix("+"), word.utf8.count <= 3, let age = Int(word.dropLast()), age >= 0 else {
      return nil
    }
    return age
  }

  /// The highest of 4+, 9+, 12+ and 17+ that admits nothing for older children; 13+, 16+ and 18+ are names that
  /// Apple uses too.
  private static func apple(age: Int) -> Int {
    switch age {
    case 17...: 600
    case 12...: 300
    case 9...: 200
    default: 100
    }
  }

  private static func table(of system: System) -> [String: Int] {
    switch system {
    case .apple: ["ALL": 1000]
    case .mpaa:
      ["G": 100, "PG": 200, "PG-13": 300, "PG13": 300, "R": 400, "NC-17": 500, "NC17": 500]
    case .tvpg:
      [
        "TV-Y": 100, "TV-Y7": 200, "TV-Y7-FV": 200, "TV-G": 300, "TV-PG": 400, "TV-14": 500,
        "TV-MA": 600,
      ]
    case .esrb: ["E": 100, "E10+": 200, "T": 300, "M": 600, "AO": 600]
    }
  }
}
