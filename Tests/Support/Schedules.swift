package import DeviceActivity
import Foundation

/// A schedule from one hour to another, daily unless told otherwise.
package func hours(
  _ start: Int, _ end: Int, minute: Int = 0, repeats: Bool = true
) -> DeviceActivitySchedule {
  DeviceActivitySchedule(
    intervalStart: DateComponents(hour: start, minute: 0),
    intervalEnd: DateComponents(hour: end, minute: minute), repeats: repeats)
}
