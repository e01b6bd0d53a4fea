import SyncService

extension Check {
  static func gate(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "gate", verdict: verdict, words: words, remedy: remedy, needed: [.allowlist],
        helpful: [.applications])
    }
    return switch facts.gate {
    case .succeeded: check(.good, "the kernel asks before a program is started (fanotify)")
    case .refused(let reason):
      check(
        .missing, "the kernel does not ask before a program is started: \(reason)",
        "a kernel with CONFIG_FANOTIFY_ACCESS_PERMISSIONS; in a container, CAP_SYS_ADMIN")
    case .notTried: check(.unknown, "only root can try whether the kernel asks (fanotify)")
    }
  }

  static func freezer(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "freezer", verdict: verdict, words: words, remedy: remedy, needed: [.lock],
        helpful: [.applications])
    }
    return switch facts.freezer {
    case nil: check(.unknown, "there is no group of processes to look at")
    case .ready?: check(.good, "processes can be frozen (cgroup v2)")
    case .absent?:
      check(.missing, "no cgroup v2 is mounted, so nothing can be frozen", "mount cgroup2")
    case .readOnly?:
      check(.missing, "cgroup v2 is mounted read-only, so nothing can be frozen", "remount it rw")
    case .withoutFreezing?:
      check(.missing, "cgroup v2 is there and cannot freeze", "Linux 5.2 or newer")
    }
  }

  static func processDescriptors(_ facts: MachineFacts) -> Check {
    facts.hasProcessDescriptors
      ? Check(
        subject: "processes", verdict: .good, words: "processes can be held by descriptors (pidfd)",
        needed: everything)
      : Check(
        subject: "processes", verdict: .missing, words: "the kernel has no pidfd",
        remedy: "Linux 5.3 or newer", needed: everything)
  }

  static func memory(_ facts: MachineFacts) -> Check {
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "memory", verdict: verdict, words: words, remedy: remedy, helpful: [.allowlist])
    }
    return switch facts.executableMemory {
    case 2: check(.good, "a program in memory alone cannot be started (vm.memfd_noexec=2)")
    case let value?:
      check(
        .limited,
        "a copy of a program in memory alone can be started (vm.memfd_noexec=\(value))",
        "sysctl vm.memfd_noexec=2, unless a program here needs such memory")
    case nil:
      check(.limited, "the kernel cannot forbid programs in memory alone", "Linux 6.3 or newer")
    }
  }

  static func accessLists(_ facts: MachineFacts) -> Check {
    let without = facts.programFolders.filter { $0.takesAccessLists == false }.map(\.path)
    let unseen = facts.programFolders.filter { $0.takesAccessLists == nil }.map(\.path)
    func check(_ verdict: Verdict, _ words: String, _ remedy: String? = nil) -> Check {
      Check(
        subject: "access lists", verdict: verdict, words: words, remedy: remedy,
        helpful: [.applications])
    }
    if !without.isEmpty {
      return check(
        .missing,
        "the file system takes no access lists: \(without.joined(separator: ", ")); what is"
          + " blocked there is refused only while the monitor lives",
        "mount it with the option acl")
    }
    if !unseen.isEmpty {
      return check(.unknown, "cannot be looked at: \(unseen.joined(separator: ", "))")
    }
    if facts.programFolders.isEmpty { return check(.unknown, "no folder of programs was found") }
    return check(.good, "programs can be refused by access lists, without any daemon")
  }
}
