import Enforcement
import FoundationEssentials
import Glibc
package import SharedDirectory
import System

extension MachineWorld {
  package func facts(_ configuration: Configuration?) -> MachineFacts {
    let user = configuration?.managedUser.flatMap { try? UserDatabase.user(named: $0) }
    let mounts = try? MountTable.read()
    return MachineFacts(
      isRoot: caller.isRoot,
      gate: caller.isRoot ? Self.gate() : .notTried,
      freezer: Self.freezer(mounts ?? []),
      hasProcessDescriptors: KernelProbe.hasProcessDescriptors,
      executableMemory: Self.text(of: "/proc/sys/vm/memfd_noexec").flatMap { Int($0) },
      programFolders: Self.programFolders(user),
      managedUser: Self.managedUser(configuration, user),
      homeForbidsExecution: user.flatMap { user in
        mounts.flatMap { Self.mount(holding: user.home, $0)?.forbidsExecution }
      },
      hasLogind: Presence(of: "/run/systemd/seats") == .present,
      sessionTypes: user.flatMap { Self.sessionTypes(of: $0) },
      logins: LoginStack().status(besides: root),
      hasNotifier: Presence(of: "/usr/bin/notify-send") == .present,
      sessionBus: user.map { Presence(of: "/run/user/\($0.uid)/bus") } ?? .hidden,
      hasDisplayManager: Self.output([
        "busctl", "--system", "--auto-start=no", "--timeout=2", "status",
        "org.freedesktop.DisplayManager",
      ]) != nil,
      browsers: Self.browsers.filter { Presence(of: "/usr/bin/\($0)") == .present },
      unit: Self.unit(),
      monitor: try? daemon(MonitorRole.name), sync: try? daemon(SyncRole.name),
      directory: directoryState(),
      isClockSynchronised: KernelProbe.isClockSynchronised,
      year: 1970 + Int(now.timeIntervalSince1970 / 31_556_952),
      hasZoneDatabase: Presence(of: "\(MachineTimeZone.database)/Europe/London") == .present,
      zone: Self.zone(configuration?.zone))
  }

  // MARK: The kernel

  /// The group is closed again before anything is marked.
  private static func gate() -> MachineFacts.Attempt {
    do {
      _ = try Fanotify()
      return .succeeded
    } catch {
      return .refused("\(error)")
    }
  }

  private static func freezer(_ mounts: [Mount]) -> MachineFacts.Freezer? {
    guard let root = try? ControlGroup.root() else { return .absent }
    if mounts.contains(where: { $0.path == root.path && !$0.isWritable }) { return .readOnly }
    // The root of a hierarchy cannot be frozen itself.
    guard let group = (try? root.children())?.first else { return nil }
    return Presence(of: "\(group.path)/cgroup.freeze") == .present ? .ready : .withoutFreezing
  }

  /// The folders in which distributions and package systems put programs.
  private static func programFolders(_ user: UserRecord?) -> [MachineFacts.FileSystem] {
    let folders = [
      "/usr/bin", "/usr/games", "/usr/local/bin", "/opt", "/var/lib/flatpak", "/snap", user?.home,
    ]
    return folders.compactMap(\.self).filter { Presence(of: $0) != .absent }.map { path in
      do {
        _ = try AccessControlList.read(from: FileReference(path))
        return .init(path: path, takesAccessLists: true)
      } catch let error as SystemError where error.code == EOPNOTSUPP {
        return .init(path: path, takesAccessLists: false)
      } catch {
        return .init(path: path, takesAccessLists: nil)
      }
    }
  }

  // MARK: The person

  private static func managedUser(
    _ configuration: Configuration?, _ user: UserRecord?
  ) -> MachineFacts.ManagedUser {
    guard let configuration else { return .unknown }
    guard let name = configuration.managedUser else { return .none }
    guard let user else { return .missing(name) }
    if user.uid == 0 { return .root(name) }
    let group = configuration.effectiveGuardianGroup
    let members = (try? UserDatabase.members(ofGroup: group)) ?? []
    let isGuardian = members.contains(name) || (try? UserDatabase.group(named: group)) == user.gid
    return isGuardian ? .guardian(name) : .found(name)
  }

