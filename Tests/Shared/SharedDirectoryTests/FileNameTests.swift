import Foundation
import ManagedSettings
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `The name of a file` {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `comes back from its escaped form, which is one plain word`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", "-", "_", ".", "/", "%", " ", "\0", "\n", "é", "ü", "夜", "🙂", "\u{301}",
    ]
    var name = ""
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      name.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
    }
    let escaped = FileName.escape(name)
    #expect(FileName.unescape(escaped).map { Array($0.utf8) } == Array(name.utf8))
    #expect(!escaped.isEmpty && !escaped.hasPrefix(".") && !escaped.contains("/"))
    #expect(escaped.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
  }

  @Test(arguments: [
    "%41", "%2f", "%+F", "%", "a%", "%2", "%GG", "%FF", "a.b", "ä", "a b", "",
  ])
  func `in a form that is never given is none`(text: String) {
    #expect(FileName.unescape(text) == (text == "%" ? "" : nil))
  }

  @Test func `that is empty does not hide the store`() throws {
    let home = try AppGroupFixture()
    try home.authorize()
    home.sync.change(.init(""), [.siriDenySiri: .bool(true)])
    try home.sync.directory.prepare()
    #expect(try home.monitor.directory.mergedStores().map(\.name) == [""])
  }
}
