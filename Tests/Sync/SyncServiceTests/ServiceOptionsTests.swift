import PhosraAPI
import SharedDirectory
import TestSupport
import Testing

@testable import SyncService

@Suite struct `The options of a daemon that follows a service` {
  private func settings(_ words: [String]) throws -> DeviceSession.Settings {
    try ServiceOptions.settings(
      DaemonOptions(
        ["--server", "https://example.org/api/v1"] + words, known: ServiceOptions.names,
        environment: [:]), registration: nil)
  }

  @Test func `leave the times as they are`() throws {
    #expect(try settings([]).timing == SyncTiming())
  }

  @Test func `set the time between polls, and all waits after faults in proportion`() throws {
    let timing = try settings(["--poll-interval", "1", "--retry-delay", "0.12"]).timing
    #expect(timing.interval == 1)
    #expect(timing.firstFailure == 0.12)
    for (wait, expected) in [
      (timing.longestFailure, 0.9), (timing.firstRefusal, 0.6), (timing.longestRefusal, 3.6),
      (timing.firstDoubt, 0.015),
    ] {
      #expect(abs(wait - expected) < 1e-9)
    }
    #expect(timing.unconditional == SyncTiming().unconditional)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "soon", "1e9"])
  func `refuse times that nobody means`(text: String) {
    for option in ["--poll-interval", "--retry-delay"] {
      #expect(throws: DaemonOptions.UsageError.unknown("\(option) \(text)")) {
        try settings([option, text])
      }
    }
  }
}
