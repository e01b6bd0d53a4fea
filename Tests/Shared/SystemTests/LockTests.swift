import CSystem
import Foundation
import Synchronization
import System
import Testing
import TestSupport

@Suite struct `A file lock` {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `excludes threads of this process`() {
    let lock = FileLock(directory.path("lock"))
    let inside = Atomic(0)
    let collisions = Atomic(0)
    let group = DispatchGroup()
    for _ in 0..<4 {
      group.enter()
      Thread {
        for _ in 0..<200 {
          try? lock.withLock {
            if inside.add(1, ordering: .relaxed).newValue != 1 {
              collisions.add(1, ordering: .relaxed)
            }
            sched_yield()
            inside.subtract(1, ordering: .relaxed)
          }
        }
        group.leave()
      }.start()
    }
    group.wait()
    #expect(collisions.load(ordering: .relaxed) == 0)
  }

  @Test func `excludes other processes, and only while it is held`() throws {
    let path = directory.path("lock")
    let attempt = ["flock", "--nonblock", "--conflict-exit-code", "7", path, "true"]
    let status = try FileLock(path).withLock { try ChildProcess.run(attempt).status }
    #expect(status == .exited(7))
    #expect(try ChildProcess.run(attempt).status == .exited(0))
  }

  @Test func `is free at once when its holder is killed`() throws {
    let path = directory.path("lock")
    let channel = try Channel()
    var child = try ChildProcess.start(
      ["flock", path, "sh", "-c", "echo held; exec sleep 1000"],
      streams: .init(input: 0, output: channel.writer.raw, errors: 2))
    try channel.receive()
    let attempt = ["flock", "--nonblock", "--conflict-exit-code", "7", path, "true"]
    #expect(try ChildProcess.run(attempt).status == .exited(7))

    child.kill()
    #expect(try child.wait(timeout: 10) == .killed(signal: SIGKILL))
    // The shell that flock started holds the lock as well, and dies in the same instant but unseen.
    #expect(try ChildProcess.run(["flock", "--timeout", "10", path, "true"]).succeeded)
    try FileLock(path).withLock {}
  }

  @Test func `does not wake those who watch its directory for written files`() throws {
    let path = directory.path("lock")
    try FileLock(path).withLock {}
    var loop = try EventLoop.open(signals: [])
    _ = try loop.watch(directory: directory.path)
    try FileLock(path).withLock {}
    #expect(try loop.wait(until: .distantPast) == .due)
  }
}

@Suite struct `A liveness lock` {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `refuses a second holder and names the first`() throws {
    let path = directory.path("sync.alive")
    try start("pavise-sync", path) {
      #expect(throws: AlreadyRunning(name: "pavise-sync", pid: getpid())) {
        try start("pavise-sync", path)
      }
      let holder = try LivenessLock.holder(of: path)
      #expect(holder?.pid == getpid())
    }
    #expect(
      "\(AlreadyRunning(name: "pavise-sync", pid: 12))"
        == "pavise-sync is already running as process 12")
  }

  @Test func `has no holder when there is no file, or when its holder has gone`() throws {
    let path = directory.path("sync.alive")
    #expect(try LivenessLock.holder(of: path) == nil)
    try start("sync", path) {
      let holder = try LivenessLock.holder(of: path)
      #expect(holder != nil)
    }
    #expect(try LivenessLock.holder(of: path) == nil)
    try start("sync", path)
  }

  @Test func `can be asked about while it is being taken, without being in the way`() throws {
    let path = directory.path("sync.alive")
    try directory.write("", to: "sync.alive")
    let done = Atomic(false)
    let group = DispatchGroup()
    group.enter()
    Thread {
      while !done.load(ordering: .relaxed) { _ = try? LivenessLock.holder(of: path) }
      group.leave()
    }.start()
    for _ in 0..<2000 { try start("sync", path) }
    done.store(true, ordering: .relaxed)
    group.wait()
  }

  @Test func `is free at once when its holder is killed`() throws {
    let path = directory.path("sync.alive")
    try directory.write("12\n", to: "sync.alive")
    var holder = try holder(of: path)
    #expect(throws: AlreadyRunning(name: "sync", pid: 12)) {
      try start("sync", path)
    }
    holder.kill()
    #expect(try holder.wait(timeout: 10) == .killed(signal: SIGKILL))
    #expect(try LivenessLock.holder(of: path) == nil)
    try start("sync", path)
  }

  /// Holds the lock for as long as `body` takes.
  private func start(
    _ name: String, _ path: String, while body: () throws -> Void = {}
  ) throws {
    let lock = try LivenessLock.acquire(path, name: name)
    try withExtendedLifetime(lock) { _ in try body() }
  }

  /// A process that has the lock, because it inherits the open file that has it.
  private func holder(of path: String) throws -> ChildProcess {
    let file = try Descriptor.open(path, O_RDWR)
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    let raw = file.raw
    try check("fcntl") { fcntl(raw, F_OFD_SETLK, &request) }
    return try ChildProcess.start(
      ["sleep", "1000"], streams: .init(input: raw, output: 1, errors: 2))
  }
}
