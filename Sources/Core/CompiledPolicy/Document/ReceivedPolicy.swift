/// A policy as it came from the service, with everything in it that cannot be meant.
public struct ReceivedPolicy: Equatable, Sendable {
  /// Fields of a wrong type are absent in it.
  public let policy: CompiledPolicy
  /// Wrong types first, then impossible values, each in the order of the document's sections.
  public let faults: [PolicyFault]

  /// Reads the body of an answer.
  ///
  /// - Throws: ``PolicyRefusal`` if it is not JSON in the strict sense of ``JSONValue``, not an object, a section is
  ///   no object, or what says which policy this is (`version`, `policy_id`, `status`) is missing or wrong.
  public init(parsing bytes: [UInt8]) throws(PolicyRefusal) {
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes) } catch { throw .notJSON(error) }
    try self.init(value)
  }

  init(_ value: JSONValue) throws(PolicyRefusal) {
    guard case .object(let fields) = value else {
      throw .wrongType(field: "", expected: "an object", found: value.kind)
    }
    let head = PolicyHead(fields: fields)
    var policy = CompiledPolicy(
      version: try head.version(), policyID: try head.required("policy_id"),
      status: try head.required("status"), childID: try head.text("child_id"),
      childAge: try head.integer("child_age"), ageGroup: try head.text("age_group"),
      generatedAt: try head.date("generated_at"))
    var faults: [PolicyFault] = []
    policy.contentFilter = try head.section("content_filter", &faults) { .init(&$0) }
    policy.screenTime = try head.section("screen_time", &faults) { .init(&$0) }
    policy.purchases = try head.section("purchases", &faults) { .init(&$0) }
    policy.privacy = try head.section("privacy", &faults) { .init(&$0) }
    policy.social = try head.section("social", &faults) { .init(&$0) }
    policy.notifications = try head.section("notifications", &faults) { .init(&$0) }
    policy.webFilter = try head.section("web_filter", &faults) { .init(&$0) }
    self.policy = policy
    let known = Set(faults.map(\.field))
    self.faults = faults + policy.faults.filter { !known.contains($0.field) }
  }
}

/// Reads the fields outside the sections, where anything of a wrong type refuses the document.
private struct PolicyHead {
  let fields: [String: JSONValue]

  func version() throws(PolicyRefusal) -> Int {
    guard let version = try integer("version") else { throw .missing(field: "version") }
    guard version >= 0 else {
      throw .impossible(field: "version", value: String(version), reason: "below 0")
    }
    return version
  }

  func required(_ name: String) throws(PolicyRefusal) -> String {
    guard let text = try text(name) else { throw .missing(field: name) }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .impossible(field: name, value: PolicyFault.excerpt(of: text), reason: "blank")
    }
    return text
  }

  func text(_ name: String) throws(PolicyRefusal) -> String? {
    switch fields[name] ?? .null {
    case .null: return nil
    case .string(let text): return text
    case let other: throw .wrongType(field: name, expected: "text", found: other.kind)
    }
  }

  func integer(_ name: String) throws(PolicyRefusal) -> Int? {
    switch fields[name] ?? .null {
    case .null: return nil
    case .integer(let value): return value
    case let other:
      throw .wrongType(
        field: name, expected: "a whole number", found: "\(other.kind) (\(other.excerpt))")
    }
  }

  func date(_ name: String) throws(PolicyRefusal) -> String? {
    guard let text = try text(name) else { return nil }
    guard RFC3339.date(text) != nil else {
      throw .impossible(
        field: name, value: PolicyFault.excerpt(of: text), reason: "no date of RFC 3339")
    }
    return text
  }

  func section<Section>(
    _ name: String, _ faults: inout [PolicyFault], body: (inout FieldReader) -> Section
  ) throws(PolicyRefusal) -> Section? {
    switch fields[name] ?? .null {
    case .null: return nil
    case .object(let fields):
      var reader = FieldReader(path: name, fields: fields)
      defer { faults += reader.faults }
      return body(&reader)
    case let other: throw .wrongType(field: name, expected: "an object", found: other.kind)
    }
  }
}
