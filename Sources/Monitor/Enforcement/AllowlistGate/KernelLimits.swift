import Glibc
import System

/// Settings of the kernel without which a program can come from where no gate can stand.
struct KernelLimits: Equatable {
  /// `vm.memfd_noexec`; nil where the kernel has no such setting.
  var memoryFiles: Int?
  /// How many user namespaces a user may make, none at all where that takes root.
  var userNamespaces: Int?

  init(memoryFiles: Int?, userNamespaces: Int?) {
    self.memoryFiles = memoryFiles
    self.userNamespaces = userNamespaces
  }

  /// As they are now.
  init() {
    let isClosed = Self.number("kernel/unprivileged_userns_clone") == 0
    self.init(
      memoryFiles: Self.number("vm/memfd_noexec"),
      userNamespaces: isClosed ? 0 : Self.number("user/max_user_namespaces"))
  }

  var shortcomings: [String] {
    var result: [String] = []
    if memoryFiles ?? 0 < 2 { result.append("a program can run out of memory (vm.memfd_noexec)") }
    if userNamespaces ?? 1 > 0 {
      result.append("the user can mount file systems of his own (user.max_user_namespaces)")
    }
    return result
  }

  private static func number(_ name: String) -> Int? {
    guard let file = try? Descriptor.open("/proc/sys/\(name)", O_RDONLY),
      let bytes = try? file.readAll()
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? "")
  }
}
