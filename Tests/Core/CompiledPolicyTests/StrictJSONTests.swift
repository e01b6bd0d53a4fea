import Foundation
import Testing
import TestSupport

@testable import CompiledPolicy

@Suite struct `A strict JSON reader` {
  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    let text: [UInt8]
    let cause: JSONFault.Cause
    var path = ""

    init(_ words: String, _ text: String, _ cause: JSONFault.Cause, at path: String = "") {
      (testDescription, self.text, self.cause, self.path) = (words, Array(text.utf8), cause, path)
    }

    init(_ words: String, bytes: [UInt8], _ cause: JSONFault.Cause) {
      (testDescription, text, self.cause) = (words, bytes, cause)
    }
  }

  @Test(arguments: [
    Refused(
      "comma before a brace", #"{"a":{"b":1,}}"#,
      .unexpected(found: UInt8(ascii: "}"), expected: "a key"), at: "a"),
    Refused(
      "comma before a bracket", "[1,]",
      .unexpected(found: UInt8(ascii: "]"), expected: "a value"), at: "[1]"),
    Refused("key twice", #"{"a":{"b":1,"b":2}}"#, .duplicateKey("b"), at: "a"),
    Refused("key twice by an escape", #"{"b":1,"\u0062":2}"#, .duplicateKey("b")),
    Refused("junk after the end", "{} x", .trailing(found: UInt8(ascii: "x"))),
    Refused("two documents", "{}{}", .trailing(found: UInt8(ascii: "{"))),
    Refused("nothing", "", .truncated),
    Refused("blanks alone", " \n", .truncated),
    Refused("cut in an object", #"{"a":"#, .truncated, at: "a"),
    Refused("cut in a string", #"["ab"#, .truncated, at: "[0]"),
    Refused("byte order mark", bytes: [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .byteOrderMark),
    Refused(
      "UTF-16", bytes: [0x7B, 0, 0x7D, 0], .unexpected(found: 0, expected: "a key")),
    Refused("UTF-16 with a mark", bytes: [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], .notUTF8),
    Refused("half a character", bytes: [0x22, 0xC3, 0x22], .notUTF8),
    Refused("surrogates as UTF-8", bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], .notUTF8),
    Refused("lone high surrogate", #""\ud83d""#, .loneSurrogate),
    Refused("lone low surrogate", #""\ude00""#, .loneSurrogate),
    Refused("two high surrogates", #""\ud83d\ud83d""#, .loneSurrogate),
    Refused("number beyond Double", #"{"a":[0,1e999]}"#, .numberOutOfRange("1e999"), at: "a[1]"),
    Refused("leading zero", "[01]", .unexpected(found: UInt8(ascii: "1"), expected: "',' or ']'")),
    Refused("no digit after the point", "1.", .truncated),
    Refused("plus sign", "+1", .unexpected(found: UInt8(ascii: "+"), expected: "a value")),
    Refused("hexadecimal", "0x10", .trailing(found: UInt8(ascii: "x"))),
    Refused("NaN", "NaN", .unexpected(found: UInt8(ascii: "N"), expected: "a value")),
    Refused(
      "line feed in a string", "\"a\nb\"", .unexpected(found: 10, expected: "text or '\"'")),
    Refused("unknown escape", #""\x""#, .unexpected(found: 120, expected: "an escape")),
    Refused("single quotes", "'a'", .unexpected(found: 39, expected: "a value")),
    Refused("comment", "/**/1", .unexpected(found: 47, expected: "a value")),
    Refused(
      "another blank", "\u{A0}1", .unexpected(found: 0xC2, expected: "a value")),
    Refused(
      "key without quotation marks", "{a:1}",
      .unexpected(found: UInt8(ascii: "a"), expected: "a key")),
  ])
  func `refuses and says where`(_ sample: Refused) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: sample.text) }
    #expect(fault?.cause == sample.cause)
    #expect(fault?.path == sample.path)
  }

  @Test func `reads every kind of value`() throws {
    let text = #"""
       {"a" : [ null, true,false, 0,-12, 2.50, 1e2, 9223372036854775808 ],
        "ü\u00fc😀\ud83d\ude00" : "\"\\\/\b\f\n\r\t\u0000", "": {}, "e": []}

      """#
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(
      value
        == .object([
          "a": .array([
            .null, .bool(true), .bool(false), .integer(0), .integer(-12), .number(2.5),
            .number(100), .number(9_223_372_036_854_775_808),
          ]),
          "üü😀😀": .string("\"\\/\u{8}\u{C}\n\r\t\u{0}"), "": .object([:]), "e": .array([]),
        ]))
  }

  @Test func `reads 64 levels and refuses the next`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSONValue(parsing: nested(64))
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: nested(65)) }
    #expect(fault?.cause == .tooDeep)
  }

  @Test func `reads 10 MiB and refuses a byte more`() throws {
    var text = Array(repeating: UInt8(ascii: " "), count: JSONValue.maximumSize)
    text[0] = UInt8(ascii: "1")
    _ = try JSONValue(parsing: text)
    text.append(UInt8(ascii: " "))
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: text) }
    #expect(fault?.cause == .tooLarge(bytes: JSONValue.maximumSize + 1))
  }

  @Test func `reads a list of 100,000 domains`() throws {
    let list = (0..<100_000).map { "\"site-\($0).of.a.longer.domain.example\"" }
    let text = document(#""web_filter":{"blocked_domains":[\#(list.joined(separator: ","))]}"#)
    let received = try received(text)
    #expect(received.faults.isEmpty)
    #expect(received.policy.webFilter?.blockedDomains?.count == 100_000)
  }

  /// What it takes, Foundation takes too, and finds the same in it.
  @Test(arguments: 0..<16 as Range<UInt64>)
  func `never traps on damaged documents and is stricter than JSONDecoder`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for (_, text) in Documents.all {
      for _ in 0..<20 {
        let bytes = damaged(Array(text.utf8), &generator)
        guard let received = try? ReceivedPolicy(parsing: bytes) else { continue }
        _ = PolicyPlan(received.policy, faults: received.faults, token: { mint($0) })
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
      }
    }
  }

  private func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes.insert(contentsOf: Array("-999999999".utf8), at: place)
      case 3: bytes.insert(bytes.randomElement(using: &generator) ?? 0, at: place)
      case 4:
        let end = min(bytes.count, place + Int.random(in: 0..<30, using: &generator))
        bytes.removeSubrange(place..<end)
      default:
        bytes[place] = "{}[]\",:0-e.tn\\".utf8.randomElement(using: &generator) ?? 0
      }
      if bytes.isEmpty { bytes = [UInt8(ascii: "{")] }
    }
    return bytes
  }
}
