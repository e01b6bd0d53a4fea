import SharedDirectory
import Testing

@testable import Control

@Suite struct `The configuration` {
  let desk = Desk()

  @Test(arguments: [
    ("managedUser", "kid"), ("guardianGroup", "parents"), ("zone", "CET-1CEST,M3.5.0,M10.5.0/3"),
    ("delivery", "onFirstUse"), ("whenNoPolicy", "keep"), ("applicationDirectories", "/a:/b"),
    ("programMounts", "/home:/tmp"),
  ])
  func `is set, shown and unset by key`(key: String, value: String) throws {
    _ = try desk.output("config", "set", key, value)
    #expect(try desk.output("config", "get", key) == value + "\n")
    #expect(
      try desk.output("config", "get", key, "--json")
        == "{\"\(key)\":\"\(value)\"}\n".replacing("/", with: "/"))
    #expect(try desk.output("config").contains(value))
    _ = try desk.output("config", "unset", key)
    #expect(try desk.output("config", "get", key) == "")
    #expect(try desk.control.read(.configuration) == Configuration())
  }

  @Test(arguments: [
    ("managedUser", "nobody-here", "no user has this name"),
    ("managedUser", "root", "root is never restricted"),
    ("guardianGroup", "nobody-here", "no group has this name"),
    ("zone", "Europe/Atlantis", "there is no zone Europe/Atlantis"),
    ("delivery", "soon", "it is “onTheDot” or “onFirstUse”"),
    ("whenNoPolicy", "maybe", "it is “lift” or “keep”"),
    ("applicationDirectories", "a:/b", "it is absolute paths with “:” between them"),
    ("applicationDirectories", ":", "it is absolute paths with “:” between them"),
  ])
  func `refuses a value that the key cannot have, and keeps the old one`(
    key: String, value: String, reason: String
  ) throws {
    _ = try desk.output("config", "set", "managedUser", "kid")
    let before = try desk.control.read(.configuration)
    desk.expect(
      "config", "set", key, value, status: .badConfiguration,
      complaint: "pavise: config.json: \(key): “\(value)”: \(reason)")
    #expect(try desk.control.read(.configuration) == before)
  }

  @Test func `is shown whole`() throws {
    _ = try desk.output("config", "set", "managedUser", "kid")
    #expect(
      try desk.output("config") == """
        managedUser             kid
        guardianGroup           -
        zone                    -
        delivery                -
        whenNoPolicy            -
        applicationDirectories  -
        programMounts           -

        """)
    #expect(try desk.output("config", "--json") == "{\"managedUser\":\"kid\"}\n")
  }

  @Test func `that is damaged beyond its copy is an error, never empty`() throws {
    _ = try desk.output("config", "set", "managedUser", "kid")
    try desk.destroy("config.json")
    #expect(desk.run("config", "set", "zone", "UTC0") == .badConfiguration)
    #expect(desk.run("config") == .badConfiguration)
    #expect(desk.world.errors.contains("pavise: config.json is damaged"))
  }
}
