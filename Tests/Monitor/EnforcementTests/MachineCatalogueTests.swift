import Foundation
import System
import Testing
import TestSupport

@testable import Enforcement

/// Real directories laid out as distributions, Flatpak and snapd lay them out.
@Suite struct `The applications of a directory tree` {
  private let home: TemporaryDirectory
  /// Without symbolic links.
  private let root: String

  init() throws {
    home = try TemporaryDirectory()
    root = URL(fileURLWithPath: home.path).resolvingSymlinksInPath().path
  }

  private func write(_ path: String, _ text: String, mode: Int = 0o644) throws {
    let full = "\(root)/\(path)"
    try FileManager.default.createDirectory(
      atPath: full.parentPath, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: full))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: full)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(root)/\(path)".parentPath, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/\(path)", withDestinationPath: target)
  }

  private func entry(_ exec: String) -> String {
    "[Desktop Entry]\nType=Application\nName=App\nExec=\(exec)\nCategories=Game;\n"
  }

  private var machine: MachineApplications {
    var machine = MachineApplications(
      system: ["\(root)/share/applications", "\(root)/flatpak/exports/share/applications"],
      user: ["\(root)/kid/applications"])
    machine.search = ["\(root)/bin"]
    machine.flatpaks = ["\(root)/flatpak"]
    machine.snaps = ["\(root)/snap"]
    return machine
  }

  private func rated(_ desktopID: String, _ attribute: String) -> String {
    """
    <?xml version="1.0"?><component><id>x</id><launchable type="desktop-id">\(desktopID).desktop</launchable>
    <content_rating type="oars-1.1"><content_attribute id="\(attribute)">intense</content_attribute>
    </content_rating></component>
    """
  }

  @Test func `has ratings from the places of the system alone, and programs behind links`() throws {
    try write("lib/game", "\u{7F}ELF", mode: 0o755)
    try link("bin/game", to: "../lib/game")
    try write("share/applications/vendor/game.desktop", entry("game"))
    try write("share/metainfo/game.metainfo.xml", rated("vendor-game", "violence-bloodshed"))
    try write("share/metainfo/broken.metainfo.xml", "<component>" + rated("vendor-game", "x"))
    try write("kid/applications/own.desktop", entry("\(root)/kid/own"))
    try write("kid/own", "\u{7F}ELF", mode: 0o755)
    try write("kid/metainfo/own.metainfo.xml", rated("own", "language-humor"))
    let found = machine.catalogue(table: .shipped).applications
    #expect(found.map(\.desktopID) == ["own", "vendor-game"])
    #expect(found.map(\.rating) == [nil, .seventeen])
    #expect(
      found.map { $0.executables.map(\.path) } == [["\(root)/kid/own"], ["\(root)/lib/game"]])
    #expect(found.map(\.origin) == [.user, .system])
  }

  @Test func `follows a Flatpak and a snap to the version in use, and to the next one`() throws {
    for version in ["1", "2"] {
      try write("flatpak/app/org.a.B/x86_64/stable/\(version)/files/bin/b", version, mode: 0o755)
      try write(
        "flatpak/app/org.a.B/x86_64/stable/\(version)/metadata", "[Application]\ncommand=b\n")
      try write("snap/chess/\(version)/usr/bin/chess", version, mode: 0o755)
      try write(
        "snap/chess/\(version)/meta/snap.yaml", "apps:\n  chess:\n    command: usr/bin/chess\n")
    }
    try link("flatpak/app/org.a.B/current", to: "x86_64/stable")
    try link("flatpak/app/org.a.B/x86_64/stable/active", to: "1")
    try link("snap/chess/current", to: "1")
    try write(
      "flatpak/app/org.a.B/x86_64/stable/1/files/share/metainfo/org.a.B.metainfo.xml",
      rated("org.a.B", "social-chat"))
    try write("flatpak/exports/share/applications/org.a.B.desktop", entry("flatpak run org.a.B"))
    try write("share/applications/chess_chess.desktop", entry("/snap/bin/chess"))

    var catalogue = machine.catalogue(table: .shipped)
    let stable = "\(root)/flatpak/app/org.a.B/x86_64/stable"
    func files() -> [String] {
      catalogue.applications.flatMap(\.executables).map(\.path).sorted()
    }
    #expect(files() == ["\(stable)/1/files/bin/b", "\(root)/snap/chess/1/usr/bin/chess"])
    #expect(catalogue.application("org.a.B")?.rating == .seventeen)

    let entries = try #require(catalogue.application("org.a.B")).places
      .flatMap(PathTrail.entries)
    #expect(
      entries == [
        "\(root)/flatpak/app/org.a.B/current", "\(stable)/active", "\(stable)/1/files/bin/b",
      ])

    for link in ["flatpak/app/org.a.B/x86_64/stable/active", "snap/chess/current"] {
      try FileManager.default.removeItem(atPath: "\(root)/\(link)")
      try self.link(link, to: "2")
    }
    let isChanged = catalogue.refresh(["org.a.B", "chess_chess"], lookup: MachineLookup())
    #expect(isChanged)
    #expect(files() == ["\(stable)/2/files/bin/b", "\(root)/snap/chess/2/usr/bin/chess"])
  }

  @Test func `is watched where it is, and awaited where it is not`() throws {
    try write("share/applications/vendor/game.desktop", entry("game"))
    try write("kid/x", "")
    let places = machine.places
    #expect(places.sources == ["\(root)/share/applications", "\(root)/share/applications/vendor"])
    #expect(
      places.expected == [
        "\(root)/flatpak", "\(root)/kid/applications", "\(root)/share/metainfo",
        "\(root)/share/appdata", "\(root)/flatpak", "\(root)/flatpak",
      ])
  }

  @Test func `opens nothing of the user's but regular files`() throws {
    try write("kid/applications/good.desktop", entry("\(root)/kid/own"))
    try write("kid/own", "\u{7F}ELF", mode: 0o755)
    #expect(mkfifo("\(root)/kid/applications/pipe.desktop", 0o666) == 0)
    try link("kid/applications/device.desktop", to: "/dev/zero")
    try link("kid/applications/circle.desktop", to: "circle.desktop")
    #expect(machine.catalogue(table: .shipped).applications.map(\.desktopID) == ["good"])
    #expect(PathTrail.entries(of: "\(root)/kid/applications/circle.desktop").count < 50)
  }
}
