package import ActivityEngine
package import DeviceActivity
package import FamilyControls
package import FoundationEssentials

/// What the machine really has in force (`inforce.json`), read back, not what was asked for (rule M2).
package struct InForce: Codable, Equatable, Sendable {
  /// An interval that is running or comes next.
  package struct Edge: Codable, Equatable, Sendable {
    package var activity: DeviceActivityName
    package var start: Date
    package var end: Date

    package init(activity: DeviceActivityName, start: Date, end: Date) {
      self.activity = activity
      self.start = start
      self.end = end
    }
  }

  /// How many of the installed applications somebody has rated by age.
  package struct Ratings: Codable, Equatable, Sendable {
    package var rated: Int
    package var unrated: Int

    package init(rated: Int, unrated: Int) {
      self.rated = rated
      self.unrated = unrated
    }
  }

  /// The authorization as the monitor last saw it; nil while unknown.
  package var authorization: AuthorizationStatus?
  /// The grant under which it is in force; nil if nothing is.
  package var grant: String?
  /// The policy that the monitor knew when it put this in force.
  package var policy: PolicyDocument.Identity?
  /// The user who is restricted; nil if every backend ran dry.
  package var managedUser: String?
  package var running: [RunningActivity] = []
  package var edges: [Edge] = []
  /// Names of the stores that restrict something.
  package var stores: [String] = []
  package var backends: [BackendReport] = []
  /// That the managed user is locked out of the device; nil if he is not.
  package var lock: DeviceLock?
  /// How use is measured; nil if it is not.
  package var use: UseMeasurement?
  /// Nil while no application was looked for.
  package var ratings: Ratings?

  package init() {}
}
