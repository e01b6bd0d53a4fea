import CSystem
import Glibc
import System

/// A running `pavise-gate`, as the monitor that started it sees it. It outlives the monitor.
final class GateProcess {
  let user: UInt32
  let mounts: [String]
  /// Mount points whose file systems it does not hold, and why.
  let failures: [String: String]
  private let reader: GateReader
  private var process: ChildProcess

  var pid: Int32 { process.pid }

  struct NotReady: Error, CustomStringConvertible {
    let words: String
    var description: String { "pavise-gate did not get ready: \(words)" }
  }

  /// Returns once executions are held.
  ///
  /// - Parameters:
  ///   - register: Where the gate registers itself.
  ///   - refusals: Told of what it refuses, of its end, and of new mounts.
  init(user: UInt32, mounts: [String], register: String, refusals: Refusals?) throws {
    var ends: [Int32] = [0, 0]
    try check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    let output = Descriptor(owning: ends[0])
    let input = Descriptor(owning: ends[1])
    let empty = try Descriptor.open("/dev/null", O_RDWR)
    var process = try ChildProcess.start(
      [Self.program(), "--user", "\(user)", "--register", register, "--"] + mounts,
      environment: [:], streams: .init(input: empty.raw, output: input.raw, errors: empty.raw))
    _ = consume input
    let reader = GateReader(output)
    var failures: [String: String] = [:]
    waiting: while true {
      switch try reader.next(within: 10_000) {
      case .failed(let mount, let reason): failures[mount] = reason
      case .ready: break waiting
      case .refused: continue
      case nil:
        process.kill()
        throw NotReady(words: "\(try process.wait(timeout: 5).map { "\($0)" } ?? "it hangs")")
      }
    }
    try DetachedThread.start { reader.listen(for: refusals) }
    process.outlivesUs = true
    self.process = process
    self.reader = reader
    self.user = user
    self.mounts = mounts
    self.failures = failures
  }

  /// The kernel lets everything run, unless another gate holds it.
  func end() throws {
    process.kill()
    _ = try process.wait(timeout: 5)
  }

  /// Whether it answers for what it was told to hold. A process that ends loses its files before it is seen to end.
  func isAlive() -> Bool { !reader.isAtEnd() }

  /// Beside the program that is running.
  private static func program() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try check("readlink", path: "/proc/self/exe") {
      readlink("/proc/self/exe", &buffer, buffer.count)
    }
    let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let directory = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
    return "\(directory)/pavise-gate"
  }
}
