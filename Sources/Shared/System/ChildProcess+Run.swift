import CSystem
import Glibc

extension ChildProcess {
  /// What a program left behind when it was run to its end.
  package struct Outcome: Hashable, Sendable {
    /// Nil when it was killed because its time was up.
    package let status: Status?
    package let output: [UInt8]
    package let errors: [UInt8]

    package var succeeded: Bool { status == .exited(0) }
    package var outputText: String { String(decoding: output, as: UTF8.self) }
    package var errorsText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a program to its end and returns what it wrote.
  ///
  /// Returns as soon as the program itself has ended, even when something that it started still holds its
  /// output open. When `timeout` seconds are over, it and what it started are killed. Of each output the
  /// first `limit` bytes are kept and the rest is read and dropped.
  package static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String]? = nil,
    timeout: Double = 10, limit: Int = 1 << 20
  ) throws(SystemError) -> Outcome {
    // A file in memory, so that a program that does not read its input can neither block us nor raise SIGPIPE.
    let inputFile = Descriptor(
      owning: try check("memfd_create") { memfd_create("input", UInt32(MFD_CLOEXEC)) })
    try inputFile.write(input)
    try check("lseek") { lseek(inputFile.raw, 0, SEEK_SET) }
    var output = try Capture.open(limit: limit)
    var errors = try Capture.open(limit: limit)
    var child = try ChildProcess.start(
      arguments, environment: environment,
      streams: Streams(
        input: inputFile.raw, output: output.writeEnd, errors: errors.writeEnd))

    let deadline = Deadline(after: timeout)
    while true {
      var requests = [child.ending.raw, output.polled, errors.polled].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let ready = try check("poll") { poll(&requests, 3, deadline.milliseconds) }
      try output.drain()
      try errors.drain()
      if requests[0].revents != 0 || ready == 0 { break }
    }
    let status = try child.wait(timeout: 0)
    if status != nil {
      try output.drain()
      try errors.drain()
    }
    return Outcome(status: status, output: output.bytes, errors: errors.bytes)
  }
}

/// The reading end of a pipe, and what has come through it.
private struct Capture: ~Copyable {
  private let reader: Descriptor
  private let writer: Descriptor
  private let limit: Int
  private var atEnd = false
  private(set) var bytes: [UInt8] = []

  static func open(limit: Int) throws(SystemError) -> Capture {
    var ends: [Int32] = [0, 0]
    try check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    // Only our end: the other is shared with a program that may not expect it.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return Capture(
      reader: Descriptor(owning: ends[0]), writer: Descriptor(owning: ends[1]), limit: limit)
  }

  private init(reader: consuming Descriptor, writer: consuming Descriptor, limit: Int) {
    self.reader = reader
    self.writer = writer
    self.limit = limit
  }

  var writeEnd: Int32 { writer.raw }

  /// What `poll` should look at: nothing after the end, which would be reported for ever.
  var polled: Int32 { atEnd ? -1 : reader.raw }

  /// Takes what has arrived, without waiting.
  mutating func drain() throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !atEnd {
      let count: Int
      do {
        let source = reader.raw
        count = try check("read") { read(source, &buffer, buffer.count) }
      } catch  where error.code == EAGAIN {
        return
      }
      atEnd = count == 0
      bytes += buffer[..<min(count, max(limit - bytes.count, 0))]
    }
  }
}
