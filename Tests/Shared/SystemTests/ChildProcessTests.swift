import Foundation
import System
import Testing
import TestSupport

@Suite struct `A child process` {
  @Test func `tells what it wrote and how it ended`() throws {
    let outcome = try ChildProcess.run(
      ["sh", "-c", "cat; echo problem >&2; exit 3"], input: [104, 105])
    #expect(outcome.outputText == "hi")
    #expect(outcome.errorsText == "problem\n")
    #expect(outcome.status == .exited(3))
    #expect(try ChildProcess.run(["sh", "-c", "kill -TERM $$"]).status == .killed(signal: SIGTERM))
    #expect(try ChildProcess.run(["true"]).succeeded)
  }

  @Test func `that cannot be started is an error`() {
    #expect(throws: SystemError(call: "posix_spawn", path: "/no/such", code: ENOENT)) {
      try ChildProcess.run(["/no/such"])
    }
  }

  @Test func `starts with no signal blocked or ignored`() throws {
    let thread = Running {
      var mask = sigset_t()
      sigfillset(&mask)
      pthread_sigmask(SIG_BLOCK, &mask, nil)
      signal(SIGPIPE, SIG_IGN)
      let outcome = try ChildProcess.run(["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"])
      let sets = outcome.outputText.split(separator: "\n").compactMap { line in
        line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
      }
      // Above 31 are signals of the C library's own.
      #expect(sets.map { $0 & 0x7fff_ffff } == [0, 0])
    }
    try thread.finish()
  }

  @Test func `has only the environment it is given`() throws {
    #expect(
      try ChildProcess.run(["/usr/bin/env"], environment: ["A": "b c"]).outputText == "A=b c\n")
  }

  @Test func `is killed with its own children when its time is up`() throws {
    let start = Clock.monotonic()
    let outcome = try ChildProcess.run(["sh", "-c", "echo begun; sleep 1000; true"], timeout: 0.2)
    #expect(outcome.status == nil)
    #expect(outcome.outputText == "begun\n")
    #expect(Clock.monotonic() - start < 100)
  }

  @Test func `is not waited for longer because a child of its own keeps the output open`() throws {
    let start = Clock.monotonic()
    let outcome = try ChildProcess.run(["sh", "-c", "sleep 200 & echo $!"], timeout: 100)
    #expect(outcome.succeeded)
    #expect(Clock.monotonic() - start < 50)
    kill(try #require(Int32(outcome.outputText.dropLast())), SIGKILL)
  }

  @Test func `may write more than is kept`() throws {
    let outcome = try ChildProcess.run(["head", "-c", "3000000", "/dev/zero"], limit: 1000)
    #expect(outcome.succeeded)
    #expect(outcome.output.count == 1000)
  }

  @Test func `is killed when nobody holds it any more`() throws {
    let pid: Int32
    do {
      let child = try ChildProcess.start(["sleep", "1000"])
      pid = child.pid
      #expect(kill(pid, 0) == 0)
    }
    #expect(kill(pid, 0) == -1)
  }

  @Test func `that runs on is not waited for beyond the timeout`() throws {
    var child = try ChildProcess.start(["sleep", "1000"])
    #expect(try child.wait(timeout: 0.01) == nil)
    child.kill(SIGTERM)
    #expect(try child.wait() == .killed(signal: SIGTERM))
    #expect(try child.wait() == .killed(signal: SIGTERM))
  }
}
