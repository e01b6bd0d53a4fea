package import ActivityEngine
package import DeviceActivity
package import FoundationEssentials
package import CompiledPolicy

/// Something that the device, its owner or the app does.
package struct StoryAction: Equatable, Sendable {
  /// True time.
  package var at: Date
  package var deed: Deed
  /// Where the story's file tells it, from 1.
  package var line: Int?

  package init(at: Date, _ deed: Deed, line: Int? = nil) {
    self.at = at
    self.deed = deed
    self.line = line
  }

  package enum Deed: Equatable, Sendable {
    case startMonitoring(Monitoring)
    case stopMonitoring([String])
    /// Foreground use.
    case use(token: String, until: Date)
    /// The same, told by its length.
    case useFor(token: String, seconds: TimeInterval)
    case kill(Program, during: ActivityCallback.Call?)
    case launch(Program)
    case suspend(until: Date)
    /// What the wall clock is set to.
    case setClock(to: Date)
    case setTimeZone(String)
    case powerConnected
    /// A wake-up for no reason.
    case pollTick
    /// From now on handlers of `call` take so many seconds.
    case handlerDuration(call: ActivityCallback.Call, seconds: TimeInterval)
    case grant
    case revoke
    /// An app asks for the status and is told `answer`, true or not; nothing may come of that (rule A2).
    case readAuthorization(answer: String)
    case makeToken(app: String, name: String)
    case saveSelection([String])
    case setShield(Shield)
    case clearShield(store: String)
    /// Somebody asks whether a token is shielded.
    case queryShield(token: String)
    case truncate(file: String, bytes: Int)
    case uninstall(client: String)
    /// The sync daemon receives a policy and applies it.
    case applyPolicy(ReceivedPolicy)
  }

  /// One of the pair.
  package enum Program: String, CaseIterable, Codable, Sendable {
    case monitor, sync
  }

  /// A call of `startMonitoring`.
  package struct Monitoring: Equatable, Sendable {
    package var activity: String
    package var schedule: DeviceActivitySchedule
    package var events: [String: Event]
    /// What the app shields while the interval runs; nil if it has no say.
    package var shields: [String]?
    /// The error that the call must throw; nil if it must succeed.
    package var error: String?
    /// Stands for a stop and a start in one transaction.
    package var replaces: Bool
    package var client: String?

    package init(
      activity: String, schedule: DeviceActivitySchedule, events: [String: Event] = [:],
      shields: [String]? = nil, error: String? = nil, replaces: Bool = false, client: String? = nil
    ) {
      self.activity = activity
      self.schedule = schedule
      self.events = events
      self.shields = shields
      self.error = error
      self.replaces = replaces
      self.client = client
    }
  }

  /// An event by the names of what it counts; none counts all activity.
  package struct Event: Equatable, Sendable {
    package var tokens: [String]
    package var threshold: DateComponents
    package var includesPast: Bool

    package init(tokens: [String], threshold: DateComponents, includesPast: Bool = false) {
      self.tokens = tokens
      self.threshold = threshold
      self.includesPast = includesPast
    }
  }

  /// What the app shields in one store.
  package struct Shield: Equatable, Sendable {
    package var store: String
    package var apps: [String]
    /// What the shield looks like, in a word.
    package var look: String?
    package var client: String?

    package init(store: String, apps: [String], look: String? = nil, client: String? = nil) {
      self.store = store
      self.apps = apps
      self.look = look
      self.client = client
    }
  }
}
