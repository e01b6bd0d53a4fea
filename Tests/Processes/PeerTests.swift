import DeviceActivity
import FoundationEssentials
import Glibc
import SharedDirectory
import System
import Testing

extension Processes {
  /// Measurements beside the programs of the distribution that do the same, in one run on one private system. They print
  /// figures and ratios and judge none; `PAVISE_PEERS=1` asks for them, `PAVISE_CAMPAIGN=1` for a single round.
  @Suite(
    .enabled(
      if: ProcessInfo.processInfo.environment["PAVISE_PEERS"] != nil
        && PrivateSystem.obstacle == nil,
      "measures for some minutes, where PAVISE_PEERS asks for it; takes root and the network"))
  struct `Beside timekpr-nExT` {
    private let home: LockedHome
    private let peer: UserRecord

    init() throws {
      home = try LockedHome()
      do {
        peer = try home.system.addUser("peer")
        try Self.installTimekpr(in: home.system)
      } catch {
        home.remove()
        throw error
      }
    }

    @Test(.timeLimit(.minutes(60)))
    func `an edge comes as late, and idleness costs as much, as is printed`() throws {
      defer { home.remove() }
      let system = home.system
      _ = try home.setClock(showing: 12, in: 0)
      try home.setPolicy(
        TestPolicy(
          windows: Self.hours.map { ("\($0):00", "\($0 + 1):00") }, alwaysAllowed: []))
      try system.succeed("/usr/local/bin/pavise", "authorize", "child")
      _ = try system.logIn(home.kid, "sleep", "infinity")
      try home.eventually("the policy is followed") {
        try home.inForce()?.edges.contains { $0.activity.rawValue.contains("locked") } == true
      }
      try idle()
      var ours: [Double] = []
      var theirs: [Double] = []
      for hour in Self.hours.prefix(Campaign.rounds(Self.hours.count)) {
        let (our, their) = try lateness(at: hour)
        ours.append(our)
        theirs.append(their)
      }
      print("edge of the allowed time to the session standing still, in ms:")
      print("  pavise  \(Self.words(ours)): frozen, goes on where it was")
      print("  timekpr \(Self.words(theirs)): terminated, with what was open")
      print("  ratio of the medians \(Self.ratio(median(theirs), median(ours)))")
    }

    /// When downtime begins that lasts an hour.
    private static let hours = [13, 15, 17, 19]

    /// One edge for both: of downtime for the child, of the allowed hours for the peer.
    private func lateness(at hour: Int) throws -> (ours: Double, theirs: Double) {
      let system = home.system
      try allow(until: nil)
      // It ends what is left of a login some seconds later, new ones too.
      sleep(12)
      let login = try system.logIn(peer, "sleep", "infinity")
      try awaitLogin()
      let edge = Date(
        timeIntervalSince1970: ((Clock.now().timeIntervalSince1970 + 15) / 60).rounded(.up) * 60)
      try allow(until: edge)
      _ = try home.setClock(
        showing: hour, in: Int(edge.timeIntervalSince(Clock.now()).rounded(.up)))
      let remaining = Int32((edge.timeIntervalSince(Clock.now()) + 5) * 1000)
      try #require(try home.session.wait(frozen: true, milliseconds: remaining))
      let ours = Clock.now().timeIntervalSince(edge)
      try home.eventually(within: 30, "timekpr ends the session") {
        try !system.run("systemctl", "is-active", "--quiet", login).succeeded
      }
      let theirs = Clock.now().timeIntervalSince(edge)
      _ = try home.setClock(showing: hour + 1, in: 0)
      try home.eventually("the session goes on") { try !home.isFrozen() }
      return (ours * 1000, theirs * 1000)
    }

    private func awaitLogin() throws {
      let slice = home.system.slice(of: peer)
      try home.eventually("the peer is logged in") { (try? slice.isPopulated()) == true }
    }

