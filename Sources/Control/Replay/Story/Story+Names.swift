extension Story {
  /// Everything that the story calls by name and that could be shielded.
  var tokenNames: Set<String> {
    var names: Set<String> = []
    for action in actions {
      switch action.deed {
      case .startMonitoring(let monitoring):
        names.formUnion(monitoring.shields ?? [])
        for event in monitoring.events.values { names.formUnion(event.tokens) }
      case .use(let token, _), .useFor(let token, _), .queryShield(let token): names.insert(token)
      case .makeToken(let app, _): names.insert(app)
      case .setShield(let shield): names.formUnion(shield.apps)
      default: break
      }
    }
    for case .state(let facts) in expected.map(\.what) {
      for fact in facts {
        switch fact {
        case .shielded(let tokens): names.formUnion(tokens)
        case .access(let token, _): names.insert(token)
        default: break
        }
      }
    }
    return names
  }

  /// A story in which the first word about the authorization is its grant begins without one.
  var beginsAuthorized: Bool {
    let first = actions.first { $0.deed == .grant || $0.deed == .revoke }
    return first?.deed != .grant
  }
}
