import FamilyControls
import Foundation
import ManagedSettings
import SharedDirectory
import Testing

@testable import Control

@Suite struct `Picking and shielding` {
  let desk: Desk

  init() throws {
    desk = Desk()
    _ = try desk.output("authorize", "child")
  }

  private func store(_ name: String) throws -> SettingValues {
    try desk.monitor.mergedStores().first { $0.name == name }?.settings ?? [:]
  }

  @Test func `stores a selection with tokens of the vault, counts and answers`() throws {
    let text = try desk.output(
      "pick", "evening", "org.example.chess", "org.example.reader", "--category", "games",
      "--answer", "org.example.chess=the board game")
    #expect(text == "picked “evening”: 2 applications, 1 category\n")
    let stored = try #require(try desk.control.read(.selection("evening")))
    let vault = try #require(try desk.control.read(.vault))
    #expect(stored.grant == vault.grant)
    #expect(stored.pickedAt == desk.world.now)
    let selection = try stored.decoded()
    #expect(
      Set(selection.applicationTokens.map { vault.identity(of: $0) })
        == [.application("org.example.chess"), .application("org.example.reader")])
    #expect(selection.categoryTokens.map { vault.identity(of: $0) } == [.category("games")])
    let chess = try #require(vault.existingToken(for: .application("org.example.chess")))
    #expect(stored.answers == [chess.base64EncodedString(): "the board game"])
    #expect(desk.disk.mode(of: "vault.json") == 0o600)
  }

  @Test func `keeps the tokens of the grant when it picks again`() throws {
    _ = try desk.output("pick", "a", "org.example.chess")
    let first = try desk.control.read(.selection("a"))?.selection
    _ = try desk.output("pick", "b", "org.example.chess")
    #expect(try desk.control.read(.selection("b"))?.selection == first)
  }

  @Test func `lists what can be picked`() throws {
    #expect(
      try desk.output("pick") == """
        org.example.chess   Chess   games
        org.example.reader  Reader  reading
        Categories: games, reading

        """)
    #expect(
      try desk.output("pick", "--json") == """
        {"applications":[{"categories":["games"],"identifier":"org.example.chess","name":"Chess"},\
        {"categories":["reading"],"identifier":"org.example.reader","name":"Reader"}],\
        "categories":["games","reading"]}

        """)
  }

  @Test func `refuses what is not installed, and changes nothing`() throws {
    desk.expect(
      "pick", "a", "org.example.ches", status: .failure,
      complaint: "pavise: no installed application is called “org.example.ches”; "
        + "did you mean “org.example.chess”?; “pavise pick” lists them")
    desk.expect(
      "pick", "a", "--category", "game", status: .failure,
      complaint: "pavise: no category is called “game”; did you mean “games”?")
    #expect(try desk.control.read(.vault) == nil)
    #expect(try desk.control.selectionNames() == [])
  }

  @Test func `shields what was picked, and lifts it again`() throws {
    _ = try desk.output("pick", "evening", "org.example.chess", "--category", "games")
    #expect(
      try desk.output("shield", "evening") == "shielded “evening”: 1 application, 1 category\n")
    let vault = try #require(try desk.control.read(.vault))
    let chess = try #require(vault.existingToken(for: .application("org.example.chess")))
    let games = try #require(vault.existingToken(for: .category("games")))
    #expect(
      try store("pick.evening") == [
        .shieldApplications: .applicationTokens([ApplicationToken(data: chess)]),
        .shieldApplicationCategories: .applicationCategories(
          .specific([ActivityCategoryToken(data: games)])),
        .shieldWebDomainCategories: .webDomainCategories(
          .specific([ActivityCategoryToken(data: games)])),
      ])
    #expect(try desk.output("unshield", "evening") == "no longer shielded: “evening”\n")
    #expect(try store("pick.evening") == [:])
    #expect(try desk.output("unshield", "evening") == "“evening” was not shielded\n")
  }

  @Test func `renews a shield only when told to`() throws {
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("shield", "evening")
    let before = try store("pick.evening")
    #expect(
      try desk.output("pick", "evening", "org.example.reader") == """
        picked “evening”: 1 application
        its shield is still the one of before; “pavise shield evening” renews it

        """)
    #expect(try store("pick.evening") == before)
    _ = try desk.output("shield", "evening")
    #expect(try store("pick.evening") != before)
  }

  @Test func `says that a dead monitor shields nothing yet`() throws {
    _ = try desk.output("pick", "evening", "org.example.chess")
    desk.world.daemons = [:]
    desk.expect(
      "shield", "evening", status: .success,
      complaint: "pavise: warning: pavise-monitor is not running; "
        + "the shield is put in force when it runs")
  }

  @Test func `shields nothing that was picked under a revoked authorization`() throws {
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("revoke")
    desk.expect(
      "shield", "evening", status: .failure,
      complaint: "pavise: not authorized on this machine; “pavise authorize” comes first")
    desk.expect(
      "pick", "evening", "org.example.chess", status: .failure,
      complaint: "pavise: not authorized on this machine; “pavise authorize” comes first")
    _ = try desk.output("authorize", "child")
    desk.expect(
      "shield", "evening", status: .failure,
      complaint: "pavise: the selection “evening” is void: its authorization was revoked; "
        + "pick it again")
    #expect(try store("pick.evening") == [:])
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("shield", "evening")
    #expect(try store("pick.evening") != [:])
  }

  @Test func `names the selection that was meant`() throws {
    _ = try desk.output("pick", "evening", "org.example.chess")
    desk.expect(
      "shield", "evenign", status: .failure,
      complaint: "pavise: there is no selection “evenign”; did you mean “evening”?; "
        + "“pavise selections” lists them")
  }

  @Test func `never takes a damaged selection for an empty one`() throws {
    _ = try desk.output("pick", "evening", "org.example.chess")
    var stored = try #require(try desk.control.read(.selection("evening")))
    stored.selection = "eyJhcHAiOg=="
    try desk.control.write(.selection("evening"), stored)
    #expect(desk.run("shield", "evening") == .failure)
    #expect(
      desk.world.errors.hasPrefix(
        "pavise: the selection “evening”: the stored selection is not JSON"))
    #expect(try store("pick.evening") == [:])
  }

  @Test func `lists selections`() throws {
    #expect(try desk.output("selections") == "nothing was picked yet\n")
    _ = try desk.output("pick", "evening", "org.example.chess")
    _ = try desk.output("pick", "night", "--all-categories")
    var void = try #require(try desk.control.read(.selection("night")))
    void.isVoid = true
    try desk.control.write(.selection("night"), void)
    #expect(
      try desk.output("selections") == """
          evening  1 application, picked Fri 2026-03-27 21:14
          night    void: its authorization was revoked; pick it again

        """)
    #expect(
      try desk.output("selections", "--json") == """
        {"damaged":[],"selections":[{"counts":{"applications":1,"categories":0,"webDomains":0},\
        "isVoid":false,"name":"evening","pickedAt":"2026-03-27T20:14:00Z"},\
        {"counts":{"applications":0,"categories":2,"webDomains":0},\
        "isVoid":true,"name":"night","pickedAt":"2026-03-27T20:14:00Z"}]}

        """)
  }
}
