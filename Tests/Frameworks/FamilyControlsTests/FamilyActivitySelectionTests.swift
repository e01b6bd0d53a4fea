import FamilyControls
import Foundation
import ManagedSettings
import Testing

@Suite struct `A selection` {
  private let json = """
    {"applicationTokens":[{"data":"AQ=="},{"data":"Ag=="}],"categoryTokens":[{"data":"Aw=="}],\
    "includeEntireCategory":true,"untokenizedApplicationIdentifiers":["a","b"],\
    "untokenizedCategoryIdentifiers":[],"untokenizedWebDomainIdentifiers":[],\
    "webDomainTokens":[{"data":"/w=="}]}
    """

  private var selection: FamilyActivitySelection {
    var selection = FamilyActivitySelection(includeEntireCategory: true)
    selection.applicationTokens = [token(2), token(1)]
    selection.categoryTokens = [token(3)]
    selection.webDomainTokens = [token(255)]
    selection.untokenizedApplicationIdentifiers = ["b", "a"]
    return selection
  }

  @Test func `is the JSON that iOS writes, and always the same bytes`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(try String(decoding: encoder.encode(selection), as: UTF8.self) == json)
    #expect(try selection.storedText == Data(json.utf8).base64EncodedString())
  }

  @Test func `comes back from either coder and from the stored text`() throws {
    let fromJSON = try JSONDecoder().decode(
      FamilyActivitySelection.self, from: JSONEncoder().encode(selection))
    let fromList = try PropertyListDecoder().decode(
      FamilyActivitySelection.self, from: PropertyListEncoder().encode(selection))
    #expect(fromJSON == selection)
    #expect(fromList == selection)
    #expect(try FamilyActivitySelection(storedText: selection.storedText) == selection)
  }

  @Test func `is read from older JSON without what is optional`() throws {
    let old = #"{"webDomainTokens":[],"categoryTokens":[],"applicationTokens":[{"data":"AQ=="}]}"#
    let read = try FamilyActivitySelection(storedText: Data(old.utf8).base64EncodedString())
    #expect(read.applicationTokens == [token(1)])
    #expect(read.includeEntireCategory == false)
    #expect(read.untokenizedWebDomainIdentifiers.isEmpty)
  }

  @Test func `differs from another with other content`() {
    var other = selection
    other.webDomainTokens = []
    #expect(other != selection)
    #expect(FamilyActivitySelection() != FamilyActivitySelection(includeEntireCategory: true))
  }

  @Test func `wraps its tokens and lists them in one order`() {
    #expect(selection.applications == [Application(token: token(1)), Application(token: token(2))])
    #expect(selection.categories == [ActivityCategory(token: token(3))])
    #expect(selection.webDomains == [WebDomain(token: token(255))])
    #expect(selection.sortedApplicationTokens == [token(1), token(2)])
  }

  @Test(arguments: [
    ("", SelectionError.empty), (" \n", .empty), ("not base64!", .notBase64),
    (base64("{}"), .wrong(path: "applicationTokens", reason: "it is missing")),
  ])
  func `that is malformed is an error that says so`(text: String, error: SelectionError) {
    #expect(throws: error) { try FamilyActivitySelection(storedText: text) }
  }

  @Test(arguments: [
    (#"{"applicationTokens":7,"categoryTokens":[],"webDomainTokens":[]}"#, "applicationTokens"),
    (
      #"{"applicationTokens":[{"data":"AQ=="},{"data":"?"}],"categoryTokens":[],"webDomainTokens":[]}"#,
      "applicationTokens[1].data"
    ),
    (
      #"{"applicationTokens":[],"categoryTokens":[{}],"webDomainTokens":[]}"#,
      "categoryTokens[0].data"
    ),
    (
      #"{"applicationTokens":[],"categoryTokens":[],"webDomainTokens":[],"includeEntireCategory":"y"}"#,
      "includeEntireCategory"
    ),
    (
      #"{"applicationTokens":[],"categoryTokens":[],"webDomainTokens":[],"untokenizedCategoryIdentifiers":[1]}"#,
      "untokenizedCategoryIdentifiers[0]"
    ),
  ])
  func `with one wrong part is an error that names the part`(json: String, path: String) throws {
    let error = try #require(throws: SelectionError.self) {
      try FamilyActivitySelection(storedText: base64(json))
    }
    guard case .wrong(let found, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(found == path)
    #expect(!reason.isEmpty)
    #expect("\(error)".contains(path))
  }

  @Test(arguments: ["[]", "7", "{\"applicationTokens\":[", "\u{0}"])
  func `that is no JSON object is an error`(json: String) throws {
    let error = try #require(throws: SelectionError.self) {
      try FamilyActivitySelection(storedText: base64(json))
    }
    guard case .notJSON = error else {
      Issue.record("\(error)")
      return
    }
  }
}

private func base64(_ json: String) -> String { Data(json.utf8).base64EncodedString() }
private func token<Activity>(_ byte: UInt8) -> Token<Activity> { Token(data: Data([byte])) }
