import CompiledPolicy
import FoundationEssentials

/// What a parent asks about what devices have reported.
extension Call {
  /// `GET /children/ID/reports?type=&before=&limit=`: the latest, newest first. `before` is the `id` to go on from.
  func reports() throws -> HTTPResponse {
    let child = try child()
    let limit = request.parameter("limit").flatMap { Int($0) } ?? 50
    let reports = try household.reports(
      of: child.id, type: request.parameter("type"),
      before: request.parameter("before").flatMap { Int($0) }, limit: min(max(limit, 1), 500))
    return .json(
      200,
      .array(
        try reports.map { report in
          [
            "id": .integer(report.id), "device_id": .string(report.deviceID),
            "report_type": .string(report.type), "payload": try stored(report.payload),
            "reported_at": .string(report.reportedAt), "received_at": .string(report.receivedAt),
          ]
        }))
  }

  /// `GET /children/ID/screen-time?from=2026-03-01&through=2026-03-07`: minutes by day, all devices together.
  func screenTime() throws -> HTTPResponse {
    let child = try child()
    let today = String(RFC3339.text(now).prefix(10))
    let last = request.parameter("through") ?? today
    let first = request.parameter("from") ?? last
    guard first.utf8.count == 10, last.utf8.count == 10, Child.birthDate(first) != nil,
      Child.birthDate(last) != nil
    else { throw Refusal(status: 400, message: "from and through are days like 2026-03-01") }
    let reports = try household.screenTime(of: child.id, from: first, through: last)
    var days: [String: ScreenTimeDay] = [:]
    for report in reports {
      guard let day = report.day,
        case .object(let payload) = try JSONValue(parsing: Array(report.payload.utf8))
      else { continue }
      days[day, default: ScreenTimeDay(date: day)].add(payload, device: report.deviceID)
    }
    return .json(200, .array(days.values.sorted { $0.date < $1.date }.map(\.wire)))
  }
}

/// A day of a child's screen time.
private struct ScreenTimeDay {
  let date: String
  var total = 0.0
  var categories: [String: Double] = [:]
  var applications: [String: Double] = [:]
  var devices: [String: Double] = [:]

  init(date: String) { self.date = date }

  /// Minutes that are no numbers, or below 0, count as none: a report is whatever a device sends.
  mutating func add(_ payload: [String: JSONValue], device: String) {
    let minutes = Self.minutes(payload["total_minutes"])
    total += minutes
    devices[device, default: 0] += minutes
    Self.add(payload["by_category"], to: &categories)
    Self.add(payload["top_apps"], to: &applications)
  }

  private static func add(_ value: JSONValue?, to sums: inout [String: Double]) {
    guard case .object(let fields) = value else { return }
    for (name, value) in fields { sums[name, default: 0] += minutes(value) }
  }

  private static func minutes(_ value: JSONValue?) -> Double {
    switch value {
    case .integer(let minutes): min(max(Double(minutes), 0), 1440)
    case .number(let minutes): min(max(minutes, 0), 1440)
    default: 0
    }
  }

  var wire: WireValue {
    [
      "date": .string(date), "total_minutes": .number(total), "by_category": Self.wire(categories),
      "top_apps": Self.wire(applications), "by_device": Self.wire(devices),
    ]
  }

  private static func wire(_ sums: [String: Double]) -> WireValue {
    .object(
      sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { .init(name: $0.key, value: .number($0.value)) })
  }
}
