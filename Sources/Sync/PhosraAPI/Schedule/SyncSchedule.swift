package import FoundationEssentials

/// Decides when the service is asked next, and how. Pure: holds no clock and sends nothing.
///
/// Waiting is measured in uptime, so that no change of the wall clock hastens or stops it. What survives a restart is kept
/// as wall time together with its length (``Kept``), and never believed for longer than that.
package struct SyncSchedule: Sendable {
  /// How a fetch ended, or any other call to the service.
  package enum Outcome: Equatable, Sendable {
    /// A policy or the word that there is no newer one. With something new, pushes are worth following.
    case answered(isNew: Bool)
    case noActivePolicy
    /// 401.
    case refused
    case rateLimited(wait: Double?)
    case failed
  }

  /// The wait that holds across a restart.
  package struct Kept: Codable, Equatable, Sendable {
    package var backOff = BackOff()
    package var refusals = BackOff()
    /// Nothing is sent before; absent if nothing forbids it.
    package var until: Date?
    /// How long that was when it was decided, in seconds.
    package var length: Double?

    package init() {}
  }

  package private(set) var timing: SyncTiming
  package private(set) var kept: Kept
  /// Uptimes.
  private var blockedUntil: Double
  private var nextPoll: Double
  private var nextUnconditional: Double
  private var nextPush = -Double.infinity
  private var isPushed = false
  private var fruitlessPushes = 0
  private var unconfirmedSince: Double?

  /// Asks at once, and unconditionally (rule P6), unless a wait of before the restart still holds.
  package init(_ timing: SyncTiming = SyncTiming(), restoring kept: Kept? = nil, at now: Moment) {
    self.timing = timing
    self.kept = kept ?? Kept()
    nextPoll = now.uptime
    nextUnconditional = now.uptime
    blockedUntil = now.uptime
    if let until = kept?.until, let length = kept?.length, length.isFinite {
      let longest = max(timing.longestRefusal, RateLimit.longest) * 1.25
      let rest = min(until.timeIntervalSince(now.wall), length, longest)
      blockedUntil = now.uptime + max(rest, 0)
    }
  }

  /// What is to be done at `now`.
  package enum Step: Equatable, Sendable {
    /// Ask for the policy; `isUnconditional` without naming a version.
    case fetch(isUnconditional: Bool)
    /// Nothing is in the way of other calls.
    case idle(seconds: Double)
    /// Nothing may be sent.
    case blocked(seconds: Double)
  }

  package func step(at now: Moment) -> Step {
    if now.uptime < blockedUntil { return .blocked(seconds: blockedUntil - now.uptime) }
    if now.uptime >= nextPoll { return .fetch(isUnconditional: isUnconditional(at: now)) }
    return .idle(seconds: nextPoll - now.uptime)
  }

  private func isUnconditional(at now: Moment) -> Bool {
    now.uptime >= nextUnconditional || unconfirmedSince != nil
  }

  // MARK: What asks for a fetch

  /// A person, a new key or a new configuration: asks at once and unconditionally, whatever the wait.
  package mutating func fetchNow(at now: Moment) {
    kept = Kept()
    blockedUntil = now.uptime
    nextPoll = now.uptime
    nextUnconditional = now.uptime
  }

  /// At least ten seconds, so that nobody makes a flood of it.
  package mutating func poll(every seconds: Double) {
    timing.interval = seconds.isFinite ? max(seconds, 10) : SyncTiming().interval
  }

  /// A push says that a newer version exists (rule P5). Pushes that turn out to be forged cost less and less.
  package mutating func push(at now: Moment) {
    isPushed = true
    nextPoll = min(nextPoll, max(now.uptime, nextPush))
  }

  // MARK: What came of it

  /// Takes note of the end of a fetch.
  ///
  /// - Returns: True when "no active policy" is confirmed, and what the policy restricts is to be lifted (rule P3).
  package mutating func fetched(
    _ outcome: Outcome, wasUnconditional: Bool, at now: Moment,
    using generator: inout some RandomNumberGenerator
  ) -> Bool {
    let isConfirmed = note(outcome, at: now, using: &generator)
    guard case .answered(let isNew) = outcome else { return isConfirmed }
    if wasUnconditional {
      nextUnconditional =
        now.uptime + timing.unconditional * .random(in: 0.9...1.1, using: &generator)
    }
    if isNew {
      fruitlessPushes = 0
      nextPush = now.uptime
    }
    if isPushed, !isNew {
      var pause = timing.fruitlessPush
      for _ in 0..<fruitlessPushes where pause < timing.interval { pause *= 2 }
      fruitlessPushes = min(fruitlessPushes + 1, 30)
      nextPush = now.uptime + min(pause, timing.interval)
    }
    isPushed = false
    return false
  }

  /// Takes note of the end of a call that was no fetch.
  package mutating func called(
    _ outcome: Outcome, at now: Moment, using generator: inout some RandomNumberGenerator
  ) {
    switch outcome {
    case .answered:
      // That the service answers says nothing about when to poll.
      succeed()
    case .noActivePolicy: break
    case .refused, .rateLimited, .failed: _ = note(outcome, at: now, using: &generator)
    }
  }

  private mutating func succeed() {
    kept = Kept()
  }

  private mutating func note(
    _ outcome: Outcome, at now: Moment, using generator: inout some RandomNumberGenerator
  ) -> Bool {
    switch outcome {
    case .answered:
      succeed()
      unconfirmedSince = nil
      poll(after: timing.interval * .random(in: 0.9...1.1, using: &generator), at: now)
    case .noActivePolicy:
      succeed()
      return confirm(at: now, using: &generator)
    case .refused:
      block(
        for: kept.refusals.wait(
          first: timing.firstRefusal, longest: timing.longestRefusal, using: &generator), at: now)
    case .rateLimited(let wait):
      // Never earlier than told, and later by up to a tenth, since a household shares one limit.
      let wait = min(max(wait ?? timing.firstFailure, 1), RateLimit.longest)
      block(for: wait * .random(in: 1.0...1.1, using: &generator), at: now)
    case .failed:
      block(
        for: kept.backOff.wait(
          first: timing.firstFailure, longest: timing.longestFailure, using: &generator), at: now)
    }
    return false
  }

  /// Takes note that the limit is used up after an answer that was good.
  package mutating func exhausted(
    wait: Double, at now: Moment, using generator: inout some RandomNumberGenerator
  ) {
    let wait = min(max(wait, 1), RateLimit.longest)
    block(for: wait * .random(in: 1.0...1.1, using: &generator), at: now)
  }

  private mutating func confirm(
    at now: Moment, using generator: inout some RandomNumberGenerator
  ) -> Bool {
    let since = unconfirmedSince ?? now.uptime
    unconfirmedSince = since
    if now.uptime - since >= timing.confirmation {
      poll(after: timing.interval * .random(in: 0.9...1.1, using: &generator), at: now)
      return true
    }
    let rest = since + timing.confirmation - now.uptime
    poll(after: rest + timing.confirmation * .random(in: 0...0.1, using: &generator), at: now)
    return false
  }

  private mutating func poll(after seconds: Double, at now: Moment) {
    nextPoll = now.uptime + seconds
  }

  private mutating func block(for seconds: Double, at now: Moment) {
    blockedUntil = now.uptime + seconds
    // A fetch is the first thing that tells whether the service is back.
    nextPoll = min(nextPoll, blockedUntil)
    kept.until = now.wall.addingTimeInterval(seconds)
    kept.length = seconds
  }
}
