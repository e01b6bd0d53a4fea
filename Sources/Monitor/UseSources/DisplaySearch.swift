import CSystem
import Glibc
import System

/// Finds the X11 display of a person, or the sway.
struct DisplaySearch {
  let user: UserRecord

  /// A display, and where its secret lies.
  struct Candidate: Hashable {
    var number: Int
    var authority: String?
  }

  /// None in a Wayland session, whose X11 display knows of some windows only. What the login session says, then what the person's processes were started with, the most frequent first.
  func candidates(session: Int?, processes: some Sequence<Int32>) -> [Candidate] {
    var counts: [Candidate: Int] = [:]
    for pid in processes {
      let variables = ProcessTable.environment(of: pid)
      guard variables["WAYLAND_DISPLAY"] == nil else { return [] }
      guard let number = X11Display.number(in: variables["DISPLAY"] ?? "") else { continue }
      counts[Candidate(number: number, authority: variables["XAUTHORITY"]), default: 0] += 1
    }
    let found = counts.sorted { ($1.value, $0.key.number) < ($0.value, $1.key.number) }.map(\.key)
    guard let session else { return found }
    let ofSession = found.filter { $0.number == session }
    let others = found.filter { $0.number != session }
    return (ofSession.isEmpty ? [Candidate(number: session)] : ofSession) + others
  }

  /// Connects to the first of `candidates` that lets us.
  func connect(to candidates: [Candidate]) -> X11Focus? {
    for candidate in candidates {
      let path = candidate.authority ?? user.home + "/.Xauthority"
      let entry = secrets(at: path).flatMap { XAuthority.entry(for: candidate.number, in: $0) }
      if let focus = try? X11Focus(display: candidate.number, authorization: entry) {
        return focus
      }
    }
    return nil
  }

  /// Connects to the first sway of the person's own that lets us.
  func connectToSway() -> SwayFocus? {
    let folder = "/run/user/\(user.uid)"
    let names = StreamSocket.names(in: folder)
    // What an earlier session left behind answers nobody.
    let sockets = names.filter { $0.hasPrefix("sway-ipc.\(user.uid).") && $0.hasSuffix(".sock") }
    return sockets.sorted().prefix(16).lazy
      .compactMap { try? SwayFocus(path: "\(folder)/\($0)", of: user) }.first
  }

  /// Only of a file of the person's own: he chooses the path, and the bytes go to a server that may be his.
  private func secrets(at path: String) -> [UInt8]? {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW) else {
      return nil
    }
    var status = stat()
    guard fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == user.uid
    else { return nil }
    return try? file.readAll(limit: 1 << 20)
  }
}
