import CSystem
import Glibc

/// Descriptors that are waited for together, through one descriptor of their own, so that whoever needs many of them can
/// stand in an ``EventLoop`` as one.
package struct ReadyGroup: ~Copyable {
  private let poll: Descriptor

  package init() throws(SystemError) {
    poll = Descriptor(owning: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
  }

  /// Readable while one of the descriptors is.
  package var raw: Int32 { poll.raw }

  /// Tells from now on when `descriptor` is readable, or broken. It stays the caller's, who removes it before closing it.
  package func add(_ descriptor: Int32) throws(SystemError) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = UInt64(descriptor)
    try check("epoll_ctl") { epoll_ctl(poll.raw, EPOLL_CTL_ADD, descriptor, &event) }
  }

  /// One that is not there is fine.
  package func remove(_ descriptor: Int32) {
    epoll_ctl(poll.raw, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Those that are ready at this moment.
  package func ready() throws(SystemError) -> Set<Int32> {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = try check("epoll_wait") { epoll_wait(poll.raw, &events, 64, 0) }
    return Set(events[..<Int(count)].map { Int32(truncatingIfNeeded: $0.data.u64) })
  }
}
