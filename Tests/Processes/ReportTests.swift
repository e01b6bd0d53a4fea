import CompiledPolicy
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite(
    .enabled(
      if: PrivateSystem.obstacle == nil && access("/usr/bin/notify-send", X_OK) == 0,
      "takes root, systemd, logind, dbus-daemon, unshare, notify-send"))
  struct `The report on applications and time` {
    @Test(.timeLimit(.minutes(2)), arguments: ReportScene.Sample.allCases)
    func `says of each sample policy what the child then finds`(_ sample: ReportScene.Sample) throws
    {
      let scene = try ReportScene(sample)
      defer { scene.remove() }
      try scene.apply()
      let rows = ReportClaim.table.filter { $0.samples.contains(sample) }
      try scene.home.eventually("the policy is reported as in force") {
        try scene.results().contains { $0.category == .timeDowntime && $0.status != .failed }
      }
      let expected = Set(rows.map(\.category))
      #expect(Set(try scene.results().map(\.category)) == expected, "a row for each")
      for row in rows {
        let result = try #require(try scene.results().first { $0.category == row.category })
        #expect(result.status == row.status, "\(row.category): \(result.detail ?? "")")
        for reason in row.reasons {
          #expect(result.detail?.contains(reason) == true, "\(result)")
        }
        #expect(row.status != .enforced || result.detail == nil)
      }
      #expect(!scene.hasSessionBus)
      for row in rows { try row.confirm(scene) }
    }
  }
}

/// What a report is to say of a category, and how the child finds out whether it is so.
///
/// The rows stand in the order in which they are tried: what ends with a locked session comes last.
struct ReportClaim: Sendable {
  let category: RuleCategory
  let status: MappingResult.Status
  var samples = ReportScene.Sample.allCases
  /// What its detail says among other things; an enforced category has none.
  var reasons: [String] = []
  let confirm: @Sendable (ReportScene) throws -> Void

  static let table = [
    ReportClaim(
      category: .contentRating, status: .partial,
      reasons: ["applications without a rating of their own are not judged"],
      confirm: { scene in
        try scene.expectRefused("org.example.teen")
        try scene.expectRuns("org.kde.gcompris")
        // Without a rating.
        try scene.expectRuns("org.mozilla.firefox")
      }),
    ReportClaim(
      category: .contentBlockTitle, status: .partial, samples: [.limits],
      reasons: ["not on this machine: ", "com.burbn.instagram"],
      confirm: { scene in
        try scene.expectRefused("supertux2")
        // No application that the machine knows by that name is refused.
        #expect(try scene.home.asKid("exec /usr/local/bin/instagram 0").succeeded)
      }),
    ReportClaim(
      category: .contentAllowlistMode, status: .partial, samples: [.limits],
      reasons: ["application.denyAppInstallation", "allowlist is incomplete"],
      confirm: { scene in
        try scene.expectRefused("org.example.paint")
        // Nothing refuses to install; what is installed is refused.
        #expect(try scene.home.asKid("cp /bin/true ~/own").succeeded)
        #expect(try !scene.home.asKid("exec ~/own").succeeded)
        // An interpreter runs what it is given.
        #expect(try scene.home.asKid("echo exit 0 > ~/script; exec sh ~/script").succeeded)
      }),
    ReportClaim(
      category: .contentAllowTitle, status: .partial, samples: [.limits],
      reasons: ["application.denyAppInstallation", "the age rating holds for allowed titles too"],
      confirm: { scene in
        try scene.expectRuns("org.mozilla.firefox")
        try scene.expectRuns("org.kde.gcompris")
      }),
    ReportClaim(
      category: .timePerAppLimit, status: .partial, samples: [.limits],
      reasons: ["applications count while they run"],
      confirm: { scene in
        // It counts without a window, since it runs.
        let began = try scene.logIn()
        try scene.home.eventually(within: 15, "its own limit is reached") {
          try !scene.runs("org.mozilla.firefox")
        }
        #expect(Clock.monotonic() - began > 2)
        try scene.expectRuns("org.kde.gcompris")
        #expect(try !scene.home.isFrozen())
        let slice = scene.home.system.group["pavise.slice"]
        try scene.home.eventually("what runs of it is frozen") {
          try slice.children().contains { try $0.name.contains("firefox") && $0.isFrozen() }
        }
      }),
    ReportClaim(
      category: .timeDailyLimit, status: .partial,
      reasons: ["applications count while they run"],
      confirm: { scene in try scene.reachDailyLimit() }),
    ReportClaim(
      category: .usageTimerNotification, status: .partial,
      reasons: ["no session bus"],
      confirm: { scene in
        let minutes = Int(scene.sample.dailyMinutes)
        let log = try scene.home.system.succeed("/usr/local/bin/pavise", "log", "-n", "all")
        #expect(log.contains("\(minutes) minutes used today"), "\(log)")
        // A login has a bus on which nobody shows anything here.
        let reason = scene.hasSessionBus ? "could not be shown" : "no session bus"
        try scene.home.eventually("the report says that nothing was shown: \(reason)") {
          let result = try scene.results().first { $0.category == .usageTimerNotification }
          return result?.detail?.contains(reason) == true
        }
      }),
    ReportClaim(
      category: .timeScheduledHours, status: .enforced,
      confirm: { scene in
        // Downtime begins with it, but not at weekends.
        try scene.beginEvening()
        try scene.expectLocked()
      }),
    ReportClaim(
      category: .timeDowntime, status: .enforced,
      confirm: { scene in
        try scene.expectLocked()
        try scene.beginMorning()
        try scene.home.eventually("the session goes on") { try !scene.home.isFrozen() }
        try scene.home.eventually("the child can log in") {
          try scene.home.canLogIn(scene.home.kid)
        }
      }),
  ]
}
