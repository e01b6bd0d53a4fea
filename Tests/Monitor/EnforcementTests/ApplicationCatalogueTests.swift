import Foundation
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
      flatpaks: ["/var/lib/flatpak"], lookup: lookup)
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

  @Test func `keeps the system's files when the user writes a desktop file of the same name`()
    throws
  {
    let lookup = TableLookup(programs: ["/usr/bin/game", "/usr/bin/true"])
    let found = catalogue([("game", "game")], user: [("game", "/usr/bin/true")], lookup: lookup)
    let application = try #require(found.applications.first)
    #expect(application.executables.map(\.path) == ["/usr/bin/game", "/usr/bin/true"])
    #expect(application.origin == .system)
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
    #expect(throws: DecodingError.self) {
      try ApplicationTable(shippedWith: Data(#"{"counterparts": []}"#.utf8))
    }
  }
}
