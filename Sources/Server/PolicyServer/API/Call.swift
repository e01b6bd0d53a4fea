import FoundationEssentials
import System

/// One call: the request, who makes it, and what it works on.
struct Call {
  let request: HTTPRequest
  /// The parts of the path that the route leaves open.
  let parameters: [String]
  let caller: Caller
  let household: Household
  let now: Date
  /// Takes what devices have to be told.
  let push: (PushMessage) -> Void

  /// The identifier in the path.
  ///
  /// - Parameter kind: What it identifies, for the message.
  func identifier(_ kind: String) throws(Refusal) -> String {
    guard let text = parameters.first, let id = UUID(uuidString: text) else {
      throw Refusal(status: 400, message: "invalid \(kind) ID")
    }
    return id.uuidString.lowercased()
  }

  func body() throws(Refusal) -> RequestBody { try RequestBody(request.body) }

  /// The device that calls. A route for devices has one.
  func device() throws(Refusal) -> Device {
    guard case .device(let device) = caller else {
      throw Refusal(status: 401, message: "invalid or revoked device key")
    }
    return device
  }

  /// The key by which a repeat of this call is known (rule P2); nil if the client does not use them.
  func idempotencyKey() throws(Refusal) -> String? {
    guard let key = request.headers["idempotency-key"], !key.isEmpty else { return nil }
    guard key.utf8.count <= 200 else {
      throw Refusal(status: 400, message: "Idempotency-Key is longer than 200 bytes")
    }
    return key
  }

  func child() throws -> Child {
    guard let child = try household.child(try identifier("child")) else {
      throw Refusal.notFound("child")
    }
    return child
  }

  func policy() throws -> Policy {
    guard let policy = try household.policy(try identifier("policy")) else {
      throw Refusal.notFound("policy")
    }
    return policy
  }
}