    /// Has timekpr allow the peer all hours, or all up to a minute.
    private func allow(until edge: Date?) throws {
      var hours = (0..<24).map(String.init)
      if let edge {
        let minute = Int(edge.timeIntervalSince1970 / 60)
        let (hour, past) = ((minute / 60) % 24, minute % 60)
        hours = (0..<hour).map(String.init) + (past > 0 ? ["\(hour)[0-\(past)]"] : [])
      }
      try home.system.succeed(
        "timekpra", "--setallowedhours", peer.name, "ALL", hours.joined(separator: ";"))
    }

    // MARK: Idle

    private struct Cost {
      var milliseconds = 0.0
      var switches = 0

      static func - (one: Self, other: Self) -> Self {
        Self(
          milliseconds: one.milliseconds - other.milliseconds,
          switches: one.switches - other.switches)
      }
    }

    /// A minute in which nothing happens, with a session that each of both watches.
    private func idle() throws {
      try allow(until: nil)
      _ = try home.system.logIn(peer, "sleep", "infinity")
      try awaitLogin()
      sleep(5)
      let units = ["timekpr", "pavise-monitor", "pavise-sync"]
      let before = try units.map(cost)
      sleep(60)
      let spent = try zip(units.map(cost), before).map { $0 - $1 }
      print("one idle minute with a session:")
      for (unit, cost) in zip(units, spent) {
        print(
          "  \(unit): \((cost.milliseconds * 10).rounded() / 10) ms of the processor, "
            + "\(cost.switches) wake-ups")
      }
      let both = spent[1].milliseconds + spent[2].milliseconds
      print("  ratio of the processor's time \(Self.ratio(spent[0].milliseconds, both))")
    }

    /// What the threads of a unit's processes have cost so far.
    private func cost(of unit: String) throws -> Cost {
      let group = home.system.group["system.slice"]["\(unit).service"]
      var cost = Cost()
      for pid in try group.processes() {
        let names = try FileStorage(root: "/proc/\(pid)").list("task")
        for thread in names {
          let path = "/proc/\(pid)/task/\(thread)"
          let spent = try Self.text(of: "\(path)/schedstat").split(separator: " ")
          cost.milliseconds += spent.first.flatMap { Double($0) }.map { $0 / 1_000_000 } ?? 0
          let line = try Self.text(of: "\(path)/status").split(separator: "\n")
            .first { $0.hasPrefix("voluntary_ctxt_switches:") }
          cost.switches += line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
        }
      }
      return cost
    }

    private static func text(of path: String) throws -> String {
      String(decoding: try Descriptor.open(path, O_RDONLY).readAll(), as: UTF8.self)
    }

    // MARK: Words

    private static func words(_ values: [Double]) -> String {
      let sorted = values.sorted().map { String(Int($0.rounded())) }
      return "median \(Int(median(values).rounded())) (\(sorted.joined(separator: ", ")))"
    }

    private static func ratio(_ theirs: Double, _ ours: Double) -> String {
      ours > 0 ? "\((theirs / ours * 10).rounded() / 10)" : "without bound: ours is 0"
    }

    /// Fetches its packages outside, where the network is, and installs them inside alone.
    private static func installTimekpr(in system: PrivateSystem) throws {
      try system.succeed("mkdir", "-p", "/root/packages/partial")
      let fetched = try ChildProcess.run(
        [
          "apt-get", "install", "--download-only", "--yes", "--no-install-recommends",
          "-o", "Dir::Cache::archives=\(system.path("/root/packages"))", "timekpr-next",
        ], timeout: 120)
      try #require(fetched.succeeded, "timekpr-next: \(fetched.errorsText)")
      try system.succeed(
        "sh", "-c", "DEBIAN_FRONTEND=noninteractive dpkg --install /root/packages/*.deb")
      // One person is watched by Pavise, another by timekpr, and nobody by both.
      try system.succeed(
        "sed", "--in-place", "s/^TIMEKPR_USERS_EXCL = /&kid;parent;/", "/etc/timekpr/timekpr.conf")
      try system.succeed("systemctl", "daemon-reload")
      try system.succeed("systemctl", "reload", "dbus")
      try system.succeed("systemctl", "start", "timekpr")
    }
  }
}
