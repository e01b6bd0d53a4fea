import Foundation
import ManagedSettings
import Testing

@Suite struct `A stored setting` {
  @Test(arguments: [
    (SettingValue.bool(true), #"{"bool":true}"#),
    (.number(300), #"{"number":300}"#),
    (.cookiePolicy(.currentWebsite), #"{"cookiePolicy":"currentWebsite"}"#),
    (
      .applications([
        Application(bundleIdentifier: "com.b"), Application(token: token(1)),
        Application(bundleIdentifier: "com.a"),
      ]),
      #"{"applications":[{"token":{"data":"AQ=="}},{"bundleIdentifier":"com.a"},"#
        + #"{"bundleIdentifier":"com.b"}]}"#
    ),
    (
      .applicationTokens([token(3), token(1), token(2)]),
      #"{"applicationTokens":[{"data":"AQ=="},{"data":"Ag=="},{"data":"Aw=="}]}"#
    ),
    (.webDomainTokens([token(255)]), #"{"webDomainTokens":[{"data":"/w=="}]}"#),
    (.applicationCategories(.none), #"{"applicationCategories":{"none":{}}}"#),
    (
      .applicationCategories(.all(except: [token(1)])),
      #"{"applicationCategories":{"all":{"except":[{"data":"AQ=="}]}}}"#
    ),
    (
      .webDomainCategories(.specific([token(2), token(1)])),
      #"{"webDomainCategories":{"specific":{"categories":[{"data":"AQ=="},{"data":"Ag=="}],"#
        + #""except":[]}}}"#
    ),
    (.filter(.none), #"{"filter":{"none":{}}}"#),
    (
      .filter(.specific([WebDomain(domain: "b.example"), WebDomain(domain: "a.example")])),
      #"{"filter":{"specific":{"domains":[{"domain":"a.example"},{"domain":"b.example"}]}}}"#
    ),
    (
      .filter(.auto(except: [WebDomain(token: token(1))])),
      #"{"filter":{"auto":{"domains":[],"except":[{"token":{"data":"AQ=="}}]}}}"#
    ),
    (.filter(.all()), #"{"filter":{"all":{"except":[]}}}"#),
  ])
  func `is this JSON and nothing else`(value: SettingValue, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(try String(decoding: encoder.encode(value), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(SettingValue.self, from: Data(json.utf8)) == value)
  }

  @Test(arguments: [
    ("{}", ""), (#"{"bool":true,"number":1}"#, ""), (#"{"colour":1}"#, ""),
    (#"{"bool":"yes"}"#, "bool"), (#"{"cookiePolicy":"sometimes"}"#, "cookiePolicy"),
    (#"{"applicationTokens":[{"data":7}]}"#, "applicationTokens.Index 0.data"),
    (#"{"applicationCategories":{"all":{}}}"#, "applicationCategories.all"),
    (#"{"filter":{}}"#, "filter"), (#"{"filter":{"none":{},"all":{"except":[]}}}"#, "filter"),
  ])
  func `is refused by the path of what is wrong`(json: String, path: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(SettingValue.self, from: Data(json.utf8))
    }
    #expect(error.path == path)
  }

  @Test func `is kept under its key's name`() throws {
    let settings: SettingValues = [.siriDenySiri: .bool(true)]
    let json = try JSONEncoder().encode(settings)
    #expect(String(decoding: json, as: UTF8.self) == #"{"siri.denySiri":{"bool":true}}"#)
    #expect(try JSONDecoder().decode(SettingValues.self, from: json) == settings)
  }

  @Test func `has a key of its own, and the list of keys is in order`() {
    #expect(SettingKey.all == SettingKey.all.sorted())
    #expect(Set(SettingKey.all).count == 27)
  }
}

extension DecodingError {
  var path: String {
    let path =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: [any CodingKey]()
      }
    return path.map(\.stringValue).joined(separator: ".")
  }
}
