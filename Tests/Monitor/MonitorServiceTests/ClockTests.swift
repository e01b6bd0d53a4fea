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
    let world = try home.live(until: far + 3600) {
      // From 08:30 on the wall clock is ahead; the machine has been up no longer for it.
      $0.leap = (MonitorHome.at("08:30"), far)
    }
    #expect(try home.delivered() == ["+a", "-a"])
    #expect(try home.records().first?.at == far + 600)
    #expect(world.stores(at: far + 600) == ["a"])
    #expect(try home.health() == [])
  }
}
