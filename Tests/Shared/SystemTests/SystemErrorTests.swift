import Foundation
import System
import Testing

@Suite struct `A system call` {
  @Test func `fails in words`() {
    let error = SystemError(call: "open", path: "/no/such", code: ENOENT)
    #expect("\(error)" == "open /no/such: No such file or directory")
    #expect("\(SystemError(call: "flock", code: EAGAIN))".hasPrefix("flock: Resource temp"))
  }

  @Test func `is repeated when a signal interrupted it`() throws {
    var calls = 0
    let result = try check("read") { () -> Int in
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 42
    }
    #expect(result == 42)
    #expect(calls == 3)
  }

  @Test func `says which file it was about`() {
    #expect(throws: SystemError(call: "open", path: "/no/such", code: ENOENT)) {
      _ = try Descriptor.open("/no/such", O_RDONLY).raw
    }
  }
}

@Suite struct `A descriptor` {
  @Test func `is closed when its value goes`() throws {
    var ends: [Int32] = [0, 0]
    try check("pipe") { pipe(&ends) }
    let reader = Descriptor(owning: ends[0])
    do {
      let writer = Descriptor(owning: ends[1])
      try writer.write("all".utf8)
    }
    #expect(try reader.readAll() == Array("all".utf8))
  }

  @Test func `does not survive an exec`() throws {
    let file = try Descriptor.open("/dev/null", O_RDONLY)
    #expect(fcntl(file.raw, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `refuses to read without end`() throws {
    let endless = try Descriptor.open("/dev/zero", O_RDONLY)
    #expect(throws: SystemError(call: "read", code: EFBIG)) { try endless.readAll(limit: 100_000) }
  }

  @Test func `is not there for a file that is absent`() throws {
    let file = try Descriptor.openIfPresent("/no/such", O_RDONLY)
    let isAbsent = file == nil
    #expect(isAbsent)
  }
}
