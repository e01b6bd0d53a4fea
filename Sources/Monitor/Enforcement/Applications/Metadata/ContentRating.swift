/// What an application declares about its content, by the Open Age Ratings Service.
///
/// Source: *OARS* 1.1 (hughsie.github.io/oars); the ages are those that Common Sense Media finds right, as AppStream
/// uses them.
package struct ContentRating: Equatable, Sendable {
  package enum Level: String, Comparable, CaseIterable, Sendable {
    case none, mild, moderate, intense

    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What is not declared is declared to be absent.
  package var levels: [String: Level] = [:]

  package init() {}

  /// - Parameter word: One that is not known is read as the strongest.
  mutating func declare(_ attribute: String, _ word: String) {
    let level = Level(rawValue: word) ?? .intense
    levels[attribute] = max(level, levels[attribute] ?? .none)
  }

  /// From which age on it is right, in years. An attribute that the table does not know counts nothing.
  package var age: Int {
    levels.compactMap { attribute, level in
      level == .none ? nil : Self.ages[attribute].map { $0[level.rank - 1] }
    }.max() ?? 0
  }

  /// For mild, moderate and intense.
  private static let ages: [String: [Int]] = [
    "violence-cartoon": [3, 4, 6], "violence-fantasy": [3, 7, 8], "violence-realistic": [4, 9, 14],
    "violence-bloodshed": [9, 11, 18], "violence-sexual": [18, 18, 18],
    "violence-desecration": [13, 15, 18], "violence-slavery": [13, 15, 18],
    "violence-worship": [13, 15, 18],
    "drugs-alcohol": [11, 13, 16], "drugs-narcotics": [12, 14, 17], "drugs-tobacco": [10, 13, 13],
    "sex-nudity": [12, 14, 14], "sex-themes": [13, 14, 15], "sex-homosexuality": [13, 14, 15],
    "sex-prostitution": [12, 14, 18], "sex-adultery": [8, 10, 18], "sex-appearance": [10, 10, 15],
    "language-profanity": [8, 11, 14], "language-humor": [3, 8, 14],
    "language-discrimination": [9, 10, 11],
    "social-chat": [4, 10, 13], "social-info": [0, 13, 13], "social-audio": [15, 15, 15],
    "social-location": [13, 13, 13], "social-contacts": [12, 12, 12],
    "money-advertising": [7, 8, 10], "money-purchasing": [12, 14, 15],
    "money-gambling": [7, 10, 18],
  ]
}

/// The steps of Apple's scale that an application can have, as `appStore.maximumRating` counts them.
package enum ApplicationRating: Int, CaseIterable, Comparable, Sendable {
  case four = 100
  case nine = 200
  case twelve = 300
  case seventeen = 600

  /// The lowest step that admits nobody younger. There is none above 17+.
  package init(age: Int) {
    self = Self.allCases.first { $0.age >= age } ?? .seventeen
  }

  /// As `12+`.
  package init?(_ word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  var age: Int {
    switch self {
    case .four: 4
    case .nine: 9
    case .twelve: 12
    case .seventeen: 17
    }
  }

  package var word: String { "\(age)+" }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
