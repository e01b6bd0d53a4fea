extension PolicyReading {
  mutating func read(_ section: CompiledPolicy.ContentFilter) {
    readRatings(section)
    blockedApps = identifiers(
      section.blockedApps, .contentBlockTitle, "content_filter.blocked_apps")
    allowedApps = identifiers(
      section.allowedApps, .contentAllowTitle, "content_filter.allowed_apps")
    isAllowlist = section.allowlistMode ?? false
  }

  /// `age_rating` and `max_ratings.apple` say the same thing and may differ; the lower one counts. A rating for games
  /// counts for applications if neither is given. Systems that no setting holds are not read.
  private mutating func readRatings(_ section: CompiledPolicy.ContentFilter) {
    let ratings = section.maxRatings ?? [:]
    let field = "content_filter.max_ratings"
    let apple = [
      rating(section.ageRating, .apple, "content_filter.age_rating"),
      rating(ratings["apple"], .apple, "\(field).apple"),
    ].compactMap { $0 }
    appRating = apple.min() ?? rating(ratings["esrb"], .esrb, "\(field).esrb")
    movieRating = rating(ratings["mpaa"], .mpaa, "\(field).mpaa")
    tvRating = rating(ratings["tvpg"], .tvpg, "\(field).tvpg")
  }

  private mutating func rating(
    _ text: String?, _ system: AgeRating.System, _ field: String
  ) -> Int? {
    guard let text, let reading = AgeRating.read(text, in: system) else { return nil }
    if !reading.isKnown {
      reserve(
        .contentRating, "\(field) is \(PolicyFault.excerpt(of: text)): read as the lowest rating")
    }
    return reading.number
  }
}
