import CSystem
package import FoundationEssentials
import Glibc

/// The one place where a daemon waits: for an instant of the wall clock, files, signals and descriptors.
///
/// It wakes for nothing else, so an idle daemon costs nothing. Each wait tells one cause; what else has happened
/// by then is told by the following ones, and none is lost in between. A wake-up is a hint: an instant may be told
/// again and a file may have changed twice, so the caller looks at the clock and the files, not at the history.
///
/// Create it before any other thread exists: its signals are blocked in this thread and those it starts, and a
/// thread that is already there would still die of them.
package struct EventLoop: ~Copyable {
  private let poll: Descriptor
  private let signals: Descriptor
  private var alarm: AlarmClock
  private var files: FileWatch
  private var others: [UInt64: Int32] = [:]
  private var lastKey = Key.firstOther

  private enum Key {
    static let alarm: UInt64 = 0
    static let files: UInt64 = 1
    static let signals: UInt64 = 2
    static let firstOther: UInt64 = 3
  }

  /// - Parameter signals: Told as wake-ups instead of having their effect.
  package static func open(
    signals: [Int32] = [SIGTERM, SIGINT, SIGHUP]
  ) throws(SystemError) -> EventLoop {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &mask, nil)
    if code != 0 { throw SystemError(call: "pthread_sigmask", code: code) }
    let loop = EventLoop(
      poll: Descriptor(owning: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }),
      signals: Descriptor(
        owning: try check("signalfd") {
          signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        }),
      alarm: try AlarmClock.open(), files: try FileWatch.open())
    try loop.add(loop.alarm.descriptor.raw, Key.alarm)
    try loop.add(loop.files.descriptor.raw, Key.files)
    try loop.add(loop.signals.raw, Key.signals)
    return loop
  }

  private init(
    poll: consuming Descriptor, signals: consuming Descriptor, alarm: consuming AlarmClock,
    files: consuming FileWatch
  ) {
    self.poll = poll
    self.signals = signals
    self.alarm = alarm
    self.files = files
  }

  /// Tells from now on when a name in a directory changes, drafts (names with a "." in front) left out.
  package mutating func watch(directory path: String) throws(SystemError) -> WatchID {
    try files.watch(directory: path)
  }

  /// Tells once, with an empty name, that what lies at `path` now was replaced, moved or removed; a link is not followed.
  package mutating func watch(entry path: String) throws(SystemError) -> WatchID {
    try files.watch(entry: path)
  }

  package mutating func unwatch(_ id: WatchID) {
    files.unwatch(id)
  }

  /// Tells from now on when `descriptor` is readable, again and again until it no longer is.
  ///
  /// It stays the caller's, who removes it here before closing it.
  package mutating func add(_ descriptor: Int32) throws(SystemError) -> DescriptorID {
    lastKey += 1
    try add(descriptor, lastKey)
    others[lastKey] = descriptor
    return DescriptorID(key: lastKey)
  }

  package mutating func remove(_ id: DescriptorID) throws(SystemError) {
    guard let descriptor = others.removeValue(forKey: id.key) else { return }
    try check("epoll_ctl") { epoll_ctl(poll.raw, EPOLL_CTL_DEL, descriptor, nil) }
  }

  /// Blocks until `deadline`, or until something asks for attention, and says which. Never early.
  package mutating func wait(until deadline: Date?) throws(SystemError) -> Wake {
    while true {
      if try alarm.set(to: deadline) == .clockChanged { return .clockChanged }
      // One at a time: the kernel puts what stays ready at the end of its list, so that all have their turn.
      var event = epoll_event()
      try check("epoll_wait") { epoll_wait(poll.raw, &event, 1, -1) }
      if let wake = try cause(event.data.u64) { return wake }
    }
  }

  /// What `key` became ready for; nil when it turns out to be nothing.
  private mutating func cause(_ key: UInt64) throws(SystemError) -> Wake? {
    switch key {
    case Key.alarm: try alarm.take()
    case Key.files: try files.take()
    case Key.signals: try takeSignal()
    default: .descriptor(DescriptorID(key: key))
    }
  }

  private func takeSignal() throws(SystemError) -> Wake? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = try readIfReady(signals.raw, &information, size)
    return count == size ? .signal(Int32(information.ssi_signo)) : nil
  }

  private func add(_ descriptor: Int32, _ key: UInt64) throws(SystemError) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = key
    try check("epoll_ctl") { epoll_ctl(poll.raw, EPOLL_CTL_ADD, descriptor, &event) }
  }
}

/// Reads what there is; 0 when there is nothing yet.
func readIfReady(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ size: Int
) throws(SystemError) -> Int {
  do {
    return try check("read") { read(descriptor, buffer, size) }
  } catch  where error.code == EAGAIN {
    return 0
  }
}
