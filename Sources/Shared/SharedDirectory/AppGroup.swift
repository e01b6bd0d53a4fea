package import ActivityEngine
import DeviceActivity
import FamilyControls
package import FoundationEssentials
import ManagedSettings
import Synchronization
package import System

/// What a process of the group takes from its surroundings.
package struct AppGroupWorld: Sendable {
  package var now: @Sendable () -> Date
  package var zones: @Sendable () -> Zones
  package var log: Log

  package init(
    now: @escaping @Sendable () -> Date, zones: @escaping @Sendable () -> Zones, log: Log
  ) {
    self.now = now
    self.zones = zones
    self.log = log
  }
}

/// The shared directory as the backing of Apple's frameworks: what an App Group container is to an iOS app and its
/// extensions. Everything is read anew at each call, and written before a call returns.
package struct AppGroup<Role: WriterRole>: Sendable {
  package let directory: SharedDirectory<Role>
  package let world: AppGroupWorld
  /// Counts what is written through this value, so that the monitor sees what a handler has changed.
  package let writes = WriteCount()

  package init(_ directory: SharedDirectory<Role>, world: AppGroupWorld) {
    self.directory = directory
    self.world = world
  }

  /// Makes it the backing of the frameworks for as long as `body` runs in this task.
  package func scoped<Value>(_ body: () throws -> Value) rethrows -> Value {
    try SettingsBackingProvider.$scoped.withValue(self) {
      try ActivityBackingProvider.$scoped.withValue(self) {
        try AuthorizationBackingProvider.$scoped.withValue(self) { try body() }
      }
    }
  }

  /// Makes it the backing of the frameworks in the whole process.
  package func install() {
    SettingsBackingProvider.install(self)
    ActivityBackingProvider.install(self)
    AuthorizationBackingProvider.install(self)
  }

  /// What `read` finds, or `fallback` with a line in the log: Apple's declarations leave no other way to say that a file
  /// cannot be read.
  func reading<Value>(_ what: String, else fallback: Value, _ read: () throws -> Value) -> Value {
    do {
      return try read()
    } catch {
      world.log(.error, "cannot read the shared directory", ["what": what, "error": "\(error)"])
      return fallback
    }
  }
}

/// A number that only grows.
package final class WriteCount: Sendable {
  private let number = Atomic<Int>(0)

  package var count: Int { number.load(ordering: .relaxed) }

  func increase() { number.add(1, ordering: .relaxed) }
}
