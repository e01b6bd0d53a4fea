import CSystem
import Glibc
import Synchronization
package import System

/// The upper layer: holds every open and execution of a marked file until it is answered, and denies the managed user's.
///
/// It answers on a thread of its own, the one exception to the daemon's single thread: everybody else's open of a marked
/// file waits for the answer, and so would the daemon's own. The thread decides from memory, by the file's identity and
/// the user ids of the process, and neither resolves a name nor logs. While nobody asks, it sleeps.
///
/// The group's descriptor may be given to the service manager to keep. Then a killed daemon fails closed: calls wait for
/// the next one, which answers them.
package final class ExecGate: Sendable {
  private let keeper: Keeper
  private let marked = Mutex<[FileIdentity: String]>([:])
  private let thread: DedicatedThread

  /// - Parameters:
  ///   - inherited: The descriptor of a group of an earlier life. What that life had read and not answered is allowed,
  ///     since nobody knows any more who asks: if it was the managed user, the freezer finds what he started.
  ///   - managedUser: Denied every file that is marked already, until ``converge(to:of:)`` says which to refuse.
  ///   - refusals: Told of each file that was denied.
  package init(
    inherited: consuming Descriptor? = nil, managedUser: UInt32? = nil, refusals: Refusals? = nil
  ) throws {
    let isInherited = inherited != nil
    let group =
      if let inherited = inherited.take() { try Fanotify(inherited: inherited) } else {
        try Fanotify()
      }
    let stop = Descriptor(owning: try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) })
    let keeper = Keeper(
      group: group, stop: stop, decision: Decision(user: managedUser), refusals: refusals)
    if isInherited { _ = keeper.group.allowUnanswered() }
    thread = try DedicatedThread { keeper.answerUntilStopped() }
    self.keeper = keeper
  }

  deinit {
    keeper.finish()
  }

  /// The group's descriptor, to be kept by the service manager.
  package var descriptor: Int32 { keeper.group.raw }

  /// How many calls were denied so far.
  package var denials: Int { keeper.decision.withLock(\.denials) }

  /// Marks `files` and no others, and denies them to `user`.
  ///
  /// What is to be refused is refused from the first mark on, and a mark that nobody needs is the last to go.
  ///
  /// - Returns: What went wrong, by path.
  package func converge(to files: [ExecutableFile], of user: UInt32) -> [String: String] {
    let wanted = Dictionary(files.map { ($0.identity, $0.path) }) { first, _ in first }
    var failures: [String: String] = [:]
    keeper.decision.withLock {
      $0.user = user
      $0.refused = ($0.refused ?? []).union(wanted.keys)
    }
    for file in files {
      do {
        let reference = try FileReference(file.path)
        guard reference.identity == file.identity else {
          failures[file.path] = "it is another file by now"
          continue
        }
        try keeper.group.mark(reference)
      } catch {
        failures[file.path] = "\(error)"
      }
    }
    keeper.decision.withLock { $0.refused = Set(wanted.keys) }
    forget(all: wanted, files, &failures)
    return failures
  }

  /// Denies nothing and holds nothing any more.
  func clear() throws {
    keeper.decision.withLock { $0.refused = [] }
    marked.withLock { $0 = [:] }
    try keeper.group.unmarkAll()
  }

  /// Whether the kernel holds opens of `file`, read back.
  func holds(_ file: ExecutableFile) throws -> Bool {
    try keeper.group.markedInodes().contains(file.identity.inode)
  }

  /// Takes away the marks of files that are not wanted. One of an earlier life, whose path is not known, needs all marks
  /// to be set anew; the first layer covers the moment in between.
  private func forget(
    all wanted: [FileIdentity: String], _ files: [ExecutableFile],
    _ failures: inout [String: String]
  ) {
    let stale = marked.withLock { $0.filter { wanted[$0.key] == nil } }
    for (identity, path) in stale {
      guard let reference = try? FileReference(path), reference.identity == identity else {
        continue
      }
      do { try keeper.group.unmark(reference) } catch { failures[path] = "\(error)" }
    }
    marked.withLock { $0 = wanted }
    do {
      let inodes = Set(wanted.keys.map(\.inode))
      guard try !keeper.group.markedInodes().isSubset(of: inodes) else { return }
      try keeper.group.unmarkAll()
      for file in files where failures[file.path] == nil {
        try keeper.group.mark(try FileReference(file.path))
      }
    } catch {
      failures[""] = "\(error)"
    }
  }
}

/// What the answering thread needs: it outlives no gate.
private final class Keeper: Sendable {
  let group: Fanotify
  let decision: Mutex<Decision>
  private let stop: Descriptor
  private let refusals: Refusals?

  init(
    group: consuming Fanotify, stop: consuming Descriptor, decision: Decision, refusals: Refusals?
  ) {
    self.refusals = refusals
    self.group = group
    self.stop = stop
    self.decision = Mutex(decision)
  }

  func answerUntilStopped() {
    while true {
      var requests = [group.raw, stop.raw].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&requests, 2, -1)
      if ready == -1, errno == EINTR { continue }
      guard ready > 0, requests[1].revents == 0 else { return }
      // A failed read takes nothing out of the queue; the callers wait on, and the next round tries again.
      _ = try? group.answer(verdict)
    }
  }

  func finish() {
    var one: UInt64 = 1
    _ = write(stop.raw, &one, 8)
  }

  private func verdict(on request: Fanotify.Request) -> Fanotify.Verdict {
    let isDenied = decision.withLock { decision in
      guard let user = decision.user, decision.refused?.contains(request.file) ?? true,
        let users = ProcessTable.users(of: request.pid), users.includes(user)
      else { return false }
      decision.denials += 1
      return true
    }
    if isDenied { refusals?.add(.start(request.file)) }
    return isDenied ? .deny : .allow
  }
}

private struct Decision {
  var user: UInt32?
  /// `nil` until the first convergence: every marked file.
  var refused: Set<FileIdentity>?
  var denials = 0
}
