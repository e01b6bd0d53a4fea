import FamilyControls
import SharedDirectory

extension ControlProgram {
  private var guardian: Guardian {
    let now = world.now
    return Guardian(directory: directory, caller: world.caller, now: { now })
  }

  func authorize(_ member: FamilyControlsMember) throws {
    if member == .child { try demandGuardian(for: "authorize a child") }
    try directory.prepareLayout()
    let old = try directory.read(.authorization)?.grantInForce
    try guardian.grant(to: member)
    let isNew = try directory.read(.authorization)?.grantInForce != old
    let whom = member == .child ? "a child" : "an individual"
    say(isNew ? "authorized for \(whom)" : "was authorized for \(whom) already")
    if isNew {
      for name in try directory.selectionNames() {
        if try directory.read(.selection(name))?.isVoid == true {
          say("the selection “\(name)” must be picked again")
        }
      }
    }
  }

  func revoke() throws {
    try requireDirectory()
    try guardian.revoke()
    say("revoked: every token is void, and pavise-monitor lifts what is in force")
    try warnIfMonitorIsDead("it lifts when it starts, or “pavise clear” does at once")
  }
}
