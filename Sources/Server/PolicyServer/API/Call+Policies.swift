import CompiledPolicy
import FoundationEssentials

/// What a parent calls about policies. A row is what the service shows of a policy, with `in_force`: whether it is
/// the one that the child's devices get.
extension Call {
  /// `GET /children/ID/policies`, in the order in which they would be served.
  func policies() throws -> HTTPResponse {
    let child = try child()
    return .json(200, .array(try household.policies(of: child.id).map(row)))
  }

  /// `POST /children/ID/policies`: a draft. Without a `document` it begins with what suits the child's age.
  func addPolicy() throws -> HTTPResponse {
    let child = try child()
    let body = try body()
    guard let name = try Self.name(body) else { throw Refusal.field("name", "is missing") }
    let age = Child.age(bornOn: child.birthDate, at: now)
    let (policy, change) = try household.addPolicy(
      for: child.id, name: name, priority: try Self.priority(body) ?? 0,
      document: try Self.document(body) ?? FirstDocument.forAge(age), now: now)
    return try answer(201, policy, change)
  }

  /// `GET /policies/ID`, with its `document`.
  func showPolicy() throws -> HTTPResponse {
    let policy = try policy()
    return .json(200, try row(policy).adding(["document": try stored(policy.document)]))
  }

  /// `PUT /policies/ID`: any of `name`, `priority`, `document`, which is checked first.
  ///
  /// With a `version`, only if the policy still has it: of two parents who edit, the second one is told.
  func updatePolicy() throws -> HTTPResponse {
    let policy = try policy()
    let body = try body()
    if let version = try body.integer("version", in: 0...Int.max), version != policy.version {
      throw Refusal(
        status: 409,
        message: "the policy was changed meanwhile: it has version \(policy.version)")
    }
    let (updated, change) = try household.updatePolicy(
      policy, name: try Self.name(body), priority: try Self.priority(body),
      document: try Self.document(body), now: now)
    return try answer(200, updated, change)
  }

  /// `POST /policies/ID/activate`.
  func activatePolicy() throws -> HTTPResponse { try setStatus(.active) }

  /// `POST /policies/ID/pause`.
  func pausePolicy() throws -> HTTPResponse { try setStatus(.paused) }

  private func setStatus(_ status: Policy.Status) throws -> HTTPResponse {
    let policy = try policy()
    if policy.status == status { return .json(200, try row(policy)) }
    let (updated, change) = try household.updatePolicy(policy, status: status, now: now)
    return try answer(200, updated, change)
  }

  /// `DELETE /policies/ID`.
  func removePolicy() throws -> HTTPResponse {
    tell(try household.removePolicy(try policy(), now: now))
    return .empty(204)
  }

  /// `POST /policies/check`: what is wrong with a `document`, and the best that a device could report of it.
  func checkPolicy() throws -> HTTPResponse {
    guard let document = try body().value("document") else {
      throw Refusal.field("document", "is missing")
    }
    return .json(200, DocumentCheck(document).wire)
  }

  private func answer(
    _ status: Int, _ policy: Policy?, _ change: PolicyChange
  ) throws -> HTTPResponse {
    guard let policy else { throw Refusal.notFound("policy") }
    tell(change)
    return .json(status, try row(policy))
  }

  private func tell(_ change: PolicyChange) {
    if change.concernsDevices {
      push(PushMessage(childID: change.childID, version: change.version))
    }
  }

  private func row(_ policy: Policy) throws -> WireValue {
    let served = try household.servedPolicy(of: policy.childID)
    return policy.wire.adding(["in_force": .bool(served?.id == policy.id)])
  }

  private static func name(_ body: RequestBody) throws(Refusal) -> String? {
    let name = try body.text("name", limit: 200)
    if let name, name.allSatisfy(\.isWhitespace) { throw .field("name", "is blank") }
    return name
  }

  private static func priority(_ body: RequestBody) throws(Refusal) -> Int? {
    try body.integer("priority", in: -1000...1000)
  }

  /// The checked document; nil if the body has none.
  private static func document(_ body: RequestBody) throws(Refusal) -> String? {
    guard let value = body.value("document") else { return nil }
    let check = DocumentCheck(value)
    guard let document = check.document else {
      let count = check.faults.count
      throw Refusal(
        status: 422,
        message: "the policy was not saved: \(count) \(count == 1 ? "value" : "values") to mend",
        faults: check.faults)
    }
    return document
  }
}
