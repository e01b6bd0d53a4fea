import EffectiveSettings
import Foundation
import SharedDirectory
import System
import Testing

@testable import Enforcement

/// A machine made of a table: programs by path, each an inode of its own unless it links to another.
struct TableLookup: ExecutableLookup {
  var programs: [String] = []
  var scripts: [String] = []
  var links: [String: String] = [:]
  var texts: [String: String] = [:]

  func executable(at path: String) -> ExecutableFile? {
    let path = links[path] ?? path
    guard let number = (programs + scripts).firstIndex(of: path) else { return nil }
    return ExecutableFile(
      path: path, identity: FileIdentity(device: 1, inode: UInt64(number)), owner: 0,
      isScript: scripts.contains(path))
  }

  func text(at path: String) -> String? { texts[path] }
}

@Suite struct `The application catalogue` {
  private func catalogue(
    _ entries: [(String, String)], user: [(String, String)] = [], lookup: TableLookup,
    table: ApplicationTable = .shipped
  ) -> ApplicationCatalogue {
    let sources =
      user.map { ApplicationCatalogue.Source(desktopID: $0.0, text: entry($0.1), origin: .user) }
      + entries.map {
        ApplicationCatalogue.Source(desktopID: $0.0, text: entry($0.1), origin: .system)
      }
    return ApplicationCatalogue(
      sources: sources, table: table, search: ["/usr/local/bin", "/usr/bin"],
      flatpaks: ["/var/lib/flatpak"], snaps: ["/snap"], lookup: lookup)
  }

  private func entry(_ exec: String) -> String {
    "[Desktop Entry]\nType=Application\nName=App\nCategories=Game;\nExec=\(exec)\n"
  }

