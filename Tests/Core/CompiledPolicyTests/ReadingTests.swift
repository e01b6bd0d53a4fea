import Testing

@testable import CompiledPolicy

@Suite struct `The reading of a value` {
  @Test(arguments: [
    ("reddit.com", "reddit.com"),
    ("UPPER.Example", "upper.example"),
    (" spaced.example\t", "spaced.example"),
    ("final.dot.example.", "final.dot.example"),
    ("http://with.scheme.example/path", "with.scheme.example"),
    ("https://user:word@host.example:8443/a?b#c", "host.example"),
    ("//host.example/", "host.example"),
    ("host.example/path", "host.example"),
    ("*.wiki.example", "wiki.example"),
    (".wiki.example", "wiki.example"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"),
    ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
    ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
    ("emoji😀.example", "xn--emoji-3224d.example"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("a_b.example", "a_b.example"),
  ])
  func `finds the domain`(text: String, name: String) {
    #expect(PolicyDomain(text) == .name(name))
  }

  @Test(arguments: [
    "a&b<c>.example", "quote\"x", "tab\there.example", "line\u{2028}sep.example", "localhost",
    "emoji😀", "10.0.0.1", "https://192.168.0.1/", "-a.example", "a-.example", "a..example", "*",
    "http://", "a.*.example", "two words.example", "bu\u{308}cher.example",
    String(repeating: "a", count: 64) + ".example",
    String(repeating: "abcdefg.", count: 32) + "example", "javascript:alert(1)", "a\u{0}.example",
  ])
  func `finds no domain`(text: String) {
    guard case .impossible = PolicyDomain(text) else {
      Issue.record("read as \(PolicyDomain(text))")
      return
    }
  }

  @Test(arguments: ["", "  ", "\t\n"])
  func `finds nothing in a blank`(text: String) {
    #expect(PolicyDomain(text) == .blank)
  }

  @Test(arguments: [
    ("21:00", 1260, 1260), ("7:05", 425, 425), ("00:00", 0, 0), ("23:59", 1439, 1439),
    ("07:00:00", 420, 420), ("07:00:30", 420, 421), (" 07:00 ", 420, 420), ("24:00", nil, 1440),
    ("23:59:59", 1439, 1440), ("24:00:01", nil, nil), ("24:01", nil, nil), ("25:99", nil, nil),
    ("banana", nil, nil), ("", nil, nil), ("7", nil, nil), ("7:5", nil, nil), ("-1:00", nil, nil),
    ("07:00:60", nil, nil), ("07:00:00:00", nil, nil), ("+7:00", nil, nil), ("007:00", nil, nil),
    ("٠٧:٠٠", nil, nil), ("9pm", nil, nil),
  ])
  func `finds the minute of the day`(text: String, start: Int?, end: Int?) {
    #expect(ClockTime.minute(of: text, isEnd: false) == start)
    #expect(ClockTime.minute(of: text, isEnd: true) == end)
  }

  @Test(arguments: [
    ("monday", Weekday.monday), ("Mon", .monday), ("TUES", .tuesday), ("tue.", .tuesday),
    (" wed ", .wednesday), ("Thurs", .thursday), ("fri", .friday), ("SATURDAY", .saturday),
    ("sun", .sunday), ("noday", nil), ("m", nil), ("mo", nil), ("", nil), ("mondays", nil),
  ])
  func `finds the weekday`(text: String, day: Weekday?) {
    #expect(Weekday(name: text) == day)
  }

  @Test(arguments: [
    ("4+", AgeRating.System.apple, 100), ("9+", .apple, 200), ("12+", .apple, 300),
    ("13+", .apple, 300), ("16+", .apple, 300), ("17+", .apple, 600), ("18+", .apple, 600),
    ("all", .apple, 1000), ("G", .mpaa, 100), ("pg-13", .mpaa, 300), ("R", .mpaa, 400),
    ("NC-17", .mpaa, 500), ("TV-Y", .tvpg, 100), ("TV-PG", .tvpg, 400), ("TV-MA", .tvpg, 600),
    ("E10+", .esrb, 200), ("AO", .esrb, 600),
  ])
  func `finds the rating`(text: String, system: AgeRating.System, number: Int) {
    #expect(AgeRating.read(text, in: system) == .init(number: number))
  }

  @Test(arguments: [AgeRating.System.apple, .mpaa, .tvpg, .esrb])
  func `takes the lowest rating for an unknown one`(system: AgeRating.System) {
    #expect(AgeRating.read("banana", in: system) == .init(number: 100, isKnown: false))
    #expect(AgeRating.read(" ", in: system) == nil)
  }

  @Test(arguments: [
    ("none", ContactMode.nobody, true), ("Blocked", .nobody, true), ("friends_only", .known, true),
    ("Friends Only", .known, true), ("contacts-only", .known, true), ("everyone", .everyone, true),
    ("telepathy", .nobody, false),
  ])
  func `takes the most restrictive mode for an unknown one`(
    text: String, mode: ContactMode, isKnown: Bool
  ) {
    #expect(ContactMode.read(text) == .init(mode: mode, isKnown: isKnown))
  }

  @Test(arguments: [
    ("Strict", WebLevel.strict, true), ("moderate", .moderate, true), ("light", .light, true),
    ("off", .off, true), ("nonsense", .strict, false),
  ])
  func `takes the strictest level for an unknown one`(
    text: String, level: WebLevel, isKnown: Bool
  ) {
    #expect(WebLevel.read(text) == .init(level: level, isKnown: isKnown))
    #expect(WebLevel.read("") == nil)
  }
}
