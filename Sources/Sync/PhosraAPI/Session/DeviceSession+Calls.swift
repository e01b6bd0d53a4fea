import CompiledPolicy
import FoundationEssentials
import SharedDirectory
import System

extension DeviceSession {
  /// The exchange that runs.
  struct Running {
    enum Purpose {
      case fetch(isUnconditional: Bool)
      case deliver(Outbox.Waiting)
    }

    let id: ExchangeID
    let purpose: Purpose
  }

  /// Whether the entry at the head of the outbox is one that the service will never take (rule P8).
  struct Suspicion {
    /// After so many failures, each with a good answer to another call after it, an entry goes aside.
    static let limit = 3

    /// The entry that failed last, and when it may be tried again, in uptime.
    private(set) var suspect: String?
    private(set) var retry = 0.0
    /// Whether another call must show that the service is well.
    private(set) var needsProof = false

    mutating func failed(
      _ waiting: Outbox.Waiting, at uptime: Double, firstWait: Double
    ) {
      suspect = waiting.name
      needsProof = true
      retry = uptime + firstWait * Double(1 << min(max(waiting.entry.refusals, 0), 4))
    }

    mutating func proven() {
      needsProof = false
    }

    mutating func clear() {
      self = Suspicion()
    }
  }

  // MARK: Starting

  /// Starts what is to be sent next, if anything.
  mutating func startNext(heldVersion: Int?) throws -> (news: [News], wait: Double) {
    let now = now()
    let idle: Double
    switch schedule.step(at: now) {
    case .blocked(let seconds): return ([], seconds)
    case .fetch(let isUnconditional):
      return startFetch(isUnconditional: isUnconditional, heldVersion: heldVersion)
    case .idle(let seconds): idle = seconds
    }
    guard let waiting = try outbox.first() else { return ([], idle) }
    if suspicion.suspect == waiting.name {
      if suspicion.needsProof {
        return startFetch(isUnconditional: false, heldVersion: heldVersion)
      }
      if now.uptime < suspicion.retry { return ([], min(idle, suspicion.retry - now.uptime)) }
    }
    return start(.deliver(waiting)) { api, key in
      switch waiting.entry.call {
      case .report(let json):
        api.report(
          key: key, body: Array(json.utf8), idempotencyKey: waiting.entry.idempotencyKey)
      case .acknowledgement(let version):
        api.acknowledgement(
          key: key, version: version, idempotencyKey: waiting.entry.idempotencyKey)
      }
    }
  }

  private mutating func startFetch(
    isUnconditional: Bool, heldVersion: Int?
  ) -> (news: [News], wait: Double) {
    let purpose = Running.Purpose.fetch(isUnconditional: isUnconditional || heldVersion == nil)
    let entityTag = tag.flatMap { $0.version == heldVersion ? $0.text : nil }
    return start(purpose) { api, key in
      api.policy(
        key: key, sinceVersion: isUnconditional ? nil : heldVersion,
        entityTag: isUnconditional ? nil : entityTag)
    }
  }

  private mutating func start(
    _ purpose: Running.Purpose, _ request: (DeviceAPI, DeviceKey) -> HTTPRequest
  ) -> (news: [News], wait: Double) {
    do throws(PhosraError) {
      guard let key = try keyInHand() else { throw .noDeviceKey }
      let request = request(api, key)
      let id = try Result { () throws(HTTPFailure) in try client.start(request) }
        .mapError(PhosraError.transport).get()
      running = Running(id: id, purpose: purpose)
      return ([], .infinity)
    } catch {
      return ([note(error, isFetch: true)], 0)
    }
  }

  private func keyInHand() throws(PhosraError) -> DeviceKey? {
    do { return try readKey() } catch { throw .unusableDeviceKey(reason: "\(error)") }
  }

  // MARK: Ending

  mutating func finished(
    _ running: Running, _ outcome: Result<HTTPResponse, HTTPFailure>
  ) throws -> [News] {
    switch running.purpose {
    case .fetch(let isUnconditional): return finishedFetch(isUnconditional, outcome)
    case .deliver(let waiting): return try finishedDelivery(waiting, outcome)
    }
  }

