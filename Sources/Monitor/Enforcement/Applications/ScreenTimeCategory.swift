/// The activity categories that applications fall into here, and which freedesktop category leads to which.
package enum ScreenTimeCategory: String, CaseIterable, Sendable {
  case games, social, entertainment, creativity, education, productivity, reading, health, shopping,
    travel
  case utilities, other

  /// All categories that a desktop entry's `Categories` mean; `other` when none is known.
  ///
  /// An entry may belong to several: a chat client for gamers is shielded by either.
  package static func categories(for entry: [String]) -> Set<String> {
    let found = Set(entry.compactMap { table[$0]?.rawValue })
    guard found.isEmpty else {
      // "Utilities" is where desktops file everything; it counts only where nothing better is known.
      let better = found.subtracting([utilities.rawValue])
      return better.isEmpty ? found : better
    }
    return [other.rawValue]
  }

  private static let table: [String: ScreenTimeCategory] = [
    "Game": .games, "ActionGame": .games, "AdventureGame": .games, "ArcadeGame": .games,
    "BoardGame": .games,
    "BlocksGame": .games, "CardGame": .games, "KidsGame": .games, "LogicGame": .games,
    "RolePlaying": .games,
    "Shooter": .games, "Simulation": .games, "SportsGame": .games, "StrategyGame": .games,
    "Emulator": .games,
    "InstantMessaging": .social, "Chat": .social, "IRCClient": .social, "VideoConference": .social,
    "Telephony": .social, "Email": .social, "ContactManagement": .social,
    "AudioVideo": .entertainment, "Audio": .entertainment, "Video": .entertainment,
    "Player": .entertainment,
    "Music": .entertainment, "TV": .entertainment, "Tuner": .entertainment,
    "Amusement": .entertainment,
    "Graphics": .creativity, "Photography": .creativity, "2DGraphics": .creativity,
    "3DGraphics": .creativity,
    "VectorGraphics": .creativity, "RasterGraphics": .creativity, "AudioVideoEditing": .creativity,
    "Art": .creativity,
    "Education": .education, "Science": .education, "Languages": .education, "Math": .education,
    "Astronomy": .education, "Chemistry": .education, "Physics": .education, "History": .education,
    "Office": .productivity, "Finance": .productivity, "Calendar": .productivity,
    "WordProcessor": .productivity,
    "Spreadsheet": .productivity, "Presentation": .productivity, "ProjectManagement": .productivity,
    "Database": .productivity, "Development": .productivity, "IDE": .productivity,
    "News": .reading, "Feed": .reading, "Literature": .reading, "Dictionary": .reading,
    "Sports": .health, "MedicalSoftware": .health,
    "Maps": .travel, "Geography": .travel,
    "Utility": .utilities, "System": .utilities, "Settings": .utilities, "Network": .utilities,
    "WebBrowser": .utilities, "FileManager": .utilities, "TerminalEmulator": .utilities,
    "Calculator": .utilities,
    "Accessibility": .utilities, "Archiving": .utilities, "TextEditor": .utilities,
  ]
}
