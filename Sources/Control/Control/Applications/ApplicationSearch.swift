import Enforcement

/// Which application a word means: the identifier of a desktop file, a bundle identifier, or a name.
enum ApplicationSearch: Equatable {
  case found(InstalledApplication)
  /// Known as an identifier of policies, and no program here.
  case elsewhere(String, ApplicationCatalogue.Meaning)

  /// - Throws: ``ApplicationSearchFailure``.
  init(_ word: String, in catalogue: ApplicationCatalogue) throws(ApplicationSearchFailure) {
    let applications = catalogue.applications
    let lowered = word.lowercased()
    let steps: [(InstalledApplication) -> Bool] = [
      { $0.desktopID == word }, { $0.identifiers.contains(word) },
      { $0.desktopID.lowercased() == lowered || $0.name.lowercased() == lowered },
    ]
    for matches in steps {
      let found = applications.filter(matches)
      if let one = found.first, found.count == 1 {
        self = .found(one)
        return
      }
      if !found.isEmpty { throw .ambiguous(word, found.map(\.desktopID)) }
    }
    if catalogue.table.counterparts[word] != nil {
      self = .elsewhere(word, catalogue.meaning(of: word))
      return
    }
    throw .unknown(word, near: Self.near(lowered, catalogue))
  }

  /// Identifiers of what contains the word, or is spelt almost so; at most five.
  private static func near(_ word: String, _ catalogue: ApplicationCatalogue) -> [String] {
    let containing = catalogue.applications.filter {
      !word.isEmpty && ($0.desktopID + "\n" + $0.name).lowercased().contains(word)
    }.map(\.desktopID)
    if !containing.isEmpty { return Array(containing.prefix(5)) }
    let identifiers =
      catalogue.applications.flatMap { [$0.desktopID, $0.name] } + catalogue.table.counterparts.keys
    return [Suggestion.nearest(to: word, among: identifiers)].compactMap(\.self)
  }
}

/// Why a word means no one application.
enum ApplicationSearchFailure: Error, Equatable, CustomStringConvertible {
  case ambiguous(String, [String])
  case unknown(String, near: [String])

  var description: String {
    switch self {
    case .ambiguous(let word, let found):
      "“\(word)” means several applications: \(found.joined(separator: ", ")); name one of them"
    case .unknown(let word, let near):
      "nothing here is called “\(word)”"
        + (near.isEmpty
          ? "" : "; did you mean \(near.map { "“\($0)”" }.joined(separator: " or "))?")
        + "; “pavise apps” lists what is installed"
    }
  }
}
