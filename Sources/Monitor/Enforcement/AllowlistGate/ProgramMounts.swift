package import System

/// On which file systems allowlist mode is to hold executions. Pure.
///
/// All on which the user could put a program: those that can be written to and executed from, by whichever mount. A mount
/// that he makes in a namespace of his own is in no table that we see.
package struct ProgramMounts: Equatable, Sendable {
  /// One mount point of each file system, in the order of the table.
  package private(set) var watched: [String] = []
  /// Mount points that are left open, and why.
  package private(set) var withheld: [String: String] = [:]

  /// File systems of the kernel's own, on which nobody can put a file.
  private static let kernelTypes: Set<String> = [
    "autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts",
    "devtmpfs", "efivarfs", "fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore",
    "rpc_pipefs", "securityfs", "selinuxfs", "sysfs", "tracefs",
  ]

  /// - Parameters:
  ///   - confinement: The mount points that are considered; nil for all.
  ///   - own: The file systems that the monitor's own start needs, by their numbers.
  ///   - isManaged: A service manager looks after the monitor. Without one nobody would end a gate that no longer
  ///     answers, and a gate over `own` would keep whoever could from starting.
  package init(
    _ mounts: [Mount], confinedTo confinement: [String]?, own: Set<String>, isManaged: Bool
  ) {
    var seen: Set<String> = []
    for mount in mounts where !Self.kernelTypes.contains(mount.type) {
      let views = mounts.filter { $0.device == mount.device }
      guard views.contains(where: \.isWritable), !views.allSatisfy(\.forbidsExecution),
        // What was mounted over is out of reach.
        mounts.last(where: { $0.path == mount.path }) == mount,
        confinement?.contains(mount.path) ?? true, seen.insert(mount.device).inserted
      else { continue }
      if own.contains(mount.device), !isManaged {
        withheld[mount.path] = "no service manager looks after the monitor, which starts from there"
      } else {
        watched.append(mount.path)
      }
    }
  }
}
