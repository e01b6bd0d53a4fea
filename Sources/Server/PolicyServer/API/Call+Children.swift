import CompiledPolicy
import FoundationEssentials

/// What a parent calls about children.
extension Call {
  /// `GET /children`.
  func children() throws -> HTTPResponse {
    .json(200, .array(try household.children().map { $0.wire(family: household.familyID) }))
  }

  /// `POST /children`.
  func addChild() throws -> HTTPResponse {
    let (name, birthDate) = try description()
    guard let name else { throw Refusal.field("name", "is missing") }
    guard let birthDate else { throw Refusal.field("birth_date", "is missing") }
    let child = try household.addChild(name: name, birthDate: birthDate, now: now)
    return .json(201, child.wire(family: household.familyID))
  }

  /// `GET /children/ID`.
  func showChild() throws -> HTTPResponse {
    .json(200, try child().wire(family: household.familyID))
  }

  /// `PUT /children/ID`. Another age is another policy for the child's devices.
  func updateChild() throws -> HTTPResponse {
    let child = try child()
    let (name, birthDate) = try description()
    let updated = try household.updateChild(child.id, name: name, birthDate: birthDate, now: now)
    guard let updated else { throw Refusal.notFound("child") }
    if let served = try household.servedPolicy(of: child.id, now: now),
      served.child.version != updated.version
    {
      push(PushMessage(childID: child.id, version: served.policy.version))
    }
    return .json(200, updated.wire(family: household.familyID))
  }

  /// `DELETE /children/ID`, with everything of the child's. Its devices' keys are good for nothing from now on.
  func removeChild() throws -> HTTPResponse {
    guard try household.removeChild(try identifier("child")) else {
      throw Refusal.notFound("child")
    }
    return .empty(204)
  }

  private func description() throws(Refusal) -> (name: String?, birthDate: String?) {
    let body = try body()
    let name = try body.text("name", limit: 200)
    if let name, name.allSatisfy(\.isWhitespace) { throw .field("name", "is blank") }
    guard let text = try body.text("birth_date") else { return (name, nil) }
    guard let birthDate = Child.birthDate(text) else {
      throw .field("birth_date", "is no day like 2015-03-09")
    }
    guard birthDate <= RFC3339.text(now).prefix(10) else {
      throw .field("birth_date", "is in the future")
    }
    return (name, birthDate)
  }
}
