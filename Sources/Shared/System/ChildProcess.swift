import CSystem
import Glibc
import FoundationEssentials

/// A program that was started and not yet waited for. It is killed when the value goes, unless it is to outlive us.
///
/// It starts with no signal blocked or ignored, whatever the caller blocked for its ``EventLoop``, in a
/// process group of its own, and with no descriptor of ours beyond the three standard ones.
package struct ChildProcess: ~Copyable {
  /// How a program ended.
  package enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  package let pid: Int32
  /// Becomes readable when the program ends; for an ``EventLoop``.
  package let ending: Descriptor
  /// It goes on when the value goes.
  package var outlivesUs = false
  private var status: Status?

  /// Starts `arguments[0]`, which is looked for in `PATH` when it has no slash.
  ///
  /// - Parameters:
  ///   - environment: Replaces ours when given.
  ///   - streams: Become the program's standard input, output and error; without them it has our output
  ///     and error, and an empty input.
  package static func start(
    _ arguments: [String], environment: [String: String]? = nil, streams: Streams? = nil
  ) throws(SystemError) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let streams {
      posix_spawn_file_actions_adddup2(&actions, streams.input, 0)
      posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
      posix_spawn_file_actions_adddup2(&actions, streams.errors, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    let environment = environment ?? ProcessInfo.processInfo.environment
    let words = CStrings(arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    var pid: Int32 = 0
    let code = posix_spawnp(
      &pid, arguments.first ?? "", &actions, &attributes, words.pointers, variables.pointers)
    if code != 0 { throw SystemError(call: "posix_spawn", path: arguments.first, code: code) }
    let ending = pidfd_open(pid, 0)
    if ending == -1 {
      let code = errno
      Glibc.kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw SystemError(call: "pidfd_open", code: code)
    }
    return ChildProcess(pid: pid, ending: Descriptor(owning: ending))
  }

  private init(pid: Int32, ending: consuming Descriptor) {
    self.pid = pid
    self.ending = ending
  }

  deinit {
    if status == nil, !outlivesUs {
      Glibc.kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  /// Waits until the program ends, for at most `timeout` seconds.
  ///
  /// - Returns: How it ended, or nil when it still runs.
  package mutating func wait(timeout: Double? = nil) throws(SystemError) -> Status? {
    if let status { return status }
    var request = pollfd(fd: ending.raw, events: Int16(POLLIN), revents: 0)
    let deadline = Deadline(after: timeout)
    let ready = try check("poll") { poll(&request, 1, deadline.milliseconds) }
    if ready == 0 { return nil }
    var raw: Int32 = 0
    let child = pid
    try check("waitpid") { waitpid(child, &raw, 0) }
    let signal = raw & 0x7f
    status = signal == 0 ? .exited(raw >> 8 & 0xff) : .killed(signal: signal)
    return status
  }

  /// Sends `signal` to the program and to what it started in turn; nothing once it has been waited for.
  package func kill(_ signal: Int32 = SIGKILL) {
    if status == nil { Glibc.kill(-pid, signal) }
  }

  /// Open files for a program's standard input, output and error; they stay the caller's.
  package struct Streams: Sendable {
    package var input: Int32
    package var output: Int32
    package var errors: Int32

    package init(input: Int32, output: Int32, errors: Int32) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }
}

/// A moment on the monotonic clock, or never.
struct Deadline {
  private let end: Double?

  init(after seconds: Double?) {
    end = seconds.map { Clock.monotonic() + max($0, 0) }
  }

  /// What is left, for `poll`; rounded up, so that a wait never ends early.
  var milliseconds: Int32 {
    guard let end else { return -1 }
    return Int32(min(max((end - Clock.monotonic()) * 1000, 0).rounded(.up), 1e9))
  }
}

/// A null-terminated array of C strings.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() {
      (pointers + index).initialize(to: strdup(string))
    }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
