import Testing

@testable import Enforcement

@Suite struct `What is watched of the applications' files` {
  private let watch = CatalogueWatch(
    sources: ["/usr/share/applications", "/usr/share/metainfo"],
    expected: ["/var/lib/flatpak", "/snap"],
    refused: [
      "game": ["/usr/games/game", "/bin"], "suite": ["/usr/games/suite", "/usr/games/game"],
    ])

  @Test
  func `is the directories of desktop files, and those of what is refused, and never the root`() {
    #expect(
      watch.directories == [
        "/usr/share/applications", "/usr/share/metainfo", "/var/lib", "/usr/games",
      ])
    #expect(CatalogueWatch(sources: [], expected: [], refused: [:]).directories.isEmpty)
  }

  @Test(
    arguments: [
      ("/usr/share/applications", "new.desktop", [.catalogue]),
      ("/usr/share/applications", "vendor", [.catalogue]),
      ("/usr/share/applications", "mimeinfo.cache", []),
      ("/usr/share/applications", "new.desktop.dpkg-new", []),
      ("/usr/share/metainfo", "org.a.B.metainfo.xml", [.catalogue]),
      ("/usr/share/applications", "", [.catalogue]),
      ("/usr/games", "game", [.refused(["game", "suite"]), .catalogue]),
      ("/usr/games", "suite", [.refused(["suite"]), .catalogue]),
      ("/usr/games", "game.dpkg-new", []), ("/usr/games", "chess", []),
      ("/usr/games", "", [.refused(["game", "suite"]), .catalogue]),
      ("/var/lib", "flatpak", [.catalogue]), ("/var/lib", "dpkg", []), ("/elsewhere", "game", []),
    ] as [(String, String, [CatalogueWatch.Change])])
  func `concerns those names alone`(
    directory: String, name: String, changes: [CatalogueWatch.Change]
  ) {
    #expect(watch.changes(in: directory, name: name) == changes)
  }

  @Test func `leads to one look when a burst is over`() {
    var schedule = LookSchedule()
    #expect(schedule.due == nil)
    for step in 0..<10 { schedule.noteChange(at: 100 + Double(step) * 0.1) }
    #expect(schedule.due == 100.9 + LookSchedule.quiet)
    schedule.didLook(at: 101.2)
    #expect(schedule.due == nil)
    schedule.noteChange(at: 101.3)
    #expect(schedule.due == 103.2, "not sooner than two seconds after the last look")
  }

  @Test func `leads to a look every two seconds while a burst goes on`() {
    var schedule = LookSchedule()
    var looks: [Double] = []
    for step in 0..<100 {
      let now = 100 + Double(step) * 0.1
      if let due = schedule.due, now >= due {
        schedule.didLook(at: now)
        looks.append(now)
      }
      schedule.noteChange(at: now)
    }
    #expect((4...5).contains(looks.count), "\(looks)")
    #expect(zip(looks, looks.dropFirst()).allSatisfy { $1 - $0 >= LookSchedule.longest - 0.01 })
  }
}