  @Test func `resolves a bare name through the search path and symbolic links`() throws {
    let lookup = TableLookup(
      programs: ["/opt/game/bin/game"], links: ["/usr/bin/game": "/opt/game/bin/game"])
    let application = try #require(
      catalogue([("game", "game %U")], lookup: lookup).applications.first)
    #expect(application.executables.map(\.path) == ["/opt/game/bin/game"])
    #expect(application.reach == .files)
    #expect(application.categories == ["games"])
    #expect(application.identifiers == ["game"])
  }

  @Test func `leaves out what is not installed`() {
    #expect(catalogue([("game", "game")], lookup: TableLookup()).applications.isEmpty)
  }

  @Test(arguments: ["/usr/bin/runner", "runner"])
  func `never takes an interpreter for the application, nor one behind a link`(exec: String) throws
  {
    let lookup = TableLookup(
      programs: ["/usr/bin/python3.11"], links: ["/usr/bin/runner": "/usr/bin/python3.11"])
    let application = try #require(catalogue([("game", exec)], lookup: lookup).applications.first)
    #expect(application.executables.isEmpty)
    #expect(application.reach == .none("python3.11 is an interpreter that other programs need"))
  }

  @Test func `takes a starting script and the program that the table knows it runs`() throws {
    let lookup = TableLookup(
      programs: ["/usr/lib/firefox-esr/firefox-esr"], scripts: ["/usr/bin/firefox-esr"])
    let found = catalogue([("firefox-esr", "/usr/bin/firefox-esr %u")], lookup: lookup)
    let application = try #require(found.applications.first)
    #expect(
      application.executables.map(\.path) == [
        "/usr/bin/firefox-esr", "/usr/lib/firefox-esr/firefox-esr",
      ])
    #expect(application.reach == .files)
    #expect(application.identifiers.contains("org.mozilla.firefox"))
    #expect(found.meaning(of: "org.mozilla.ios.Firefox") == .installed(["firefox-esr"]))
  }

  @Test func `says that a script may run something unknown`() throws {
    let lookup = TableLookup(scripts: ["/usr/bin/game"])
    let application = try #require(catalogue([("game", "game")], lookup: lookup).applications.first)
    #expect(application.executables.count == 1)
    #expect(application.reach == .partly("/usr/bin/game is a script; what it runs is not known"))
  }

  @Test func `finds the command of a Flatpak in its metadata`() throws {
    let base = "/var/lib/flatpak/app/org.a.B/current/active"
    let lookup = TableLookup(
      programs: [base + "/files/bin/b"],
      texts: [base + "/metadata": "[Application]\nname=org.a.B\ncommand=b\n"])
    let found = catalogue([("org.a.B", "/usr/bin/flatpak run --command=b org.a.B")], lookup: lookup)
    #expect(found.applications.first?.executables.map(\.path) == [base + "/files/bin/b"])
    #expect(found.applications.first?.sandboxNames == ["org.a.B"])
  }

  @Test func `finds the command of a Flatpak that the entry names, too`() {
    let base = "/var/lib/flatpak/app/org.a.B/current/active"
    let lookup = TableLookup(
      programs: [base + "/files/bin/b", base + "/files/libexec/other"],
      texts: [base + "/metadata": "[Application]\nname=org.a.B\ncommand=b\n"])
    let found = catalogue(
      [("org.a.B", "/usr/bin/flatpak run --command=/app/libexec/other org.a.B")], lookup: lookup)
    #expect(
      found.applications.first?.executables.map(\.path) == [
        base + "/files/bin/b", base + "/files/libexec/other",
      ])
  }

  @Test func `finds the command of a snap behind its starter`() {
    let base = "/snap/firefox/current"
    let lookup = TableLookup(
      programs: [base + "/usr/lib/firefox/firefox"],
      texts: [
        base + "/meta/snap.yaml": "apps:\n  firefox:\n    command: usr/lib/firefox/firefox\n"
      ])
    let exec =
      "env BAMF_DESKTOP_FILE_HINT=/var/lib/snapd/desktop/applications/firefox_firefox.desktop "
      + "/snap/bin/firefox %u"
    let application = catalogue([("firefox_firefox", exec)], lookup: lookup).applications.first
    #expect(application?.executables.map(\.path) == [base + "/usr/lib/firefox/firefox"])
    #expect(application?.reach == .files)
    #expect(application?.identifiers.contains("org.mozilla.ios.Firefox") == true)
    let missing = catalogue([("a_b", "/snap/bin/a.b")], lookup: lookup).applications.first
    #expect(missing?.reach == .none("the command of the snap a.b was not found"))
  }

  @Test func `makes what the user's file starts under a name of the system's another application`()
    throws
  {
    let lookup = TableLookup(programs: ["/usr/bin/game", "/home/kid/other"])
    let found = catalogue([("game", "game")], user: [("game", "/home/kid/other")], lookup: lookup)
    #expect(found.applications.map(\.desktopID) == ["game", "game:own"])
    #expect(found.applications[0].executables.map(\.path) == ["/usr/bin/game"])
    #expect(found.applications[1].executables.map(\.path) == ["/home/kid/other"])
    #expect(found.applications[1].identifiers == ["game", "game:own"], "what lists it reaches it")
    #expect(found.applications.map(\.facts.mayBeExcepted) == [true, false])
  }

  @Test func `leaves a program of the system's what the system says it is`() {
    let lookup = TableLookup(programs: ["/usr/bin/game"])
    let found = catalogue(
      [("game", "game")], user: [("game", "game --fast"), ("school", "/usr/bin/game")],
      lookup: lookup)
    #expect(found.applications.map(\.desktopID) == ["game"])
    #expect(found.applications.map(\.origin) == [.system])
  }

  @Test func `takes from the user's own file no category in his favour`() {
    let lookup = TableLookup(programs: ["/home/kid/game"])
    let found = catalogue([], user: [("game", "/home/kid/game")], lookup: lookup)
    #expect(found.applications.map(\.categories) == [["games", "other"]])
  }

  @Test func `has the rating of the metadata, and the guardian's before it`() throws {
    let lookup = TableLookup(programs: ["/usr/bin/game", "/usr/bin/chess", "/home/kid/own"])
    var rating = ContentRating()
    rating.declare("violence-realistic", "intense")
    let metadata = [
      ComponentMetadata(desktopIDs: ["game"], rating: ContentRating()),
      ComponentMetadata(desktopIDs: ["game", "own"], rating: rating),
      ComponentMetadata(desktopIDs: ["chess"]),
    ]
    func ratings(_ table: ApplicationTable) -> [ApplicationRating?] {
      let system = [("game", "game"), ("chess", "chess")].map {
        ApplicationCatalogue.Source(desktopID: $0.0, text: entry($0.1), origin: .system)
      }
      let own = ApplicationCatalogue.Source(
        desktopID: "own", text: entry("/home/kid/own"), origin: .user)
      return ApplicationCatalogue(
        sources: system + [own], metadata: metadata, table: table, search: ["/usr/bin"],
        lookup: lookup
      ).applications.map(\.rating)
    }
    #expect(ratings(.shipped) == [nil, .seventeen, nil], "chess, game, own")
    let table = try ApplicationTable(
      shippedWith: Data(#"{"ratings": {"game": "9+", "chess": "4+"}}"#.utf8))
    #expect(ratings(table) == [.four, .nine, nil])
  }

  @Test func `looks again for the files of some applications alone`() {
    func refresh(_ catalogue: inout ApplicationCatalogue, _ lookup: TableLookup) -> Bool {
      catalogue.refresh(["game"], lookup: lookup)
    }
    var lookup = TableLookup(
      programs: ["/a", "/b", "/c/1", "/c/2"], links: ["/usr/bin/game": "/c/1", "/usr/bin/x": "/a"])
    var found = catalogue([("game", "game"), ("x", "x")], lookup: lookup)
    lookup.links = ["/usr/bin/game": "/c/2", "/usr/bin/x": "/b"]
    #expect(refresh(&found, lookup))
    #expect(found.applications.map { $0.executables.map(\.path) } == [["/c/2"], ["/a"]])
    lookup.links = [:]
    #expect(!refresh(&found, lookup), "what is missing may be on its way")
    #expect(found.applications.map { $0.executables.map(\.path) } == [["/c/2"], ["/a"]])
  }

  @Test func `calls a part of the session essential, unless only the user says so`() {
    let lookup = TableLookup(programs: ["/usr/bin/gnome-shell"])
    #expect(
      catalogue([("x", "gnome-shell")], lookup: lookup).applications.map(\.isEssential) == [true])
    #expect(
      catalogue([], user: [("org.gnome.Shell", "gnome-shell")], lookup: lookup)
        .applications.map(\.isEssential) == [false])
  }

  @Test(
    arguments: [
      ("com.burbn.instagram", .domains(["instagram.com", "cdninstagram.com"])),
      (
        "org.mozilla.firefox",
        .absent([
          "org.mozilla.firefox", "firefox", "firefox-esr", "firefox_firefox", "firefox-nightly",
        ])
      ),
      ("com.apple.mobilephone", .unknown), ("com.example.nothing", .unknown),
    ] as [(String, ApplicationCatalogue.Meaning)])
  func `says what a bundle identifier comes to`(
    identifier: String, expected: ApplicationCatalogue.Meaning
  ) {
    #expect(catalogue([], lookup: TableLookup()).meaning(of: identifier) == expected)
  }

  @Test func `has a table that a guardian edits entry by entry`() throws {
    let json = #"{"counterparts": {"com.burbn.instagram": {"desktop": ["insta"]}}}"#
    let table = try ApplicationTable(shippedWith: Data(json.utf8))
    #expect(table.counterparts["com.burbn.instagram"]?.desktop == ["insta"])
    #expect(
      table.counterparts["com.netflix.Netflix"]
        == ApplicationTable.shipped.counterparts["com.netflix.Netflix"])
  }

  @Test(arguments: [
    (#"{"counterparts": []}"#, "counterparts: an object belongs here"),
    (
      #"{"counterpart": {}}"#,
      "counterpart: there is no such field, only version, counterparts, programs, ratings, categories, essential, essentialPrograms"
    ),
    (
      #"{"counterparts": {"com.a": {"desktop": "insta"}}}"#,
      "counterparts / com.a / desktop: a list belongs here"
    ),
    (
      #"{"counterparts": {"com.a": {"desktop": ["b", 3]}}}"#,
      "counterparts / com.a / desktop / 2: text belongs here"
    ),
    (
      #"{"counterparts": {"com.a": {"domain": ["b"]}}}"#,
      "counterparts / com.a / domain: there is no such field, only desktop, domains"
    ),
    (
      #"{"counterparts": {"com.a": {"domains": ["no domain"]}}}"#,
      "counterparts / com.a / domains: “no domain” is no domain"
    ),
    (#"{"version": 2}"#, "version: only version 1 is known"),
    (#"{"ratings": {"game": "13+"}}"#, "ratings / game: “13+” is none of 4+, 9+, 12+, 17+"),
    (
      #"{"programs": {"game": ["game"]}}"#,
      "programs / game: a program is named by its absolute path"
    ),
    (#"{"essential": "x"}"#, "essential: a list belongs here"),
  ])
  func `has a table whose faults are named by field`(json: String, words: String) throws {
    let fault = #expect(throws: ApplicationTableFault.self) {
      try ApplicationTable(shippedWith: Data(json.utf8))
    }
    #expect(fault?.description == words)
  }

  @Test func `is told that a file is no JSON`() {
    let fault = #expect(throws: ApplicationTableFault.self) {
      try ApplicationTable(shippedWith: Data(#"{"ratings": {"game": "9+",}"#.utf8))
    }
    #expect(fault?.field == "")
    #expect(fault?.words.hasPrefix("it is no JSON") == true)
  }

  @Test func `keeps the last good table while the guardian's is broken`() throws {
    let disk = SimulatedDisk()
    let file = DirectoryLayout.applicationTable
    #expect(MachineTable(in: disk).table == .shipped)
    try disk.replace(file, mode: 0o644) { Data(#"{"ratings": {"game": "9+"}}"#.utf8) }
    let good = MachineTable(in: disk)
    #expect(good.fault == nil)
    try good.keep(in: disk)
    try disk.replace(file, mode: 0o644) { Data(#"{"ratings": {"game": 9}}"#.utf8) }
    let broken = MachineTable(in: disk)
    try broken.keep(in: disk)
    #expect(broken.table == good.table)
    #expect(broken.fault == "ratings / game: text belongs here; in force is what it said before")
    try disk.remove(file)
    #expect(MachineTable(in: disk).table == .shipped, "a file that was removed is a decision")
  }
}
