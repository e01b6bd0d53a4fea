import CSystem
import FoundationEssentials
import Glibc

/// A timer on the wall clock that also tells when that clock was set.
struct AlarmClock: ~Copyable {
  enum Outcome {
    case set, clockChanged
  }

  let descriptor: Descriptor
  /// Nil when the timer has to be set again, whatever the deadline.
  private var armed: Int64?

  static func open() throws(SystemError) -> AlarmClock {
    AlarmClock(
      descriptor: Descriptor(
        owning: try check("timerfd_create") {
          timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        }))
  }

  private init(descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Arms the timer, with a far instant when there is no deadline, since only an armed one notices the clock.
  ///
  /// The kernel may answer that the clock was set since the last time; the timer is armed all the same.
  mutating func set(to deadline: Date?) throws(SystemError) -> Outcome {
    let nanoseconds = Self.nanoseconds(of: deadline)
    if armed == nanoseconds { return .set }
    armed = nanoseconds
    var request = itimerspec()
    request.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    request.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    do {
      let raw = descriptor.raw
      let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
      try check("timerfd_settime") { timerfd_settime(raw, flags, &request, nil) }
      return .set
    } catch  where error.code == ECANCELED {
      return .clockChanged
    }
  }

  /// What the timer, being readable, has to say; it must be set again after that.
  mutating func take() throws(SystemError) -> Wake? {
    armed = nil
    var expirations: UInt64 = 0
    do {
      let count = try readIfReady(descriptor.raw, &expirations, MemoryLayout<UInt64>.size)
      return count == 0 ? nil : .due
    } catch  where error.code == ECANCELED {
      return .clockChanged
    }
  }

  /// At least 1, since 0 would disarm the timer, and rounded up, so that it never fires early.
  private static func nanoseconds(of deadline: Date?) -> Int64 {
    let far = 7_258_118_400.0  // the year 2200
    let seconds = min(max(deadline?.timeIntervalSince1970 ?? far, 0), far)
    let whole = seconds.rounded(.down)
    return max(Int64(whole) * 1_000_000_000 + Int64(((seconds - whole) * 1e9).rounded(.up)), 1)
  }
}
