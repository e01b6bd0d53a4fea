import Foundation
import Synchronization
import System
import Testing
import TestSupport

@testable import Enforcement

/// A real second user, a directory of root's that everybody may pass through, and cgroups of our own; all of it
/// gone when the value is.
final class Household {
  private let account: TestAccount
  let directory: String
  let slice: String
  let root: ControlGroup
  private var children: [StartedProgram] = []

  var user: UserRecord { account.user }

  /// Why the suite cannot run here; `nil` when it can.
  static let obstacle: Comment? = {
    if geteuid() != 0 {
      return "needs root: it makes a user, ACL entries of root's files and cgroups"
    }
    if (try? ControlGroup.root()) ?? nil == nil { return "needs a cgroup v2 hierarchy" }
    return nil
  }()

  init() throws {
    let name = "pavise-t\(UInt32.random(in: 0..<1_000_000))"
    account = try TestAccount(name)
    directory = "/var/tmp/\(name)"
    slice = "\(name).slice"
    root = try #require(try ControlGroup.root())
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    children = []
    var freezer = FreezeBackend(root: root, slice: slice)
    _ = freezer.clear(EnforcementDemand(managedUser: nil))
    account.remove()
    _ = freezer.clear(EnforcementDemand(managedUser: nil))
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// A copy of a program, owned by root and open to everybody.
  func program(_ name: String, copyOf original: String = "/bin/sleep") throws -> ExecutableFile {
    let path = directory + "/" + name
    try FileManager.default.copyItem(atPath: original, toPath: path)
    #expect(chmod(path, 0o755) == 0)
    return try #require(MachineLookup().executable(at: path))
  }

  /// Runs to its end as the user, without any of root's capabilities.
  func run(_ arguments: String...) throws -> ChildProcess.Status? {
    try ChildProcess.run(account.prefix + arguments, timeout: 10)
      .status
  }

  /// Goes on until it ends, or until the household does.
  @discardableResult
  func start(_ arguments: String..., asRoot: Bool = false) throws -> StartedProgram {
    let prefix = asRoot ? TestAccount.exec : account.prefix
    let running = StartedProgram(try ChildProcess.start(prefix + arguments))
    children.append(running)
    return running
  }

  /// The user's only process that runs `file`, once it is there.
  func process(running file: ExecutableFile) throws -> Int32 {
    for _ in 0..<500 {
      let found = try ProcessTable.processes(of: user.uid).first { $0.executable == file.identity }
      if let found { return found.pid }
      usleep(10_000)
    }
    throw SystemError(call: "waiting for " + file.path, code: ETIMEDOUT)
  }

  func demand(refusing refused: [InstalledApplication], allowing: [InstalledApplication] = [])
    -> EnforcementDemand
  {
    EnforcementDemand(
      managedUser: user,
      applications: refused.map { .init($0, refusedBecause: ["test"]) } + allowing.map { .init($0) }
    )
  }
}

/// A program that was started and can be passed around.
final class StartedProgram {
  let pid: Int32
  private var process: ChildProcess

  init(_ process: consuming ChildProcess) {
    pid = process.pid
    self.process = process
  }

  func wait() throws -> ChildProcess.Status? { try process.wait(timeout: 5) }
}

/// A record kept in memory, which can be made to fail as a full disk or a killed process does.
final class MemoryRecord: Sendable {
  private struct State {
    var data: Data?
    var writesLeft = Int.max
  }
  private let state = Mutex(State())

  var data: Data? {
    get { state.withLock(\.data) }
    set { state.withLock { $0.data = newValue } }
  }

  func fail(afterWrites count: Int) { state.withLock { $0.writesLeft = count } }

  var store: AccessRecordStore {
    AccessRecordStore { [self] in
      data
    } replace: { [self] contents in
      try state.withLock { state in
        guard state.writesLeft > 0 else { throw SystemError(call: "write", code: ENOSPC) }
        state.writesLeft -= 1
        state.data = contents
      }
    }
  }
}
