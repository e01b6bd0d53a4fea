import CompiledPolicy
package import SharedDirectory
import System

/// A registered device's side of the service: fetches, pushes, and what has yet to be told, one exchange at a time.
///
/// For a thread that owns it: wait for ``descriptor`` and for as long as ``advance(heldVersion:)`` says, then advance.
/// Nothing in it blocks. What must survive a restart lies in the shared directory before it is acted on.
package struct DeviceSession {
  package struct Settings: Sendable {
    /// Like `https://phosra-api.fly.dev/api/v1`.
    package var baseURL: String
    package var connection = HTTPConfiguration()
    package var timing = SyncTiming()
    package var ntfy: NtfyTopic?

    package init(baseURL: String) {
      self.baseURL = baseURL
    }
  }

  /// What there is to know after an advance.
  package enum News: Equatable, Sendable {
    case policy(ReceivedPolicy)
    /// The held version is the newest.
    case unchanged
    /// Confirmed: what the policy restricts is to be lifted (rule P3).
    case noActivePolicy
    /// A fetch went wrong; the last policy stays in force.
    case failed(PhosraError)
    case accepted(OutboxEntry.Call)
    /// Will never be accepted, and lies in `aside/` (rule P8).
    case setAside(OutboxEntry.Call, reason: String)
  }

  package struct Advance: Equatable, Sendable {
    package var news: [News]
    /// In seconds; before that, only something at the descriptor, a push file or a new report makes a difference.
    package var wait: Double
  }

  let api: DeviceAPI
  let client: HTTPClient
  let directory: SharedDirectory<SyncRole>
  let readKey: () throws -> DeviceKey?
  let now: () -> Moment
  var generator: any RandomNumberGenerator
  package private(set) var outbox: Outbox
  var inbox: PushInbox
  var schedule: SyncSchedule
  private var savedSchedule: SyncSchedule.Kept?
  var running: Running?
  var stream: PushStream?
  var suspicion = Suspicion()
  /// The mark of the last policy that came, if the service gave it one.
  var tag: EntityTag?
  /// What a push named while a fetch was running, which may have been answered before that version was there.
  var pushedMeanwhile: Int?
  /// What is wrong with the service or the key; nil when the last exchange was good.
  package var fault: PhosraError?

  /// - Parameters:
  ///   - readKey: Asked before each exchange, so that a new key counts at once.
  ///   - generator: For spreading waits.
  package init(
    _ settings: Settings, directory: SharedDirectory<SyncRole>,
    readKey: @escaping () throws -> DeviceKey?, now: @escaping () -> Moment = Moment.now,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws {
    api = DeviceAPI(baseURL: settings.baseURL)
    client = try HTTPClient(settings.connection)
    self.directory = directory
    self.readKey = readKey
    self.now = now
    self.generator = generator
    outbox = Outbox(directory)
    inbox = PushInbox(directory.storage)
    savedSchedule = try directory.read(.schedule)
    schedule = SyncSchedule(settings.timing, restoring: savedSchedule, at: now())
    stream = settings.ntfy.map(PushStream.init)
  }

  /// Readable when there is something to advance.
  package var descriptor: Int32 { client.descriptor }

  /// Asks for the policy at once and unconditionally, whatever the back-off: for a person who wants it, or a new key.
  package mutating func fetchNow() {
    schedule.fetchNow(at: now())
  }

  /// Has the policy asked for so often from the next answer on.
  package mutating func poll(every seconds: Double) {
    schedule.poll(every: seconds)
  }

  /// A push has come by another way.
  package mutating func push(version: Int, heldVersion: Int?) {
    guard version > heldVersion ?? -1 else { return }
    if case .fetch = running?.purpose {
      pushedMeanwhile = max(pushedMeanwhile ?? 0, version)
    } else {
      schedule.push(at: now())
    }
  }

  /// Does what can be done without waiting.
  ///
  /// - Parameter heldVersion: The version of the policy in force; nil if none is, or it was lifted.
  /// - Throws: If the shared directory cannot be read or written.
  package mutating func advance(heldVersion: Int?) throws -> Advance {
    var news: [News] = []
    for event in try client.advance() {
      switch event {
      case .received(let id, let bytes): try streamReceived(id, bytes, heldVersion: heldVersion)
      case .finished(let id, let outcome):
        if let running, running.id == id {
          self.running = nil
          news += try finished(running, outcome)
        } else {
          streamEnded(id, outcome)
        }
      }
    }
    if try inbox.takeWish() { fetchNow() }
    if let version = try inbox.take() { push(version: version, heldVersion: heldVersion) }
    var wait = Double.infinity
    if running == nil {
      let next = try startNext(heldVersion: heldVersion)
      news += next.news
      wait = next.wait
    }
    wait = min(wait, connectStream())
    if schedule.kept != (savedSchedule ?? SyncSchedule.Kept()) {
      try directory.write(.schedule, schedule.kept)
      savedSchedule = schedule.kept
    }
    return Advance(news: news, wait: max(wait, 0))
  }
}

extension SharedFile where Value == SyncSchedule.Kept, Writer == SyncRole {
  /// How long the service is left alone; absent while there is no reason to.
  static var schedule: Self { Self(name: "schedule.json", lastGood: .none) }
}
