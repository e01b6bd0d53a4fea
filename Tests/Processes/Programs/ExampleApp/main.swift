// An app as its iOS source looks: it asks for authorization and monitors two hours, of which now is the middle.
// It names no directory; like an app's, its extension and the system find what it registers.
import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings

do {
  try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
  let calendar = Calendar.current
  let components: Set<Calendar.Component> = [.hour, .minute]
  let schedule = DeviceActivitySchedule(
    intervalStart: calendar.dateComponents(components, from: Date(timeIntervalSinceNow: -3600)),
    intervalEnd: calendar.dateComponents(components, from: Date(timeIntervalSinceNow: 3600)),
    repeats: true)
  let center = DeviceActivityCenter()
  try center.startMonitoring(DeviceActivityName("focus"), during: schedule)
  print(center.activities.map(\.rawValue).joined(separator: ","))
} catch {
  print("refused: \(error)")
}
