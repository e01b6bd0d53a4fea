import ActivityEngine
import CompiledPolicy
import FoundationEssentials
import PhosraAPI
import SharedDirectory
import System
import TimeZoneRules
import UseAccounting

extension Synchroniser {
  /// How long after days could not be handed in they are tried again, in seconds.
  private static var retryDelay: TimeInterval { 600 }

  /// Hands in the screen time of the days that are over, once each, in order (rule M4).
  ///
  /// Nothing is handed in before its instant is on the disk. A crash between handing a day in and noting that hands it in
  /// again, with the same key.
  ///
  /// - Returns: When to do so again.
  mutating func reportScreenTime(
    under grant: String?, of policy: PolicyDocument?, at now: Date
  ) -> Date? {
    guard let grant, source.wantsScreenTime else { return nil }
    let rules = group.world.zones().local
    var progress =
      document.screenTime.flatMap { $0.grant == grant ? $0 : nil }
      ?? ScreenTimeProgress(grant: grant, seed: UUID().uuidString.lowercased(), at: now, in: rules)
    do {
      let days = try group.directory.list("usage").filter { $0.hasSuffix(".json") }
        .map { String($0.dropLast(".json".count)) }
      for name in progress.days(of: days, at: now, in: rules) {
        try submitScreenTime(of: name, key: progress.key(of: name), under: policy, at: now)
        progress.finish(name)
        document.screenTime = progress
        try saveDocument()
      }
      if let instant = progress.due, instant <= now { progress.finishRound() }
      var generator = SystemRandomNumberGenerator()
      progress.plan(days, at: now, in: rules, using: &generator)
      document.screenTime = progress
      return progress.due
    } catch {
      directoryFaults.append(
        Health.Fault(
          code: "screentime.notSent", since: now, words: "\(error); it is kept and sent later"))
      return now.addingTimeInterval(Self.retryDelay)
    }
  }

  /// A day whose file is damaged has nothing to hand in, now or later.
  private mutating func submitScreenTime(
    of name: String, key: String, under policy: PolicyDocument?, at now: Date
  ) throws {
    let day: UsageDay?
    do {
      day = try group.directory.read(.usage(name))
    } catch SharedFileError.damaged {
      group.world.log(.error, "screen time of a damaged day is not reported", ["day": name])
      return
    }
    guard let day else { return }
    let payload = ScreenTimePayload(day, policy: policy?.policy)
    try source.submitScreenTime(
      CanonicalJSON.encode(DeviceReport.screenTime(payload, reportedAt: now)), key: key)
  }
}
