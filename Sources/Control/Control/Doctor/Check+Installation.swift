import SharedDirectory
import SyncService

extension Check {
  static func privilege(_ facts: MachineFacts) -> Check {
    facts.isRoot
      ? Check(subject: "caller", verdict: .good, words: "root, who sees everything")
      : Check(
        subject: "caller", verdict: .unknown, words: "not root, so not everything can be seen",
        remedy: "sudo pavise doctor")
  }

  static func directory(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "directory", verdict: verdict, words: words, remedy: remedy, helpful: everything)
    }
    return switch facts.directory {
    case .present(let faults) where faults.isEmpty: check(.good, "it is as it was installed")
    case .present(let faults):
      check(.missing, faults.joined(separator: "; "), "sudo launch/install")
    case .absent: check(.missing, "there is none", "sudo launch/install")
    case .hidden: check(.unknown, "only root and guardians can see it")
    }
  }

  static func monitor(_ facts: MachineFacts) -> Check {
    daemon(
      "pavise-monitor", facts.monitor,
      dead: "it does not run: what is in force stays, nothing new begins or ends", needed: true)
  }

  static func sync(_ facts: MachineFacts) -> Check {
    daemon(
      "pavise-sync", facts.sync, dead: "it does not run: no change of the policy arrives",
      needed: false)
  }

  private static func daemon(
    _ name: String, _ state: DaemonState?, dead: String, needed isNeeded: Bool
  ) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: name, verdict: verdict, words: words, remedy: remedy,
        needed: isNeeded ? everything : [], helpful: isNeeded ? [] : everything)
    }
    return switch state {
    case .alive?: check(.good, "it runs")
    case .dead?: check(.missing, dead, "systemctl enable --now \(name)")
    case nil: check(.unknown, "only root and guardians can see whether it runs")
    }
  }

  static func unit(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "service", verdict: verdict, words: words, remedy: remedy,
        helpful: [.applications, .allowlist])
    }
    guard let unit = facts.unit else {
      return check(
        .limited, "systemd does not run: while the monitor is dead, access lists alone refuse",
        "a machine with systemd")
    }
    if !unit.isInstalled {
      return check(
        .missing, "pavise-monitor.service is not installed: a dead monitor stays dead",
        "sudo launch/install")
    }
    if !unit.isRunning {
      return check(
        .missing, "pavise-monitor.service does not run: a dead monitor stays dead",
        "systemctl enable --now pavise-monitor")
    }
    if unit.storedDescriptors == 0 {
      return check(
        .limited, "systemd keeps no descriptors for it: the gate opens while it restarts",
        "sudo launch/install")
    }
    return check(.good, "systemd starts the monitor again, and keeps its gate closed meanwhile")
  }

  static func clock(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "clock", verdict: verdict, words: words, remedy: remedy, needed: [.lock, .use])
    }
    let remedy = "timedatectl set-ntp true"
    if facts.year < 2025 || facts.year > 2100 {
      return check(.missing, "it shows the year \(facts.year)", remedy)
    }
    return switch facts.isClockSynchronised {
    case true?: check(.good, "it is kept right")
    case false?: check(.limited, "nothing keeps it right: hours begin when it says so", remedy)
    case nil: check(.unknown, "the kernel does not say whether it is kept right")
    }
  }

  static func zone(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "zone", verdict: verdict, words: words, remedy: remedy, needed: [.lock, .use])
    }
    switch facts.zone {
    case .unknown(let reason):
      return check(
        .missing, reason,
        facts.hasZoneDatabase ? "pavise config set zone ZONE" : "install tzdata")
    case .known(let name) where !facts.hasZoneDatabase:
      return check(.limited, "\(name); there is no zone database for any other", "install tzdata")
    case .known(let name): return check(.good, name)
    }
  }
}