  private static func mount(holding path: String, _ mounts: [Mount]) -> Mount? {
    mounts.filter { $0.path == "/" || path == $0.path || path.hasPrefix($0.path + "/") }
      .max { $0.path.utf8.count <= $1.path.utf8.count }
  }

  /// Nil where nobody can be asked.
  private static func sessionTypes(of user: UserRecord) -> [String]? {
    let users = output(["loginctl", "list-users", "--no-legend"])
    guard let users else { return nil }
    let isThere = users.split(separator: "\n").contains {
      $0.split(separator: " ").first == "\(user.uid)"
    }
    guard isThere else { return [] }
    let sessions = output(["loginctl", "show-user", "\(user.uid)", "-p", "Sessions", "--value"])
    return sessions?.split(whereSeparator: \.isWhitespace).compactMap {
      output(["loginctl", "show-session", String($0), "-p", "Type", "--value"])?
        .trimmingPrefix { $0.isWhitespace }.prefix { !$0.isWhitespace }
    }.map(String.init)
  }

  private static let browsers = [
    "firefox", "firefox-esr", "chromium", "chromium-browser", "google-chrome-stable",
    "microsoft-edge-stable", "brave-browser", "opera", "vivaldi-stable", "epiphany", "falkon",
    "konqueror", "librewolf",
  ]

  // MARK: The installation

  private static func unit() -> MachineFacts.Unit? {
    guard Presence(of: "/run/systemd/system") == .present,
      let text = output([
        "systemctl", "show", "pavise-monitor.service", "-p",
        "LoadState,ActiveState,FileDescriptorStoreMax",
      ])
    else { return nil }
    let lines = Set(text.split(separator: "\n"))
    let kept = lines.first { $0.hasPrefix("FileDescriptorStoreMax=") }?.split(separator: "=").last
    return MachineFacts.Unit(
      isInstalled: lines.contains("LoadState=loaded"),
      isRunning: lines.contains("ActiveState=active"),
      storedDescriptors: kept.flatMap { Int($0) } ?? 0)
  }

  private func directoryState() -> MachineFacts.Directory {
    switch Presence(of: root) {
    case .absent: return .absent
    case .hidden: return .hidden
    case .present: break
    }
    guard Presence(of: "\(root)/.") == .present else { return .hidden }
    let folders = [""] + (DirectoryLayout.watched + DirectoryLayout.others).map { "/\($0)" }
    return .present(faults: folders.compactMap { fault(of: root + $0) })
  }

  /// What is not as `launch/install` sets it for the standard directory; another may be anyone's, and everyone's is none.
  private func fault(of path: String) -> String? {
    guard let found = try? FileReference(path) else {
      return Presence(of: path) == .absent ? "\(path) is missing" : nil
    }
    if found.mode & 0o002 != 0 { return "\(path) can be written by everyone" }
    guard root == Invocation.defaultDirectory else { return nil }
    if (try? UserDatabase.user(named: "pavise-sync"))?.uid != found.owner {
      return "\(path) does not belong to pavise-sync"
    }
    if (try? UserDatabase.group(named: "pavise-guardians")) != found.group {
      return "\(path) does not belong to the group pavise-guardians"
    }
    let mode = String(found.mode & 0o7777, radix: 8)
    return mode == "2770" ? nil : "\(path) has the mode \(mode) instead of 2770"
  }

  private static func zone(_ configured: String?) -> MachineFacts.Zone {
    do {
      _ = try MachineZones.zones(configured: configured)
      if let configured { return .known(configured) }
      return switch try MachineTimeZone.current() {
      case .utc: .known("UTC")
      case .file(let identifier, _): .known(identifier)
      case .rule(let rule): .known(rule)
      }
    } catch {
      return .unknown("\(error)")
    }
  }

  // MARK: Reading

  private static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll() else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace })
  }

  /// What a program of the distribution says; nil if it is not there or fails.
  private static func output(_ words: [String]) -> String? {
    let outcome = try? ChildProcess.run(
      ["/usr/bin/\(words[0])"] + words.dropFirst(), environment: ["PATH": "/usr/bin:/bin"],
      timeout: 3)
    guard let outcome, outcome.succeeded else { return nil }
    return outcome.outputText
  }
}
