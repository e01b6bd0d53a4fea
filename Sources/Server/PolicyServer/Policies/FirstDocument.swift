/// What a new policy begins with when nobody says otherwise: ratings and filter that suit the age, and no limits.
enum FirstDocument {
  static func forAge(_ age: Int) -> String {
    let (apple, movies, shows, games, web) =
      switch age {
      case ..<9: ("4+", "G", "TV-G", "E", "strict")
      case ..<12: ("9+", "PG", "TV-PG", "E10+", "strict")
      case ..<17: ("12+", "PG-13", "TV-14", "T", "moderate")
      default: ("17+", "R", "TV-MA", "M", "light")
      }
    let document: WireValue = [
      "content_filter": [
        "age_rating": .string(apple),
        "max_ratings": [
          "esrb": .string(games), "mpaa": .string(movies), "tvpg": .string(shows),
        ],
      ],
      "web_filter": ["level": .string(web), "safe_search": true],
    ]
    return document.text
  }
}
