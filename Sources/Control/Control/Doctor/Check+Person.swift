import SharedDirectory
import SyncService
import System

extension Check {
  static func managedUser(_ facts: MachineFacts) -> Check {
    let remedy = "pavise config set managedUser CHILD"
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "managed user", verdict: verdict, words: words, remedy: remedy,
        needed: everything)
    }
    return switch facts.managedUser {
    case .found(let name): check(.good, "\(name) is who is restricted")
    case .unknown: check(.unknown, "the configuration cannot be read", "sudo pavise doctor")
    case .none: check(.missing, "none is configured: nobody is restricted", remedy)
    case .missing(let name): check(.missing, "there is no user \(name)", remedy)
    case .root(let name): check(.missing, "\(name) is root, who is never restricted", remedy)
    case .guardian(let name):
      check(
        .limited, "\(name) is a guardian: he may lift what restricts him",
        "take \(name) out of the group of guardians")
    }
  }

  static func home(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(subject: "home", verdict: verdict, words: words, remedy: remedy, helpful: [.allowlist])
    }
    return switch facts.homeForbidsExecution {
    case true?: check(.good, "no program can be started from his home (noexec)")
    case false?:
      check(
        .limited, "programs in his home are refused by allowlist mode only",
        "a file system of its own for /home, mounted noexec")
    case nil: check(.unknown, "his home cannot be seen")
    }
  }

  static func logind(_ facts: MachineFacts) -> Check {
    facts.hasLogind
      ? Check(
        subject: "logind", verdict: .good, words: "it knows the sessions", helpful: [.lock, .use])
      : Check(
        subject: "logind", verdict: .missing,
        words: "it does not run: no session is known, so none can be locked as a whole",
        remedy: "a machine with systemd-logind", helpful: [.lock, .use])
  }

  static func logins(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(subject: "PAM", verdict: verdict, words: words, remedy: remedy, helpful: [.lock])
    }
    if facts.logins == .enforced { return check(.good, "new logins are refused during a lock") }
    return check(.missing, facts.logins.reason ?? "new logins are not refused during a lock")
  }

  static func session(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(subject: "session", verdict: verdict, words: words, remedy: remedy, helpful: [.use])
    }
    guard let types = facts.sessionTypes else { return check(.unknown, "cannot be asked about") }
    if types.isEmpty { return check(.unknown, "he is not logged in") }
    if types.contains("x11") {
      return check(.good, "X11: use is measured by the window in front")
    }
    return check(
      .limited, "\(types.joined(separator: ", ")): use is measured by what runs, not by its window",
      "choose an X11 session at the login")
  }

  static func notices(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "notices", verdict: verdict, words: words, remedy: remedy, needed: [.notices])
    }
    if !facts.hasNotifier {
      return check(
        .missing, "there is no notify-send: notices stand in the journal alone",
        "install libnotify-bin, or libnotify")
    }
    return switch facts.sessionBus {
    case .present: check(.good, "they are shown on his desktop")
    case .absent: check(.unknown, "he has no session bus now, to which one could be sent")
    case .hidden: check(.unknown, "only root and he can see his session bus")
    }
  }

  static func displayManager(_ facts: MachineFacts) -> Check {
    facts.hasDisplayManager
      ? Check(
        subject: "greeter", verdict: .good, words: "a lock shows the login screen to a parent")
      : Check(
        subject: "greeter", verdict: .limited,
        words: "no display manager can be asked for it: during a lock a parent logs in at another"
          + " console")
  }

  static func browsers(_ facts: MachineFacts) -> Check {
    facts.browsers.isEmpty
      ? Check(subject: "browsers", verdict: .good, words: "none of the known ones is installed")
      : Check(
        subject: "browsers", verdict: .limited,
        words: "\(facts.browsers.joined(separator: ", ")): can be blocked, what they show is not"
          + " filtered")
  }
}
