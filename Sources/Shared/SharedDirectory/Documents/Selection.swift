package import FamilyControls
package import FoundationEssentials

/// A selection that a person made, under a name (`selections/NAME.json`).
package struct StoredSelection: Codable, Equatable, Sendable {
  /// The grant whose tokens it holds.
  package var grant: String?
  /// Base64 of the selection's JSON, as an iOS app would store it (rule B1).
  package var selection: String
  package var pickedAt: Date
  /// How many were picked, at the time of picking (rule B5).
  package var counts: Counts
  /// What the person said that a token stands for, by the token in base64; never leaves the device (rule B6).
  package var answers: [String: String]
  /// Set when the grant was revoked: the tokens stand for nothing any more, and must be picked again (rule A7).
  package var isVoid: Bool

  package struct Counts: Codable, Equatable, Sendable {
    package var applications: Int
    package var categories: Int
    package var webDomains: Int

    package init(_ selection: FamilyActivitySelection) {
      applications = selection.applicationTokens.count
      categories = selection.categoryTokens.count
      webDomains = selection.webDomainTokens.count
    }
  }

  package init(
    _ selection: FamilyActivitySelection, grant: String?, pickedAt: Date,
    answers: [String: String] = [:]
  ) throws {
    self.grant = grant
    self.selection = try selection.storedText
    self.pickedAt = pickedAt
    counts = Counts(selection)
    self.answers = answers
    isVoid = false
  }

  /// - Throws: What is wrong with the stored text; it never reads as empty (rule B4).
  package func decoded() throws -> FamilyActivitySelection {
    try FamilyActivitySelection(storedText: selection)
  }
}
