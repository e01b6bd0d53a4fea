import Foundation
import System
import Testing
import TestSupport

@Suite struct `The machine's zone` {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["zoneinfo", "zoneinfo/Europe"] {
      try FileManager.default.createDirectory(
        atPath: directory.path(name), withIntermediateDirectories: true)
    }
    try directory.write("TZif berlin", to: "zoneinfo/Europe/Berlin")
    try directory.write("# no zone", to: "zoneinfo/tzdata.zi")
    try directory.write("secret", to: "secret")
    try check("symlink") {
      symlink("../\(directory.path)/zoneinfo/Europe/Berlin", directory.path("relative"))
    }
    try check("symlink") {
      symlink(directory.path("zoneinfo/Europe/Berlin"), directory.path("localtime"))
    }
  }

  private func zone(_ variable: String?, localTime: String = "localtime") throws -> MachineTimeZone
  {
    try MachineTimeZone.current(
      variable: variable, localTime: directory.path(localTime), database: directory.path("zoneinfo")
    )
  }

  private let berlin = MachineTimeZone.file(
    identifier: "Europe/Berlin", bytes: Array("TZif berlin".utf8))

  @Test func `is what the link for local time leads to`() throws {
    #expect(try zone(nil) == berlin)
  }

  @Test func `is UTC when nothing says otherwise`() throws {
    #expect(try zone(nil, localTime: "absent") == .utc)
    #expect(try zone("") == .utc)
    #expect(try zone(":No/Such") == .utc)
  }

  @Test(arguments: ["Europe/Berlin", ":Europe/Berlin"])
  func `is the one that the variable names`(variable: String) throws {
    #expect(try zone(variable) == berlin)
  }

  @Test func `is the file that the variable names by its path`() throws {
    #expect(try zone(directory.path("zoneinfo/Europe/Berlin")) == berlin)
    #expect(try zone(":" + directory.path("localtime")) == berlin)
  }

  @Test func `is the rule that the variable holds when no file has that name`() throws {
    #expect(try zone("CET-1CEST,M3.5.0,M10.5.0/3") == .rule("CET-1CEST,M3.5.0,M10.5.0/3"))
  }

  @Test(arguments: [
    "../secret", "Europe/../../secret", "Europe", "tzdata.zi", "", "/secret", "a//b",
  ])
  func `is never read from outside the database or from what is no zone file`(name: String) throws {
    #expect(try MachineTimeZone.zone(named: name, database: directory.path("zoneinfo")) == nil)
  }
}
