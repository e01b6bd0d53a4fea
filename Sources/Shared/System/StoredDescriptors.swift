import CSystem
import FoundationEssentials
import Glibc

/// The descriptors that the service manager kept for this program or opened for it (`sd_listen_fds(3)`).
///
/// Those that nobody takes are closed when the value goes. Ask once, before anything else is opened.
package struct StoredDescriptors: ~Copyable {
  private var held: [(name: String, raw: Int32)] = []

  /// - Parameter first: The number of the first one, 3 by the protocol.
  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment, first: Int32 = 3
  ) {
    guard environment["LISTEN_PID"] == "\(getpid())",
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), (1...1024).contains(count)
    else { return }
    let names = environment["LISTEN_FDNAMES"]?.split(
      separator: ":", omittingEmptySubsequences: false)
    for raw in first..<(first + count) where fcntl(raw, F_SETFD, FD_CLOEXEC) == 0 {
      let index = Int(raw - first)
      let name = names.flatMap { index < $0.count ? String($0[index]) : nil }
      held.append((name ?? "unknown", raw))
    }
  }

  deinit {
    for (_, raw) in held { close(raw) }
  }

  package var names: [String] {
    held.map(\.name)
  }

  /// Hands over the first one of that name that is left.
  package mutating func take(_ name: String) -> Descriptor? {
    guard let index = held.firstIndex(where: { $0.name == name }) else { return nil }
    return Descriptor(owning: held.remove(at: index).raw)
  }
}
