import CSystem
package import FoundationEssentials
import Glibc

/// The machine's clocks. Wall time is for schedules, the other two measure.
package enum Clock {
  /// The wall clock, which may jump.
  package static func now() -> Date {
    Date(timeIntervalSince1970: seconds(CLOCK_REALTIME))
  }

  /// Seconds since some instant of this boot; stands still while the machine sleeps.
  package static func monotonic() -> Double {
    seconds(CLOCK_MONOTONIC)
  }

  /// Seconds since the machine started, sleep included.
  package static func boottime() -> Double {
    seconds(CLOCK_BOOTTIME)
  }

  /// Names this boot; ``monotonic()`` and ``boottime()`` compare only under equal names.
  package static func bootID() throws -> String {
    let file = try Descriptor.open("/proc/sys/kernel/random/boot_id", O_RDONLY)
    return String(decoding: try file.readAll().filter { $0 > 0x20 }, as: UTF8.self)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
