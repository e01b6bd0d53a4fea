import ActivityEngine
import EffectiveSettings
import Enforcement
import Foundation
import System
import TestSupport
import TimeZoneRules
import UseAccounting
import UseSources

@testable import MonitorService
@testable import SharedDirectory

/// A person with one application, and the recorder of the real monitor on a simulated disk.
final class ScriptedUse {
  static let application = "org.example.game"

  let use: MachineUse
  private let clock: TestClock
  private let meter: Meter
  private let catalogue: ApplicationCatalogue
  private(set) var notices: [(at: Date, words: String)] = []
  private(set) var shieldings: [(at: Date, isShielded: Bool)] = []

  private final class Meter: UseObserving {
    var isPlaying: Bool
    let descriptor: Int32? = nil
    let deadline: Double? = nil
    let sources = UseMeter.Sources(application: "x11", session: "none", shortfall: nil)

    init(isPlaying: Bool) { self.isPlaying = isPlaying }

    func take(at monotonic: Double) {}

    func observation(shielded: Set<String>) -> UseObservation {
      UseObservation(
        applications: isPlaying ? [ScriptedUse.application] : [], shielded: shielded)
    }
  }

  private struct NoFiles: ExecutableLookup {
    func executable(at path: String) -> ExecutableFile? { nil }
    func text(at path: String) -> String? { nil }
  }

  init(_ home: MonitorHome, isPlaying: Bool = true) {
    clock = home.clock
    let meter = Meter(isPlaying: isPlaying)
    self.meter = meter
    catalogue = ApplicationCatalogue(
      sources: [
        .init(
          desktopID: Self.application,
          text: "[Desktop Entry]\nType=Application\nName=Game\nExec=/bin/game\nCategories=Game;\n",
          origin: .system)
      ], table: ApplicationTable(), search: [], lookup: NoFiles())
    use = MachineUse(
      directory: home.monitor.directory, log: .silent,
      monotonic: home.clock.now.timeIntervalSince1970, makeMeter: { _, _ in meter })
    use.load(at: home.clock.now, applications: catalogue)
  }

  private var reading: UseReading {
    let seconds = clock.now.timeIntervalSince1970
    return UseReading(wall: clock.now, monotonic: seconds, uptime: seconds)
  }

  private var isShielded: Bool { shieldings.last?.isShielded ?? false }

  func play(_ isPlaying: Bool) {
    meter.isPlaying = isPlaying
    use.take(at: reading)
  }

  func report(since cursor: Double) -> UseReport {
    use.report(since: cursor, at: reading)
  }

  func past(from instant: Date, to cursor: Double) -> [UseSpan] {
    use.past(from: instant, to: cursor)
  }

  func enforce(_ demand: MonitorDemand) {
    let verdict = demand.settings.verdict(
      for: ApplicationFacts(identifiers: [Self.application], categories: ["games"]))
    let isRefused = verdict != .allowed
    if isRefused != isShielded { shieldings.append((clock.now, isRefused)) }
    use.follow(
      catalogue, of: UserRecord(name: "kid", uid: 1001, gid: 1001, home: "/home/kid"),
      shielded: isRefused ? [Self.application] : [], vault: demand.vault, at: reading)
  }

  func tell(_ notice: TimeNotice) { notices.append((clock.now, notice.words)) }

  var hasNews: Bool { use.hasNews(at: reading.monotonic) }

  var deadline: Date? { use.deadline.map { Date(timeIntervalSince1970: $0) } }
}
