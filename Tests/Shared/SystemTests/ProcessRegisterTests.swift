import Glibc
import System
import TestSupport
import Testing

@Suite struct `A register of processes` {
  /// Registers itself as ``ProcessRegister`` does, says so, and waits for its input to end.
  static let member = """
    import fcntl, os, sys
    f = open(sys.argv[1], "a+")
    fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, os.getpid())
    print("in", flush=True)
    import time
    time.sleep(60)
    """

  @Test(.enabled(if: (try? ChildProcess.run(["python3", "-V"])) != nil, "takes python3"))
  func `names those that live, and nobody else`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("register")
    let register = ProcessRegister(at: path)
    #expect(try register.members().isEmpty)
    let own = try register.join()
    #expect(try register.members().isEmpty, "this process is left out")
    var first = try ChildProcess.start(["python3", "-c", Self.member, path])
    let second = try ChildProcess.start(["python3", "-c", Self.member, path])
    for _ in 0..<1000 where try register.members().count < 2 { usleep(5000) }
    #expect(try register.members() == [first.pid, second.pid].sorted())
    first.kill()
    _ = try first.wait(timeout: 5)
    #expect(try register.members() == [second.pid])
    #expect(own.raw >= 0)
  }
}
