import CompiledPolicy
import FoundationEssentials

/// What a device calls.
extension Call {
  /// `GET /device/policy`: 304 without a body when the device has it already, by version or by tag; a tag decides alone.
  func fetchPolicy() throws -> HTTPResponse {
    let device = try device()
    try household.markSeen(device, now: now)
    guard let (child, policy) = try household.servedPolicy(of: device.childID, now: now) else {
      throw Refusal.notFound("policy")
    }
    let served = try ServedPolicy(child: child, policy: policy)
    let isKnown =
      if let tags = request.headers["if-none-match"] {
        Self.names(tags, served.tag)
      } else if let version = request.parameter("since_version").flatMap({ Int($0) }) {
        policy.version <= version
      } else {
        false
      }
    let headers = [
      ("ETag", served.tag), ("Cache-Control", "no-cache"), ("Vary", "X-Device-Key"),
    ]
    return isKnown
      ? HTTPResponse(status: 304, headers: headers, body: served.wire.body)
      : HTTPResponse(
        status: 200, headers: [("Content-Type", "application/json")] + headers,
        body: served.wire.body)
  }

  /// Whether a list of tags, weak or not, has `tag`.
  private static func names(_ tags: String, _ tag: String) -> Bool {
    tags.split(separator: ",").contains {
      let one = String($0).trimmingBlanks()
      return one == "*" || one == tag || one == "W/\(tag)"
    }
  }

  /// `POST /device/report`. What a device could send again and again in vain is refused as its fault (400).
  func report() throws -> HTTPResponse {
    let device = try device()
    let body = try body()
    guard let type = try body.text("report_type", limit: 50), !type.isEmpty else {
      throw Refusal.field("report_type", "is missing")
    }
    guard case .object(let payload) = body.value("payload") else {
      throw Refusal.field("payload", "is no object")
    }
    guard !Self.containsNUL(.object(payload)) else {
      throw Refusal.field("payload", "contains NUL")
    }
    let time = RFC3339.text(now)
    let reportedAt = try body.text("reported_at") ?? time
    guard RFC3339.date(reportedAt) != nil else { throw Refusal.body }
    let text = WireValue(.object(payload)).text
    try household.addReport(
      Report(
        deviceID: device.id, type: type,
        day: type == "screen_time" ? Self.day(in: payload) : nil, payload: text,
        reportedAt: reportedAt, receivedAt: time),
      enforcement: type == "enforcement_status" ? Self.enforcement(payload, text) : nil,
      key: try idempotencyKey())
    try household.markSeen(device, now: now)
    return .json(202, ["status": "accepted"])
  }

  private static func day(in payload: [String: JSONValue]) -> String? {
    guard case .string(let day) = payload["date"], day.utf8.count == 10 else { return nil }
    return Child.birthDate(day)
  }

  /// Nil if the payload is not of the shape; then what the device said before stays.
  private static func enforcement(
    _ payload: [String: JSONValue], _ text: String
  ) -> Household.Enforcement? {
    guard case .integer(let version) = payload["policy_version"],
      case .array(let results) = payload["results"],
      results.allSatisfy({
        if case .object(let fields) = $0, case .string = fields["category"],
          case .string = fields["status"]
        {
          true
        } else {
          false
        }
      })
    else { return nil }
    return Household.Enforcement(version: version, summary: text)
  }

  private static func containsNUL(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.utf8.contains(0)
    case .array(let values): values.contains(where: containsNUL)
    case .object(let fields):
      fields.contains { $0.key.utf8.contains(0) || containsNUL($0.value) }
    case .null, .bool, .integer, .number: false
    }
  }

  /// `POST /device/ack`.
  func acknowledge() throws -> HTTPResponse {
    let device = try device()
    let body = try body()
    guard case .integer(let version) = body.value("version"), (0...Int(Int32.max)).contains(version)
    else { throw Refusal.body }
    try household.acknowledge(version, device: device.id, key: try idempotencyKey(), now: now)
    try household.markSeen(device, now: now)
    return .json(200, ["acknowledged_version": .integer(version)])
  }

  /// `GET /platform-mappings/PLATFORM`.
  func platformMappings() throws -> HTTPResponse {
    let platform = parameters.first ?? ""
    guard platform == "apple" else {
      throw Refusal(status: 404, message: "platform mappings not available for: \(platform)")
    }
    return .json(200, ApplePlatform.wire)
  }

  /// `GET /health`: that the server could answer a device.
  func health() throws -> HTTPResponse {
    try household.probe()
    return .json(200, ["status": "ok"])
  }
}