  private mutating func finishedFetch(
    _ isUnconditional: Bool, _ outcome: Result<HTTPResponse, HTTPFailure>
  ) -> [News] {
    let pushed = pushedMeanwhile
    pushedMeanwhile = nil
    do throws(PhosraError) {
      let answer = try outcome.mapError(PhosraError.transport).get()
      let policy = try DeviceAPI.policy(from: answer)
      if let policy { tag = EntityTag(answer, version: policy.policy.version) }
      fault = nil
      suspicion.proven()
      noteFetch(.answered(isNew: policy != nil && !isUnconditional), isUnconditional)
      if let pushed, pushed > policy?.policy.version ?? -1 { schedule.push(at: now()) }
      noteLimit(answer)
      return [policy.map(News.policy) ?? .unchanged]
    } catch .noActivePolicy {
      tag = nil
      fault = .noActivePolicy
      suspicion.proven()
      return noteFetch(.noActivePolicy, isUnconditional) ? [.noActivePolicy] : []
    } catch {
      return [note(error, isFetch: true)]
    }
  }

  private mutating func finishedDelivery(
    _ waiting: Outbox.Waiting, _ outcome: Result<HTTPResponse, HTTPFailure>
  ) throws -> [News] {
    do throws(PhosraError) {
      let answer = try outcome.mapError(PhosraError.transport).get()
      switch waiting.entry.call {
      case .report: try DeviceAPI.checkReport(answer)
      case .acknowledgement(let version):
        try DeviceAPI.checkAcknowledgement(answer, version: version)
      }
      fault = nil
      noteLimit(answer)
    } catch {
      return try failedDelivery(waiting, error)
    }
    try outbox.remove(waiting)
    suspicion.clear()
    return [.accepted(waiting.entry.call)]
  }

  private mutating func failedDelivery(
    _ waiting: Outbox.Waiting, _ error: PhosraError
  ) throws -> [News] {
    switch error {
    case .rejected:
      return [try setAside(waiting, reason: "\(error)")]
    case .server, .malformed:
      // The fault may be the entry's or the service's; another call's answer tells which.
      var waiting = waiting
      let wasProven = suspicion.suspect == waiting.name && !suspicion.needsProof
      if wasProven {
        waiting.entry.refusals = min(max(waiting.entry.refusals, 0), Suspicion.limit) + 1
        if waiting.entry.refusals >= Suspicion.limit {
          return [try setAside(waiting, reason: "\(error), while other calls succeed")]
        }
        try outbox.update(waiting)
      }
      suspicion.failed(
        waiting, at: now().uptime, firstWait: schedule.timing.firstDoubt)
      return []
    default:
      return [note(error, isFetch: false)]
    }
  }

  private mutating func setAside(_ waiting: Outbox.Waiting, reason: String) throws -> News {
    try outbox.refuse(waiting, reason: reason)
    suspicion.clear()
    return .setAside(waiting.entry.call, reason: reason)
  }

  // MARK: The schedule

  @discardableResult
  private mutating func noteFetch(
    _ outcome: SyncSchedule.Outcome, _ isUnconditional: Bool
  ) -> Bool {
    withGenerator { session, generator in
      session.schedule.fetched(
        outcome, wasUnconditional: isUnconditional, at: session.now(), using: &generator)
    }
  }

  private mutating func note(_ error: PhosraError, isFetch: Bool) -> News {
    fault = error
    let outcome: SyncSchedule.Outcome =
      switch error {
      case .unauthorized, .forbidden, .noDeviceKey, .unusableDeviceKey: .refused
      case .rateLimited(let wait): .rateLimited(wait: wait)
      default: .failed
      }
    if isFetch {
      noteFetch(outcome, false)
    } else {
      withGenerator { session, generator in
        session.schedule.called(outcome, at: session.now(), using: &generator)
      }
    }
    return .failed(error)
  }

  /// A good answer may say that it was the last one for a while.
  private mutating func noteLimit(_ answer: HTTPResponse) {
    guard let wait = RateLimit(answer).wait else { return }
    withGenerator { session, generator in
      session.schedule.exhausted(wait: wait, at: session.now(), using: &generator)
    }
  }

  mutating func withGenerator<Value>(
    _ body: (inout Self, inout AnyGenerator) -> Value
  ) -> Value {
    var any = AnyGenerator(generator)
    defer { generator = any.base }
    return body(&self, &any)
  }

  struct AnyGenerator: RandomNumberGenerator {
    var base: any RandomNumberGenerator

    init(_ base: any RandomNumberGenerator) { self.base = base }

    mutating func next() -> UInt64 { base.next() }
  }
}
