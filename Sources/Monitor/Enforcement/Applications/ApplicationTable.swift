package import FoundationEssentials
import ManagedSettings

/// What the bundle identifiers of policies mean on this machine, and what desktop files do not tell.
///
/// A guardian may edit it: a JSON file of this shape, laid over ``shipped`` entry by entry.
package struct ApplicationTable: Codable, Equatable, Sendable {
  /// What stands for an application of another platform.
  package struct Counterpart: Codable, Equatable, Sendable {
    /// Identifiers of desktop files, without `.desktop`; any of them that is installed counts.
    package var desktop: [String] = []
    /// Domains under which the same service is reached with a browser.
    package var domains: [String] = []
  }

  /// Of the shape that is described here.
  package static let currentVersion = 1

  package var version = Self.currentVersion
  /// By bundle identifier.
  package var counterparts: [String: Counterpart] = [:]
  /// By desktop identifier: the programs that its starting script runs.
  package var programs: [String: [String]] = [:]
  /// By desktop identifier: its age rating as `12+`, before what its metadata says.
  package var ratings: [String: String] = [:]
  /// By desktop identifier: its screen-time categories, in place of what its desktop file says.
  package var categories: [String: Set<String>] = [:]
  /// Desktop identifiers of parts of the session, never shielded.
  package var essential: Set<String> = []
  /// Names of programs that are parts of the session, never shielded under any desktop identifier.
  package var essentialPrograms: Set<String> = []

  package init() {}

  /// The shipped table with the entries of `json` in place of its own.
  ///
  /// - Throws: ``ApplicationTableFault``, which names the field, so that a typing error is not taken for an empty table
  ///   (rule D6).
  package init(shippedWith json: Data) throws(ApplicationTableFault) {
    let edited: Self
    do {
      edited = try JSONDecoder().decode(Self.self, from: json)
    } catch {
      throw ApplicationTableFault(error)
    }
    self = Self.shipped
    counterparts.merge(edited.counterparts) { _, new in new }
    programs.merge(edited.programs) { _, new in new }
    ratings.merge(edited.ratings) { _, new in new }
    categories.merge(edited.categories) { _, new in new }
    essential.formUnion(edited.essential)
    essentialPrograms.formUnion(edited.essentialPrograms)
  }

  /// The bundle identifiers that mean the application with this desktop identifier.
  package func bundleIdentifiers(of desktopID: String) -> Set<String> {
    Set(counterparts.filter { $0.value.desktop.contains(desktopID) }.keys)
  }
}

// MARK: As a file

extension ApplicationTable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case version, counterparts, programs, ratings, categories, essential, essentialPrograms
  }

  /// Every key may be left out, and there is no other.
  package init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(except: CodingKeys.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func field<Value: Decodable>(_ key: CodingKeys, _ absent: Value) throws -> Value {
      try fields.decodeIfPresent(Value.self, forKey: key) ?? absent
    }
    version = try field(.version, Self.currentVersion)
    guard version == Self.currentVersion else {
      throw decoder.fault(
        [CodingKeys.version.stringValue], "only version \(Self.currentVersion) is known")
    }
    counterparts = try field(.counterparts, [:])
    programs = try field(.programs, [:])
    for (name, paths) in programs where paths.contains(where: { !$0.hasPrefix("/") }) {
      throw decoder.fault(
        [CodingKeys.programs.stringValue, name], "a program is named by its absolute path")
    }
    ratings = try field(.ratings, [:])
    for (name, word) in ratings where ApplicationRating(word) == nil {
      let known = ApplicationRating.allCases.map(\.word).joined(separator: ", ")
      throw decoder.fault([CodingKeys.ratings.stringValue, name], "“\(word)” is none of \(known)")
    }
    categories = try field(.categories, [:])
    for (name, words) in categories {
      if let word = words.first(where: { ScreenTimeCategory(rawValue: $0) == nil }) {
        let known = ScreenTimeCategory.allCases.map(\.rawValue).joined(separator: ", ")
        throw decoder.fault(
          [CodingKeys.categories.stringValue, name], "“\(word)” is none of \(known)")
      }
    }
    essential = try field(.essential, [])
    essentialPrograms = try field(.essentialPrograms, [])
  }
}

extension ApplicationTable.Counterpart {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case desktop, domains
  }

  package init(from decoder: any Decoder) throws {
    try decoder.refuseKeys(except: CodingKeys.allCases.map(\.rawValue))
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    desktop = try fields.decodeIfPresent([String].self, forKey: .desktop) ?? []
    domains = try fields.decodeIfPresent([String].self, forKey: .domains) ?? []
    if let wrong = domains.first(where: { DomainName($0) == nil }) {
      throw decoder.fault([CodingKeys.domains.stringValue], "“\(wrong)” is no domain")
    }
  }
}

/// Where a table is not as it must be, and what is wrong there.
package struct ApplicationTableFault: Error, Equatable, CustomStringConvertible {
  /// As `counterparts / com.example.game / desktop`; empty for the file as a whole.
  package let field: String
  package let words: String

  package var description: String { field.isEmpty ? words : "\(field): \(words)" }

  init(_ error: any Error) {
    switch error as? DecodingError {
    case .dataCorrupted(let context):
      let cause = context.underlyingError.map { " (\($0))" } ?? ""
      self.init(context, context.codingPath.isEmpty ? "it is no JSON\(cause)" : nil)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self.init(context, "\(Self.name(of: type)) belongs here")
    case .keyNotFound(_, let context): self.init(context, nil)
    default: self.init(field: "", words: "\(error)")
    }
  }

  private init(field: String, words: String) {
    self.field = field
    self.words = words
  }

  private init(_ context: DecodingError.Context, _ words: String?) {
    self.init(
      field: context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
        .joined(separator: " / "), words: words ?? context.debugDescription)
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Int.Type: "a number"
    case is [Any].Type: "a list"
    default: "\(type)".hasPrefix("Dictionary") ? "an object" : "another type (\(type))"
    }
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  fileprivate func refuseKeys(except known: [String]) throws {
    let keys = try container(keyedBy: AnyKey.self).allKeys
    guard let unknown = keys.first(where: { !known.contains($0.stringValue) }) else { return }
    throw fault(
      [unknown.stringValue], "there is no such field, only \(known.joined(separator: ", "))")
  }

  fileprivate func fault(_ path: [String], _ words: String) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: codingPath + path.map(AnyKey.init(stringValue:)), debugDescription: words))
  }
}
