import CompiledPolicy
package import FoundationEssentials
import Synchronization
package import System

/// Answers the calls of devices and parents for one household.
///
/// Every call is done under one lock, so it sees the effect of every call that was answered before: once a
/// revocation is answered, no request of that device succeeds.
package final class PolicyService: HTTPHandler {
  private let household: Mutex<Household>
  private let limiter: Mutex<RateLimiter>
  private let pushes: PushQueue?
  private let clock: @Sendable () -> Date
  private let log: Log

  /// - Parameters:
  ///   - rateLimit: Requests a minute for each caller; 0 is no limit.
  ///   - push: Told of every policy that is new to devices; nil if nobody is.
  package init(
    household: sending Household, rateLimit: Int = 0, push: (any PushTransport)? = nil,
    clock: @escaping @Sendable () -> Date = { Clock.now() }, log: Log
  ) throws {
    self.household = Mutex(household)
    limiter = Mutex(RateLimiter(limit: rateLimit))
    pushes = try push.map { try PushQueue(transport: $0, log: log) }
    self.clock = clock
    self.log = log
  }

  deinit {
    pushes?.close()
  }

  package func exchange(for head: HTTPRequest) -> HTTPExchange {
    let match = Route.match(head.method, head.path)
    let caller: Result<Caller, Refusal> =
      if case .route(let route, _) = match {
        household.withLock { identify(head, for: route.access, in: $0) }
      } else {
        .success(.anybody)
      }
    let allowance = limiter.withLock { $0.take(Self.bucket(caller, head), at: clock()) }
    guard allowance.isGranted else {
      let refusal = HTTPResponse.text(429, "Too Many Requests")
        .adding("Retry-After", String(allowance.wait))
      return .answered(complete(refusal, allowance))
    }
    switch (match, caller) {
    case (.nothing, _): return .answered(complete(.text(404, "404 page not found"), allowance))
    case (.otherMethods(let methods), _):
      let allowed = methods.joined(separator: ", ")
      return .answered(complete(.empty(405).adding("Allow", allowed), allowance))
    case (.route, .failure(let refusal)):
      return .answered(complete(refusal.response, allowance))
    case (.route(let route, let parameters), .success):
      return .awaitingBody { [self] request in
        complete(answer(request, route, parameters), allowance)
      }
    }
  }

  /// The body has come meanwhile, so who calls is looked at again, in the same moment in which the call is done.
  private func answer(
    _ request: HTTPRequest, _ route: Route, _ parameters: [String]
  ) -> HTTPResponse {
    household.withLock { household in
      let result = identify(request, for: route.access, in: household).flatMap { caller in
        let call = Call(
          request: request, parameters: parameters, caller: caller, household: household,
          now: clock(), push: { [pushes] in pushes?.add($0) })
        return attempt(request) { try route.run(call) }
      }
      switch result {
      case .success(let response): return response
      case .failure(let refusal): return refusal.response
      }
    }
  }

  /// Whatever is thrown, as a refusal.
  private func attempt<Value>(
    _ request: HTTPRequest, _ body: () throws -> Value
  ) -> Result<Value, Refusal> {
    do {
      return .success(try body())
    } catch let refusal as Refusal {
      return .failure(refusal)
    } catch {
      log(.error, "call failed", ["path": request.path, "reason": "\(error)"])
      return .failure(.noDatabase)
    }
  }

  private func complete(
    _ response: HTTPResponse, _ allowance: RateLimiter.Allowance
  ) -> HTTPResponse {
    var response = response
    response.headers.append(("Vary", "Origin"))
    for header in allowance.headers.sorted(by: { $0.key < $1.key }) {
      response.headers.append((header.key, header.value))
    }
    return response
  }

  private static func bucket(
    _ caller: Result<Caller, Refusal>, _ head: HTTPRequest
  ) -> String {
    switch caller {
    case .success(.device(let device)): "device \(device.id)"
    case .success(.parent): "parent"
    case .success(.anybody), .success(.pairing), .failure: "address \(head.address)"
    }
  }
}

extension PolicyService {
  private func identify(
    _ head: HTTPRequest, for access: Access, in household: Household
  ) -> Result<Caller, Refusal> {
    attempt(head) {
      switch access {
      case .open: return .anybody
      case .device: return .device(try device(head, in: household))
      case .parent, .registration:
        guard let token = Self.bearer(head) else {
          throw Refusal(status: 401, message: "missing authorization header")
        }
        return try identify(bearer: token, for: access, in: household)
      }
    }
  }

  private func device(_ head: HTTPRequest, in household: Household) throws -> Device {
    guard let key = head.headers["x-device-key"], !key.isEmpty else {
      throw Refusal(status: 401, message: "missing X-Device-Key header")
    }
    guard let device = try household.device(key: Secret(key)) else {
      throw Refusal(status: 401, message: "invalid or revoked device key")
    }
    return device
  }

  private func identify(
    bearer token: String, for access: Access, in household: Household
  ) throws -> Caller {
    let secret = Secret(token)
    if try household.isParent(secret) { return .parent }
    if let pairing = try household.pairing(secret, now: clock()) {
      if case .registration = access { return .pairing(pairing, token: token) }
      throw Refusal(status: 403, message: "a pairing token only registers a device")
    }
    if try household.device(key: secret) != nil {
      throw Refusal(status: 403, message: "a device may not do this")
    }
    throw Refusal(status: 401, message: "invalid token")
  }

  private static func bearer(_ head: HTTPRequest) -> String? {
    guard let value = head.headers["authorization"], value.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    let token = String(value.dropFirst("bearer ".count)).trimmingBlanks()
    return token.isEmpty ? nil : token
  }
}
