import ActivityEngine
import FoundationEssentials
import SharedDirectory

/// What the device, its owner and the app do.
extension SimulatedWorld {
  func perform(_ action: StoryAction) throws {
    try noticing { try perform(action.deed) }
  }

  private func perform(_ deed: StoryAction.Deed) throws {
    switch deed {
    case .kill(let program, let moment):
      if let moment { killDuring = moment } else { try kill(program, now: true) }
    case .launch(let program): launch(program)
    case .suspend(let until): suspend(until: until)
    case .setClock(let wall):
      clock.set(wall: wall)
      mark(.clockSet, "the clock is set")
      hasClockChanged = true
    case .setTimeZone(let name):
      if let zone = clock.zones.named(name) { clock.set(zone: zone) }
      mark(.zoneSet, name)
      hasClockChanged = true
    case .powerConnected, .pollTick: needsPass = true
    case .handlerDuration(let call, let seconds): handlerDurations[call] = seconds
    case .use(let token, let until): recorder.begin(token, until: position(until))
    case .useFor(let token, let seconds):
      recorder.begin(token, until: position(clock.now) + seconds)
    case .truncate(let file, let bytes):
      guard let path = SimulatedFiles.paths[file] else { return }
      try disk.corrupt(path) { $0.prefix(bytes) }
    case .readAuthorization, .queryShield: break
    default: try actAsApp(deed)
    }
  }

  /// An app that is dead is started by whoever wants something of it.
  private func actAsApp(_ deed: StoryAction.Deed) throws {
    isAppAlive = true
    switch deed {
    case .startMonitoring(let monitoring): start(monitoring)
    case .stopMonitoring(let activities):
      app.stop(activities)
      mark(.stopped, activities.joined(separator: ", "))
    case .grant:
      try app.grant()
      app.forgetTokens()
      mark(.granted, "authorized")
    case .revoke:
      app.revoke()
      app.forgetTokens()
      mark(.revoked, "authorization revoked")
    case .makeToken(let application, let name): app.makeToken(of: application, savedAs: name)
    case .saveSelection(let names): try app.saveSelection(names)
    case .setShield(let shield): app.set(shield)
    case .clearShield(let store): app.clear(store)
    case .uninstall(let client):
      deliveries.forget(app.uninstall(client))
      mark(.stopped, "\(client) uninstalled")
    case .applyPolicy(let policy):
      do { try app.apply(policy) } catch { failures.append("policy not applied: \(error)") }
    default: break
    }
  }

  private func start(_ monitoring: StoryAction.Monitoring) {
    let error = app.start(
      monitoring,
      resettingCounters: deliveries.quirks.contains(.reRegistrationResetsCounters))
    if error != monitoring.error {
      let wanted = monitoring.error.map { "throw \($0)" } ?? "succeed"
      let came = error.map { "threw \($0)" } ?? "succeeded"
      failures.append("startMonitoring \(monitoring.activity) should \(wanted) and \(came)")
    }
    if let error {
      mark(.refused, "\(monitoring.activity): \(error)")
    } else {
      mark(.registered, monitoring.activity)
      deliveries.didRegister(monitoring)
    }
  }

  private func suspend(until: Date) {
    suspendedUntil = max(suspendedUntil ?? until, until)
    recorder.setSuspended(true)
    transcript.note(
      Transcript.Device(state: .suspended, stretch: Stretch(from: clock.now, to: until)))
  }

  private func mark(_ kind: Transcript.Mark.Kind, _ words: String) {
    transcript.note(Transcript.Mark(at: clock.now, kind: kind, words: words))
  }

  // MARK: Life and death

  private func kill(_ program: StoryAction.Program, now: Bool) throws {
    let wasAlive = isMonitorAlive
    kill(program)
    if program == .monitor, wasAlive { throw Killed() }
  }

  /// Everything in memory is gone, and so is what was written and not synchronised.
  func kill(_ program: StoryAction.Program) {
    disk.restorePower(losing: .everything)
    mark(.killed, program.rawValue)
    switch program {
    case .monitor: isMonitorAlive = false
    case .sync: isAppAlive = false
    }
  }

  private func launch(_ program: StoryAction.Program) {
    mark(.launched, program.rawValue)
    deliveries.didLaunch(program)
    switch program {
    case .monitor: isMonitorAlive = true
    case .sync: isAppAlive = true
    }
  }
}
