import ManagedSettings
import Testing

@Suite struct `A domain name` {
  @Test(
    arguments: [
      ("example.com", "example.com"), ("Example.COM.", "example.com"),
      ("  example.com\n", "example.com"),
      ("https://www.example.com:8443/path?q=1#f", "www.example.com"), ("//example.com", nil),
      ("http://user:secret@example.com/", "example.com"), ("example.com/", "example.com"),
      ("com", "com"), ("_dmarc.example.com", "_dmarc.example.com"),
      ("Bücher.de", "xn--bcher-kva.de"), ("münchen.example", "xn--mnchen-3ya.example"),
      ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("☃.net", "xn--n3h.net"),
      ("ПОЧЕМУжеонинеговорятпорусски.ru", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.ru"),
      ("MajiでKoiする5秒前.jp", "xn--majikoi5-783gue6qz075azm5e.jp"),
      ("3年B組金八先生.jp", "xn--3b-ww4c5e180e575a65lsy2b.jp"),
      ("xn--bcher-kva.de", "xn--bcher-kva.de"),
      ("", nil), (".", nil), ("a..b", nil), ("exa mple.com", nil), ("[::1]", nil), ("a.b:x", nil),
      (String(repeating: "a", count: 64) + ".com", nil),
      (String(repeating: "a", count: 63) + ".com", String(repeating: "a", count: 63) + ".com"),
      (Array(repeating: "abcdefgh", count: 30).joined(separator: "."), nil),
    ] as [(String, String?)])
  func `is read as written and kept in one form`(written: String, kept: String?) {
    #expect(DomainName(written)?.text == kept)
  }

  @Test func `has itself and all names above it`() throws {
    let name = try #require(DomainName("a.b.example.com"))
    #expect(
      name.selfAndParents.map(\.text) == ["a.b.example.com", "b.example.com", "example.com", "com"])
  }
}
