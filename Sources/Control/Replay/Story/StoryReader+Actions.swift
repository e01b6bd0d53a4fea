import ActivityEngine
import DeviceActivity
import FamilyControls
import FoundationEssentials

extension StoryReader {
  func deed(_ fields: inout StoryFields) throws(StoryFault) -> StoryAction.Deed {
    let word = try fields.text("do")
    switch word {
    case "startMonitoring", "replaceMonitoring":
      return .startMonitoring(try monitoring(&fields, replaces: word == "replaceMonitoring"))
    case "stopMonitoring": return .stopMonitoring(try fields.texts("activities"))
    case "use":
      return .use(token: try fields.text("token"), until: try later(&fields))
    case "use.monotonic":
      let token = try fields.text("token")
      return .useFor(token: token, seconds: try fields.seconds("seconds"))
    case "kill": return .kill(try fields.choice("proc"), during: try moment(&fields))
    case "launch": return .launch(try fields.choice("proc"))
    case "suspend": return .suspend(until: try later(&fields))
    case "setClock": return .setClock(to: try fields.date("to"))
    case "setTimeZone":
      let name = try fields.text("tz")
      guard Self.rules(named: name) != nil else { throw fields.fault("tz", Self.noZone(name)) }
      return .setTimeZone(name)
    case "powerConnected": return .powerConnected
    case "pollTick": return .pollTick
    case "handlerDuration":
      return .handlerDuration(
        call: try fields.choice("call"), seconds: try fields.seconds("seconds"))
    case "auth.grant": return .grant
    case "auth.revoke": return .revoke
    case "auth.read":
      let answer = try fields.text("value")
      guard AuthorizationStatus(word: answer) != nil else {
        throw fields.fault("value", "unknown word “\(answer)”")
      }
      return .readAuthorization(answer: answer)
    case "token.make":
      return .makeToken(app: try fields.text("app"), name: try fields.text("saveAs"))
    case "selection.save": return .saveSelection(try fields.texts("tokens"))
    case "shield.set": return .setShield(try shield(&fields))
    case "shield.clear": return .clearShield(store: try fields.text("store"))
    case "shield.query", "accessCheck": return .queryShield(token: try fields.text("token"))
    case "truncateFile":
      let file = try fields.text("file")
      guard SimulatedFiles.paths[file] != nil else {
        throw fields.fault("file", "unknown file “\(file)”; known are \(SimulatedFiles.words)")
      }
      let bytes = try fields.integer("bytes")
      guard bytes >= 0 else { throw fields.fault("bytes", "must not be negative") }
      return .truncate(file: file, bytes: bytes)
    case "uninstall": return .uninstall(client: try fields.text("client"))
    default: throw fields.fault("do", "nobody can do “\(word)”")
    }
  }

  private func later(_ fields: inout StoryFields) throws(StoryFault) -> Date {
    try fields.date("until")
  }

  /// `intervalDidStart, before acknowledgement`: in or after the handler, before its return is saved.
  private func moment(
    _ fields: inout StoryFields
  ) throws(StoryFault) -> ActivityCallback.Call? {
    guard let words = try fields.optionalText("during") else { return nil }
    let parts = words.split(separator: ",", maxSplits: 1).map { $0.drop { $0 == " " } }
    guard let call = parts.first.flatMap({ ActivityCallback.Call(rawValue: String($0)) }),
      parts.count == 1 || parts[1] == "before acknowledgement"
    else { throw fields.fault("during", "must be a call, as “intervalDidStart”") }
    return call
  }

  private func monitoring(
    _ fields: inout StoryFields, replaces: Bool
  ) throws(StoryFault) -> StoryAction.Monitoring {
    let activity = try fields.text("activity")
    var inner = try fields.object("schedule")
    let parts = ScheduleParts(
      start: try components(&inner, "start"), end: try components(&inner, "end"),
      repeats: try inner.bool("repeats"),
      warningTime: inner.has("warning") ? try components(&inner, "warning") : nil)
    try inner.end()
    guard let schedule = parts.schedule else {
      throw fields.fault("schedule", "has numbers that no date has")
    }
    var monitoring = StoryAction.Monitoring(
      activity: activity, schedule: schedule, replaces: replaces)
    if fields.has("events") { monitoring.events = try events(&fields) }
    if fields.has("shields") { monitoring.shields = try fields.texts("shields") }
    monitoring.client = try fields.optionalText("client")
    monitoring.error = try outcome(&fields)
    return monitoring
  }

  /// `ok`, which is nil, or `throws` and an error.
  private func outcome(_ fields: inout StoryFields) throws(StoryFault) -> String? {
    guard let words = try fields.optionalText("expect"), words != "ok" else { return nil }
    let error = words.hasPrefix("throws ") ? String(words.dropFirst("throws ".count)) : ""
    guard MonitoringErrorWord.all.contains(error) else {
      throw fields.fault(
        "expect",
        "must be “ok” or “throws” and one of \(MonitoringErrorWord.all.joined(separator: ", "))")
    }
    return error
  }

  private func events(
    _ fields: inout StoryFields
  ) throws(StoryFault) -> [String: StoryAction.Event] {
    var outer = try fields.object("events")
    var events: [String: StoryAction.Event] = [:]
    for name in outer.names {
      var inner = try outer.object(name)
      events[name] = StoryAction.Event(
        tokens: try inner.texts("tokens"), threshold: try length(&inner, "threshold"),
        includesPast: inner.has("includesPast") ? try inner.bool("includesPast") : false)
      try inner.end()
    }
    return events
  }

  private func components(
    _ fields: inout StoryFields, _ name: String
  ) throws(StoryFault) -> ScheduleParts.Components {
    var inner = try fields.object(name)
    var components = ScheduleParts.Components()
    for field in inner.names where field != "timeZone" {
      guard ScheduleParts.numbers.contains(field) else { throw inner.fault(field, "unknown field") }
      components.numbers[field] = try inner.integer(field)
    }
    components.timeZone = try inner.optionalText("timeZone")
    if let zone = components.timeZone, Self.rules(named: zone) == nil {
      throw inner.fault("timeZone", Self.noZone(zone))
    }
    return components
  }

  private func length(
    _ fields: inout StoryFields, _ name: String
  ) throws(StoryFault) -> DateComponents {
    let parts = try components(&fields, name).numbers
    return DateComponents(
      day: parts["day"], hour: parts["hour"], minute: parts["minute"], second: parts["second"],
      weekOfYear: parts["weekOfYear"])
  }

  private func shield(_ fields: inout StoryFields) throws(StoryFault) -> StoryAction.Shield {
    let store = try fields.text("store")
    let apps: [String]
    if fields.has("count") {
      let count = try fields.integer("count")
      guard (0...100_000).contains(count) else {
        throw fields.fault("count", "must be 0 to 100000")
      }
      apps = (0..<count).map { "\(store)#\($0 + 1)" }
    } else {
      apps = try fields.texts("apps")
    }
    if let error = try outcome(&fields) {
      throw fields.fault("expect", "setting a shield throws nothing, so never \(error)")
    }
    return StoryAction.Shield(
      store: store, apps: apps, look: try fields.optionalText("config"),
      client: try fields.optionalText("client"))
  }
}
