package import Enforcement
package import System
package import UseAccounting

/// Observes what a person uses. One meter of the machine, one of values.
package protocol UseObserving: AnyObject {
  /// Readable when there is something to take; nil if it never is.
  var descriptor: Int32? { get }
  /// When to take something although nothing was told, on the monotonic clock.
  var deadline: Double? { get }
  var sources: UseMeter.Sources { get }

  /// Takes what has happened.
  func take(at monotonic: Double) throws
  func observation(shielded: Set<String>) -> UseObservation
}

/// Observes what a person uses, from the best source that this machine has.
///
/// The focused window of an X11 display where there is one and a window manager keeps it, or of sway; else the applications
/// that run.
/// Neither is polled: everything stands in one descriptor. One display is looked at, that of the login session where
/// logind knows it: windows on a second one that a person has started for himself are not seen.
package final class UseMeter: UseObserving {
  /// What an observation rests on.
  package struct Sources: Equatable, Sendable {
    /// `x11`, `sway` or `processes`.
    package var application: String
    /// `logind` or `none`.
    package var session: String
    /// What is not seen; nil if the focused window is known.
    package var shortfall: String?

    package init(application: String, session: String, shortfall: String?) {
      self.application = application
      self.session = session
      self.shortfall = shortfall
    }
  }

  private let user: UserRecord
  private let running: RunningApplications
  private let group: ReadyGroup
  private var focus: (any FocusSource)?
  private var logind: LogindSource?
  /// Processes that the person's display was looked for in.
  private var searched: Set<Int32> = []
  private var focused: (pid: Int32, application: String?)?

  /// - Throws: Where use cannot be measured at all, which takes root.
  package init(_ catalogue: ApplicationCatalogue, of user: UserRecord) throws {
    self.user = user
    running = try RunningApplications(catalogue, of: user)
    group = try ReadyGroup()
    try group.add(running.descriptor)
    logind = LogindSource(user: user)
    if let logind { try group.add(logind.descriptor) }
    try searchDisplay()
  }

  package var descriptor: Int32? { group.raw }

  package var deadline: Double? { running.lookAgain }

  package func take(at monotonic: Double) throws {
    let ready = try group.ready()
    if ready.contains(running.descriptor) { try running.take(at: monotonic) }
    try running.settle(at: monotonic)
    if let source = logind, ready.contains(source.descriptor), !source.take() {
      group.remove(source.descriptor)
      logind = nil
    }
    if let source = focus, ready.contains(source.descriptor), !source.take() {
      group.remove(source.descriptor)
      focus = nil
      // A sway's windows end with it. Looked for again at once, one that only ever hangs up would keep us busy.
      if !(source is SwayFocus) { searched = [] }
    }
    try searchDisplay()
  }

  package func observation(shielded: Set<String>) -> UseObservation {
    var result = UseObservation(shielded: shielded)
    result.session = focus?.isIdle == true ? .idle : logind?.sessions.state ?? .unknown
    switch focus?.focus ?? .unknown {
    case .unknown:
      result.applications = running.names
      result.isOtherInUse = result.session == .active
    case .nothing:
      // A full-screen program may take no part in window management: the session itself still tells.
      result.isOtherInUse = result.session == .active
    case .window(let pid):
      if let pid, let application = application(of: pid) {
        result.applications = [application]
      } else {
        result.isOtherInUse = true
      }
    }
    return result
  }

  package var sources: Sources {
    let session = logind == nil ? "none" : "logind"
    guard let focus, focus.focus != .unknown else {
      let reason =
        logind?.sessions.isWayland == true
        ? "a Wayland session tells nobody which window is in front"
        : "there is no display that tells which window is in front"
      return Sources(
        application: "processes", session: session,
        shortfall: "applications count while they run: \(reason)")
    }
    return Sources(application: focus.name, session: session, shortfall: nil)
  }

  private func application(of pid: Int32) -> String? {
    // Asked again and again of the same window; who starts another program in its process is told of as started.
    if let known = running.applications[pid] { return known }
    if let focused, focused.pid == pid { return focused.application }
    let application = running.application(of: pid)
    focused = (pid, application)
    return application
  }

  private func searchDisplay() throws {
    guard focus == nil else { return }
    let sessions = logind?.sessions
    let session = sessions?.display
    let new = Set(running.applications.keys).subtracting(searched)
    guard session != nil || !new.isEmpty else { return }
    searched = Set(running.applications.keys)
    let search = DisplaySearch(user: user)
    var found: (any FocusSource)?
    if sessions?.isWayland != true {
      found = search.connect(
        to: search.candidates(session: session, processes: running.applications.keys))
    }
    if found == nil, sessions?.mayBeSway ?? true { found = search.connectToSway() }
    guard let found else { return }
    try group.add(found.descriptor)
    focus = found
  }
}
