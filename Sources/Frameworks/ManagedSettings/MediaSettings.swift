/// Source: Apple, *ManagedSettings.MediaSettings*.
public struct MediaSettings: ManagedSettingsGroup, BackedGroup, Equatable, Sendable {
  static let name = "media"

  package var values: SettingValues

  package init(values: SettingValues) {
    self.values = values
  }

  public static let denyBookstoreErotica = SettingMetadata<Bool>(defaultValue: false)

  /// No erotica in the book store.
  public var denyBookstoreErotica: Bool? {
    get { values[setting: .mediaDenyBookstoreErotica] }
    set { values[setting: .mediaDenyBookstoreErotica] = newValue }
  }

  public static let denyExplicitContent = SettingMetadata<Bool>(defaultValue: false)

  /// No explicit music, podcasts or news.
  public var denyExplicitContent: Bool? {
    get { values[setting: .mediaDenyExplicitContent] }
    set { values[setting: .mediaDenyExplicitContent] = newValue }
  }

  public static let denyMusicService = SettingMetadata<Bool>(defaultValue: false)

  /// No music service; only music of one's own.
  public var denyMusicService: Bool? {
    get { values[setting: .mediaDenyMusicService] }
    set { values[setting: .mediaDenyMusicService] = newValue }
  }

  public static let maximumMovieRating = BoundedSettingMetadata<Int>.rating

  /// The highest rating of a movie: 1000 all, 500 NC-17, 400 R, 300 PG-13, 200 PG, 100 G, 0 none.
  /// A value out of bounds becomes the nearest bound.
  public var maximumMovieRating: Int? {
    get { values[setting: .mediaMaximumMovieRating] }
    set { values[setting: .mediaMaximumMovieRating] = newValue.map(Self.maximumMovieRating.clamp) }
  }

  public static let maximumTVShowRating = BoundedSettingMetadata<Int>.rating

  /// The highest rating of a television show: 1000 all, 600 TV-MA, 500 TV-14, 400 TV-PG, 300 TV-G,
  /// 200 TV-Y7, 100 TV-Y, 0 none.
  /// A value out of bounds becomes the nearest bound.
  public var maximumTVShowRating: Int? {
    get { values[setting: .mediaMaximumTVShowRating] }
    set {
      values[setting: .mediaMaximumTVShowRating] = newValue.map(Self.maximumTVShowRating.clamp)
    }
  }
}
