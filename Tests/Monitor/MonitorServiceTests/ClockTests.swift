import ActivityEngine
import DeviceActivity
import FamilyControls
import Foundation
import Testing
import TestSupport

@testable import SharedDirectory

@Suite struct `The monitor and a clock that leaps` {
  @Test func `follows a leap of years once it has lasted, without being woken by anything else`()
    throws
  {
    let home = try MonitorHome()
    try home.guardian.grant(to: .child)
    try home.sync.start(.init("a"), during: hours(9, 10), events: [:])
    let far = MonitorHome.at("09:30", days: 800)
    let day: TimeInterval = 86400
    let world = try home.live(until: far + day + 3600) {
      // From 08:30 on the wall clock is ahead; the machine has been up no longer for it.
      $0.leap = (MonitorHome.at("08:30"), far)
    }
    // The day goes on as if nothing had been, and only then the clock is followed, into the interval.
    #expect(try home.delivered() == ["+a", "-a", "+a", "-a"])
    let starts = try home.records().filter {
      $0.phase == .delivered && $0.callback.call == .intervalDidStart
    }
    #expect(starts.map(\.at) == [MonitorHome.at("09:00"), far + day])
    #expect(world.stores(at: far + day) == ["a"])
    #expect(try home.health() == [])
  }
}
