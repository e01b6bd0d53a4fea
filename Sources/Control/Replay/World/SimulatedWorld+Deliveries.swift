import ActivityEngine
import DeviceActivity
import SharedDirectory

extension SimulatedWorld {
  /// The monitor gives the callback that it has announced.
  func receive() {
    guard let callback = deliveries.upcoming, app.hasExtension(for: callback.activity.rawValue)
    else { return }
    for planned in deliveries.plan(callback) { hand(planned) }
  }

  /// Hands over what a quirk has put off or made up.
  ///
  /// - Returns: Whether there was any.
  func handLate(to group: AppGroup<MonitorRole>) -> Bool {
    let due = deliveries.takeDue()
    if due.isEmpty { return false }
    group.scoped { due.forEach(hand) }
    return true
  }

  private func hand(_ planned: Deliveries.Planned) {
    let callback = planned.callback
    let isKnown = !delivered.insert(callback.identity).inserted
    transcript.note(
      Transcript.Call(
        at: clock.now, wall: clock.wall, callback: callback,
        isRedelivery: isKnown && planned.quirk == nil,
        generation: app.ordinal(of: callback.generation, callback.activity.rawValue),
        quirk: planned.quirk?.rawValue))
    if planned.runsHandler { monitor.call(callback) }
  }
}
