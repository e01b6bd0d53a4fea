import Glibc
import Synchronization
import TimeZoneRules

/// What the C library takes local time to be: the judge of everything here.
///
/// It knows one zone at a time, that of `TZ`, so whoever asks holds the lock.
enum CLibraryClock {
  /// Local time minus UTC by the zone file or `TZ` string last entered.
  struct Zone: ~Copyable {
    func offset(at instant: Int) -> Int {
      var seconds = time_t(instant)
      var broken = tm()
      return localtime_r(&seconds, &broken) == nil ? .min : Int(broken.tm_gmtoff)
    }

    /// The instants in a range at which the offset changes, found by halving steps of six hours.
    func transitions(in range: Range<Int>) -> [Int] {
      stride(from: range.lowerBound, to: range.upperBound, by: 21_600).compactMap { first in
        var low = first
        var high = first + 21_600
        let before = offset(at: low)
        guard offset(at: high) != before else { return nil }
        while high - low > 1 {
          let middle = (low + high) / 2
          if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
      }
    }
  }

  /// The variable's text, which stays in the environment at one address: `setenv` would move the whole environment
  /// under other threads that read it.
  private static let variable = Mutex<Variable?>(nil)

  private struct Variable {
    static let capacity = 256
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)

    func set(_ zone: String) {
      let assignment = Array("TZ=\(zone)".utf8CString)
      precondition(assignment.count <= Variable.capacity)
      text.update(from: assignment, count: assignment.count)
      putenv(text)
      tzset()
    }
  }

  static func withZone<Value: Sendable>(
    _ zone: String, _ body: (borrowing Zone) throws -> Value
  ) rethrows -> Value {
    try variable.withLock { variable in
      let current = variable ?? Variable()
      variable = current
      current.set(zone)
      defer { current.set("UTC0") }
      return try body(Zone())
    }
  }
}
