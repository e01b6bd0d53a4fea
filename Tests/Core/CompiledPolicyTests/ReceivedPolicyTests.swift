import Foundation
import Testing

@testable import CompiledPolicy

@Suite struct `A received policy` {
  @Test(arguments: Documents.all.map(\.name))
  func `is the same after encoding and decoding`(name: String) throws {
    let text = try #require(Documents.all.first { $0.name == name }?.text)
    let policy = try received(text).policy
    let encoded = try JSONEncoder().encode(policy)
    #expect(try JSONDecoder().decode(CompiledPolicy.self, from: encoded) == policy)
    #expect(try ReceivedPolicy(parsing: Array(encoded)).policy == policy)
  }

  /// What the service says is still there on the wire, but for nulls and what nobody knows.
  @Test(arguments: [
    "tween", "limits", "paused", "full", "empty", "oddTypes", "oddNumbers", "newYork",
  ])
  func `encodes to the document it came from`(name: String) throws {
    let text = try #require(Documents.all.first { $0.name == name }?.text)
    let encoded = try JSONEncoder().encode(received(text).policy)
    let original = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(try JSONSerialization.jsonObject(with: encoded) as? NSDictionary == original)
  }

  @Test func `has nil for what the document does not say`() throws {
    let policy = try received(Documents.sparse).policy
    #expect(policy.version == 7)
    #expect(policy.generatedAt == "2026-03-01T08:15:30.123456+01:00")
    #expect(policy.contentFilter?.ageRating == "12+")
    #expect(policy.contentFilter?.maxRatings == nil)
    #expect(policy.contentFilter?.blockedApps == nil)
    #expect(policy.screenTime?.schedule == nil)
    #expect(policy.purchases == nil)
    #expect(policy.notifications == nil)
    #expect(try received(Documents.sparse).faults.isEmpty)
  }

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let refusal: PolicyRefusal

    init(_ text: String, _ refusal: PolicyRefusal) {
      (testDescription, self.text, self.refusal) = (text, text, refusal)
    }
  }

  @Test(arguments: [
    Refused("[]", .wrongType(field: "", expected: "an object", found: "a list")),
    Refused("null", .wrongType(field: "", expected: "an object", found: "null")),
    Refused("{}", .missing(field: "version")),
    Refused(#"{"version":null,"policy_id":"p","status":"active"}"#, .missing(field: "version")),
    Refused(
      #"{"version":"1"}"#,
      .wrongType(field: "version", expected: "a whole number", found: #"text ("1")"#)),
    Refused(
      #"{"version":1.0}"#,
      .wrongType(field: "version", expected: "a whole number", found: "a number (1.0)")),
    Refused(
      #"{"version":-1}"#, .impossible(field: "version", value: "-1", reason: "below 0")),
    Refused(#"{"version":1,"status":"active"}"#, .missing(field: "policy_id")),
    Refused(#"{"version":1,"policy_id":"p"}"#, .missing(field: "status")),
    Refused(
      #"{"version":1,"policy_id":" ","status":"active"}"#,
      .impossible(field: "policy_id", value: #"" ""#, reason: "blank")),
    Refused(
      document(#""generated_at":"2026-02-23T14:30:00Zjunk""#),
      .impossible(
        field: "generated_at", value: #""2026-02-23T14:30:00Zjunk""#,
        reason: "no date of RFC 3339")),
    Refused(
      document(#""screen_time":[]"#),
      .wrongType(field: "screen_time", expected: "an object", found: "a list")),
    Refused(
      document(#""web_filter":"strict""#),
      .wrongType(field: "web_filter", expected: "an object", found: "text")),
    Refused(
      document(#""purchases":{"block_iap":true,}"#),
      .notJSON(
        JSONFault(
          path: "purchases", offset: 77, cause: .unexpected(found: 125, expected: "a key")))),
  ])
  func `is refused whole`(_ sample: Refused) {
    let refusal = #expect(throws: PolicyRefusal.self) { try received(sample.text) }
    #expect(refusal == sample.refusal)
    #expect(refusal?.description.isEmpty == false)
  }

  @Test(arguments: 1..<40)
  func `is refused when cut short`(parts: Int) {
    let bytes = Array(Documents.full.utf8)
    let refusal = #expect(throws: PolicyRefusal.self) {
      try ReceivedPolicy(parsing: Array(bytes.prefix(bytes.count * parts / 40)))
    }
    guard case .notJSON = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }
}
