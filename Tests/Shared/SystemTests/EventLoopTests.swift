import CSystem
import Foundation
import System
import Testing
import TestSupport

@Suite struct `An event loop` {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: 0), Date()])
  func `is due at once when the deadline has passed`(deadline: Date) throws {
    var loop = try EventLoop.open(signals: [])
    #expect(try loop.wait(until: deadline) == .due)
    #expect(try loop.wait(until: deadline) == .due)
  }

  @Test(arguments: [0.001, 0.0123456, 0.03])
  func `never is due early`(seconds: Double) throws {
    var loop = try EventLoop.open(signals: [])
    let deadline = Clock.now().addingTimeInterval(seconds)
    #expect(try loop.wait(until: deadline) == .due)
    #expect(Clock.now() >= deadline)
  }

  @Test func `sees a file replaced, by its name and not by its draft's`() throws {
    var loop = try EventLoop.open(signals: [])
    let all = try loop.watch(directory: directory.path)
    for name in ["a.json", "b.json"] {
      try directory.write("new", to: ".\(name).draft")
      try check("rename") {
        rename(directory.path(".\(name).draft"), directory.path(name))
      }
    }
    #expect(
      try loop.wait(until: nil)
        == .files([
          FileChange(watch: all, name: "a.json"), FileChange(watch: all, name: "b.json"),
        ]))
    #expect(try loop.wait(until: .distantPast) == .due)
  }

  @Test func `sees a link replaced, itself and not where it leads, and none of its neighbours`()
    throws
  {
    let link = directory.path("localtime")
    try check("symlink") { symlink("/usr/share/zoneinfo/UTC", link) }
    var loop = try EventLoop.open(signals: [])
    let zone = try loop.watch(entry: link)
    try directory.write("x", to: "neighbour")
    #expect(try loop.wait(until: .distantPast) == .due)
    try check("symlink") { symlink("/usr/share/zoneinfo/Asia/Tokyo", link + ".new") }
    try check("rename") { rename(link + ".new", link) }
    #expect(try loop.wait(until: nil) == .files([FileChange(watch: zone, name: "")]))
    #expect(try loop.wait(until: .distantPast) == .due)
  }

  @Test func `says when a watched directory is gone`() throws {
    try check("mkdir") { mkdir(directory.path("inner"), 0o755) }
    var loop = try EventLoop.open(signals: [])
    let inner = try loop.watch(directory: directory.path("inner"))
    try check("rmdir") { rmdir(directory.path("inner")) }
    #expect(try loop.wait(until: nil) == .files([FileChange(watch: inner, name: "")]))
  }

  @Test func `is silent about what is no longer watched`() throws {
    var loop = try EventLoop.open(signals: [])
    let all = try loop.watch(directory: directory.path)
    let again = try loop.watch(directory: directory.path)
    loop.unwatch(all)
    try directory.write("x", to: "a")
    #expect(try loop.wait(until: nil) == .files([FileChange(watch: again, name: "a")]))
    loop.unwatch(again)
    try directory.write("x", to: "a")
    #expect(try loop.wait(until: .distantPast) == .due)
  }

  @Test func `says that it lost count when too much has happened to files`() throws {
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    try directory.write("x", to: "a")
    var loop = try EventLoop.open(signals: [])
    _ = try loop.watch(directory: directory.path)
    for turn in 0...(count / 2) {
      let names = turn.isMultiple(of: 2) ? ("a", "b") : ("b", "a")
      try check("rename") { rename(directory.path(names.0), directory.path(names.1)) }
    }
    var wakes: [Wake] = []
    repeat {
      wakes.append(try loop.wait(until: .distantPast))
    } while wakes.count < 10_000
      && !wakes.contains(.overflow)
    #expect(wakes.last == .overflow)
  }

  @Test func `tells every cause that is pending, and loses none`() throws {
    // On a thread of its own, since a signal to one thread is seen by that thread's loop only.
    let thread = Running {
      var loop = try EventLoop.open(signals: [SIGUSR1, SIGUSR2])
      let watch = try loop.watch(directory: directory.path)
      let channel = try Channel()
      let pipe = try loop.add(channel.reader.raw)

      try channel.writer.write([1])
      try directory.write("x", to: "file")
      pthread_kill(pthread_self(), SIGUSR1)
      pthread_kill(pthread_self(), SIGUSR2)
      var wakes: Set<Wake> = []
      for _ in 0..<12 { wakes.insert(try loop.wait(until: .distantPast)) }
      #expect(
        wakes == [
          .due, .signal(SIGUSR1), .signal(SIGUSR2), .descriptor(pipe),
          .files([FileChange(watch: watch, name: "file")]),
        ])

      try loop.remove(pipe)
      for _ in 0..<4 { #expect(try loop.wait(until: .distantPast) == .due) }
    }
    try thread.finish()
  }

  @Test func `sees a child end`() throws {
    var loop = try EventLoop.open(signals: [])
    let child = try ChildProcess.start(["true"])
    let ending = try loop.add(child.ending.raw)
    #expect(try loop.wait(until: nil) == .descriptor(ending))
  }
}

/// Shifts the clock by one nanosecond, which every timer that watches for clock changes notices.
private func shiftClock(by nanoseconds: Int) -> Bool {
  var request = timex()
  request.modes = UInt32(ADJ_SETOFFSET) | UInt32(ADJ_NANO)
  request.time.tv_sec = nanoseconds < 0 ? -1 : 0
  request.time.tv_usec = nanoseconds < 0 ? 1_000_000_000 + nanoseconds : nanoseconds
  return adjtimex(&request) != -1
}

private let maySetClock: Bool = {
  var request = timex()
  request.modes = UInt32(ADJ_SETOFFSET) | UInt32(ADJ_NANO)
  // An offset of nothing needs the same permission and disturbs nobody.
  return adjtimex(&request) != -1
}()

@Suite(.serialized, .enabled(if: maySetClock, "setting the clock needs CAP_SYS_TIME"))
struct `An event loop whose clock is set` {
  @Test(arguments: [nil, Date.distantFuture, Date(timeIntervalSinceNow: 1000)])
  func `tells while it waits`(deadline: Date?) throws {
    var loop = try EventLoop.open(signals: [])
    #expect(try loop.wait(until: .distantPast) == .due)
    // Arms the timer for `deadline` and then waits on the descriptor, which is ready before the timer can be.
    let channel = try Channel()
    let pipe = try loop.add(channel.reader.raw)
    try channel.writer.write([1])
    #expect(try loop.wait(until: deadline) == .descriptor(pipe))
    try loop.remove(pipe)
    #expect(shiftClock(by: 1))
    #expect(try loop.wait(until: deadline) == .clockChanged)
    #expect(shiftClock(by: -1))
    #expect(try loop.wait(until: deadline) == .clockChanged)
    #expect(try loop.wait(until: .distantPast) == .due)
  }

  @Test func `tells also when the deadline changes just then`() throws {
    var loop = try EventLoop.open(signals: [])
    #expect(try loop.wait(until: .distantPast) == .due)
    let channel = try Channel()
    let pipe = try loop.add(channel.reader.raw)
    try channel.writer.write([1])
    #expect(try loop.wait(until: nil) == .descriptor(pipe))
    #expect(shiftClock(by: 1))
    #expect(shiftClock(by: -1))
    #expect(try loop.wait(until: .distantFuture.addingTimeInterval(-1e12)) == .clockChanged)
  }
}
