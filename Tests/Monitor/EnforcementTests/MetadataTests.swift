import Testing

@testable import Enforcement

@Suite struct `The reader of XML` {
  private func events(_ text: String) throws -> [XMLReader.Event] {
    var reader = XMLReader(text)
    var events: [XMLReader.Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  @Test func `tells elements, attributes and text`() throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- a > b -- <c> -->
      <a one="1" two='&quot;&#x41;&#66;'>x &lt; y<b/><![CDATA[<&>]]></a >

      """
    #expect(
      try events(text) == [
        .start("a", ["one": "1", "two": "\"AB"]), .text("x < y"), .start("b", [:]), .end("b"),
        .text("<&>"), .end("a"),
      ])
  }

  @Test(arguments: [
    ("", "there is no element"), ("  \n", "there is no element"),
    ("<a>", "<a> does not end"), ("<a><b></a></b>", "</a> ends nothing"),
    ("<a/><b/>", "a second root element"), ("x<a/>", "text outside of the root element"),
    ("<a/>x", "text outside of the root element"), ("<a b=1/>", "a value is not quoted"),
    ("<a b='1' b='2'/>", "the attribute b stands twice in <a>"),
    ("<a b/>", "the attribute b has no value"),
    ("<a b='<'/>", "< in a value"), ("<a b='1/>", "a quote is open"),
    ("<a>&nbsp;</a>", "&nbsp; is not known"), ("<a>&#xD800;</a>", "&#xD800; is not known"),
    ("<a>&#x110000;</a>", "&#x110000; is not known"), ("<a>&lt</a>", "a reference does not end"),
    ("<a><!-- </a>", "a comment does not end"),
    ("<a><![CDATA[ </a>", "a CDATA section does not end"),
    ("<!DOCTYPE a><a/>", "declarations are refused"),
    ("<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]><a>&c;</a>", "declarations are refused"),
    ("<a", "<a> is not closed"), ("< a/>", "a name is missing"), ("<1/>", "a name is missing"),
    ("</a>", "</a> ends nothing"), ("<![CDATA[x]]><a/>", "text outside of the root element"),
  ])
  func `refuses what is not well-formed, and every declaration`(text: String, words: String) {
    let fault = #expect(throws: XMLReader.Fault.self) { try events(text) }
    #expect(fault?.words == words)
  }

  @Test func `has a limit of depth`() throws {
    let deep = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
    #expect(try events(deep).count == 128)
    #expect(throws: XMLReader.Fault.self) { try events("<b>\(deep)</b>") }
  }

  /// Whatever is cut out of a document or put into it, the reader ends.
  @Test(arguments: 0..<40 as Range<UInt64>) func `comes to an end with anything`(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let pieces = [
      "<", ">", "/", "a", "=", "'", "\"", "&", ";", "#x", "<!--", "-->", "<![CDATA[", "]]>", "<?",
      "?>", " ", "é",
    ]
    let text = (0..<200).map { _ in pieces[random(pieces.count)] }.joined()
    for document in [text, "<a>" + text + "</a>"] {
      let found = try? events(document).count
      #expect(found ?? 0 <= document.utf8.count)
    }
  }
}

@Suite struct `AppStream metadata` {
  private func component(_ inside: String) throws -> ComponentMetadata {
    try ComponentMetadata(xml: "<component type=\"desktop-application\">\(inside)</component>")
  }

  @Test func `names desktop files and a rating`() throws {
    let found = try component(
      """
      <id>org.example.Game</id>
      <launchable type="desktop-id">game.desktop</launchable>
      <launchable type="service">other.service</launchable>
      <name>Game</name><description><p>With <em>guns</em></p></description>
      <releases><release version="1"><id>not.mine</id></release></releases>
      <content_rating type="oars-1.1">
        <content_attribute id="violence-realistic"> moderate </content_attribute>
        <content_attribute id="social-chat">mild</content_attribute>
      </content_rating>
      """)
    #expect(found.desktopIDs == ["org.example.Game", "game"])
    #expect(found.rating?.age == 9)
  }

  @Test(arguments: [
    ("", nil), (#"<content_rating type="oars-1.1"/>"#, 0),
    (#"<content_rating type="other"/>"#, nil),
    (
      #"<content_rating><content_attribute id="drugs-alcohol">intense</content_attribute></content_rating>"#,
      nil
    ),
    (
      #"<content_rating type="oars-1.0"><content_attribute id="drugs-alcohol">none</content_attribute></content_rating>"#,
      0
    ),
    (
      #"<content_rating type="oars-1.0"><content_attribute id="drugs-alcohol">huge</content_attribute></content_rating>"#,
      16
    ),
    (
      #"<content_rating type="oars-2.0"><content_attribute id="money-gambling">intense</content_attribute></content_rating>"#,
      18
    ),
    (
      #"<content_rating type="oars-1.1"><content_attribute id="new-thing">intense</content_attribute></content_rating>"#,
      0
    ),
    (#"<content_attribute id="drugs-alcohol">intense</content_attribute>"#, nil),
  ])
  func `tells no rating from one of nothing`(inside: String, age: Int?) throws {
    #expect(try component(inside).rating?.age == age)
  }

  @Test func `counts of a thing that is declared twice the stronger`() throws {
    let found = try component(
      """
      <content_rating type="oars-1.1">
        <content_attribute id="violence-bloodshed">intense</content_attribute>
        <content_attribute id="violence-bloodshed">none</content_attribute>
      </content_rating>
      <content_rating type="oars-1.1"><content_attribute id="sex-themes">none</content_attribute></content_rating>
      """)
    #expect(found.rating?.age == 18)
  }

  @Test func `of the old kind has the desktop file in its id`() throws {
    let found = try ComponentMetadata(
      xml: "<application><id type='desktop'>gimp.desktop</id></application>")
    #expect(found.desktopIDs == ["gimp"])
  }

  @Test func `that is cut off is none`() {
    #expect(throws: XMLReader.Fault.self) {
      try ComponentMetadata(xml: "<component><id>a</id><content_rating type='oars-1.1'/>")
    }
  }

  @Test(arguments: [
    (0, "4+", 100), (4, "4+", 100), (5, "9+", 200), (9, "9+", 200), (10, "12+", 300),
    (12, "12+", 300),
    (13, "17+", 600), (17, "17+", 600), (18, "17+", 600),
  ])
  func `has the lowest step of Apple's scale that admits nobody younger`(
    age: Int, word: String, number: Int
  ) {
    #expect(ApplicationRating(age: age).word == word)
    #expect(ApplicationRating(age: age).rawValue == number)
    #expect(ApplicationRating(word) == ApplicationRating(age: age))
  }

  @Test func `has ages that grow with the strength, for every attribute`() {
    for attribute in [
      "violence-cartoon", "violence-sexual", "drugs-narcotics", "sex-adultery", "language-humor",
      "social-info",
      "money-purchasing",
    ] {
      let ages = ContentRating.Level.allCases.map { level in
        var rating = ContentRating()
        rating.declare(attribute, level.rawValue)
        return rating.age
      }
      #expect(ages.first == 0)
      #expect(ages == ages.sorted())
      #expect(ages.last ?? 0 > 0)
    }
  }
}

@Suite struct `The metadata of a snap` {
  @Test func `names the programs of its applications`() {
    let text = """
      name: firefox
      version: "1"
      apps:
        # a comment
        firefox:
          command: usr/lib/firefox/firefox --first
          command-chain:
          - snap/command-chain/launcher
          plugs:
          - home
        geckodriver:
          command: "usr/lib/firefox/geckodriver"
      hooks:
        install:
          command: not/an/app
      """
    #expect(
      SnapMetadata(yaml: text).commands == [
        "firefox": "usr/lib/firefox/firefox", "geckodriver": "usr/lib/firefox/geckodriver",
      ])
    #expect(SnapMetadata(yaml: "apps: []\n").commands.isEmpty)
  }
}
