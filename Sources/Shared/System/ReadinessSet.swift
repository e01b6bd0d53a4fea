import CSystem
import Glibc

/// Several descriptors and a timer as one descriptor, which is readable while any of them has something to say.
///
/// So what waits for sockets to become writable too can be one of the descriptors of an ``EventLoop``.
package struct ReadinessSet: ~Copyable, Sendable {
  package enum Ready: Hashable, Sendable {
    case timer
    case descriptor(Int32, readable: Bool, writable: Bool, failed: Bool)
  }

  private let poll: Descriptor
  private let timer: Descriptor

  package static func open() throws(SystemError) -> ReadinessSet {
    let set = ReadinessSet(
      poll: Descriptor(owning: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }),
      timer: Descriptor(
        owning: try check("timerfd_create") {
          timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        }))
    try set.watch(set.timer.raw, readable: true, writable: false)
    return set
  }

  private init(poll: consuming Descriptor, timer: consuming Descriptor) {
    self.poll = poll
    self.timer = timer
  }

  /// Readable while there is something that ``take()`` would return.
  package var descriptor: Int32 { poll.raw }

  /// Tells from now on when `descriptor` is ready for what is asked, in place of what was asked before.
  ///
  /// It stays the caller's, who removes it here before closing it.
  package func watch(
    _ descriptor: Int32, readable: Bool, writable: Bool
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = (readable ? EPOLLIN.rawValue : 0) | (writable ? EPOLLOUT.rawValue : 0)
    event.data.fd = descriptor
    if epoll_ctl(poll.raw, EPOLL_CTL_MOD, descriptor, &event) == 0 { return }
    try check("epoll_ctl") { epoll_ctl(poll.raw, EPOLL_CTL_ADD, descriptor, &event) }
  }

  /// Forgets a descriptor, which may have been closed already.
  package func remove(_ descriptor: Int32) {
    epoll_ctl(poll.raw, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Sets the timer, sleep of the machine included; nil stops it.
  package func setTimer(after seconds: Double?) throws(SystemError) {
    var request = itimerspec()
    if let seconds {
      // At least 1 ns: 0 would stop it.
      let nanoseconds = max(Int(min(seconds, 1e8) * 1e9), 1)
      request.it_value.tv_sec = nanoseconds / 1_000_000_000
      request.it_value.tv_nsec = nanoseconds % 1_000_000_000
    }
    try check("timerfd_settime") { timerfd_settime(timer.raw, 0, &request, nil) }
  }

  /// What is ready by now, without waiting.
  package func take() throws(SystemError) -> [Ready] {
    var events = [epoll_event](repeating: epoll_event(), count: 16)
    let count = try check("epoll_wait") { epoll_wait(poll.raw, &events, Int32(events.count), 0) }
    var ready: [Ready] = []
    for event in events[..<Int(count)] {
      let descriptor = event.data.fd
      if descriptor == timer.raw {
        var expirations: UInt64 = 0
        _ = try readIfReady(descriptor, &expirations, MemoryLayout<UInt64>.size)
        ready.append(.timer)
      } else {
        let bits = event.events
        ready.append(
          .descriptor(
            descriptor, readable: bits & EPOLLIN.rawValue != 0,
            writable: bits & EPOLLOUT.rawValue != 0,
            failed: bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0))
      }
    }
    return ready
  }
}

/// Waits until one of `descriptors` is readable, for at most `seconds`.
///
/// - Returns: Those that are; none when the time is up.
package func waitUntilReadable(
  _ descriptors: [Int32], for seconds: Double?
) throws(SystemError) -> Set<Int32> {
  var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let deadline = Deadline(after: seconds)
  try check("poll") { poll(&requests, nfds_t(requests.count), deadline.milliseconds) }
  return Set(requests.filter { $0.revents != 0 }.map(\.fd))
}
