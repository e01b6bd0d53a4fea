import Glibc
import System
import Testing

@testable import SharedDirectory

@Suite struct `The options of a daemon` {
  private func options(
    _ words: String..., environment: [String: String] = [:]
  ) throws(DaemonOptions.UsageError) -> DaemonOptions {
    try DaemonOptions(words, known: ["--directory", "--zone"], environment: environment)
  }

  @Test func `take their value after a space or an equals sign`() throws {
    #expect(try options("--directory", "/a", "--zone=Europe/Berlin")["--zone"] == "Europe/Berlin")
    #expect(try options("--directory", "/a").directory == "/a")
    #expect(try options("--directory=/a=b").directory == "/a=b")
    #expect(try options("--directory=--odd").directory == "--odd")
    #expect(try options("--directory", "/a", "--directory", "/b").directory == "/b")
  }

  @Test(arguments: [
    (["--nothing"], DaemonOptions.UsageError.unknown("--nothing")),
    (["directory"], .unknown("directory")),
    ([""], .unknown("")),
    (["=x"], .unknown("=x")),
    (["--directory"], .withoutValue("--directory")),
    (["--directory="], .withoutValue("--directory")),
    (["--directory=", "/a"], .withoutValue("--directory")),
    (["--directory", ""], .withoutValue("--directory")),
    (["--directory", "--zone", "UTC0"], .withoutValue("--directory")),
  ])
  func `are refused by name`(words: [String], error: DaemonOptions.UsageError) {
    #expect(throws: error) {
      try DaemonOptions(words, known: ["--directory", "--zone"], environment: [:])
    }
    #expect("\(error)".contains("-") || "\(error)".contains("unknown"))
  }

  @Test func `fall back on the environment, then on the standard place`() throws {
    #expect(try options(environment: ["PAVISE_DIRECTORY": "/env"]).directory == "/env")
    #expect(
      try options("--directory", "/a", environment: ["PAVISE_DIRECTORY": "/env"]).directory == "/a")
    #expect(try options(environment: ["PAVISE_DIRECTORY": ""]).directory == "/var/lib/pavise")
    #expect(try options().directory == "/var/lib/pavise")
  }

  @Test func `may be a call for help`() throws {
    #expect(try options("-h").wantsHelp)
    #expect(try options("--zone", "UTC0", "--help").wantsHelp)
    #expect(try !options().wantsHelp)
  }

  @Test(arguments: [
    (["--help"], EXIT_SUCCESS, []),
    (["--zone", "UTC0"], EXIT_SUCCESS, ["info: ran with UTC0"]),
    (["--zone=none"], EXIT_FAILURE, ["error: not found"]),
    ([], EX_USAGE, ["error: --zone is missing", "error: USAGE"]),
    (["--nothing"], EX_USAGE, ["error: unknown option --nothing", "error: USAGE"]),
  ])
  func `decide how a program ends and what it says`(
    words: [String], status: Int32, lines: [String]
  ) {
    struct NotFound: Error, CustomStringConvertible { let description = "not found" }
    let recorder = LogRecorder()
    let found = DaemonOptions.run(
      words, usage: "USAGE", known: ["--zone"], log: .recording(to: recorder)
    ) { options, log in
      guard let zone = options["--zone"] else { throw DaemonOptions.UsageError.missing("--zone") }
      if zone == "none" { throw NotFound() }
      log(.info, "ran with \(zone)")
    }
    #expect(found == status)
    #expect(recorder.lines == lines)
  }
}
