import CompiledPolicy
import FoundationEssentials
import ManagedSettings

/// The check of a policy's document before it is saved: what a device would make of it, found out beforehand.
///
/// Stricter than a device, which has to make the best of what it gets (rule P4): a field that no policy has is
/// a fault too, since a word that is spelt wrong would otherwise restrict nothing.
struct DocumentCheck {
  /// A place in the document that cannot stay as it is.
  struct Fault: Equatable, Sendable {
    /// Empty for the document as a whole.
    let field: String
    /// As found; nil if the reason says it.
    var value: String?
    let reason: String
    var category: RuleCategory?
  }

  let faults: [Fault]
  /// For every rule category that the document addresses, the best that a device can report.
  let results: [RuleCategory: MappingResult]
  /// The document as it is stored; nil if there are faults.
  let document: String?

  /// What says which policy it is. Given by the server, and ignored in a document, so that a whole policy as a
  /// device gets it may be pasted.
  private static let head: Set<String> = [
    "version", "child_id", "child_age", "age_group", "policy_id", "status", "generated_at",
  ]

  init(_ document: JSONValue) {
    guard case .object(let fields) = document else {
      self.init(faults: [Fault(field: "", reason: "the document is no object")])
      return
    }
    let sections = fields.filter { !Self.head.contains($0.key) && $0.value != .null }
    let text = WireValue(.object(sections)).text
    let received: ReceivedPolicy
    do { received = try Self.received(text) } catch {
      self.init(faults: [Fault(field: "", reason: "\(error)")])
      return
    }
    let plan = PolicyPlan(received.policy, faults: received.faults) { identity in
      Data("\(identity)".utf8)
    }
    let wrong = received.faults.map {
      Fault(field: $0.field, value: $0.value, reason: $0.reason, category: $0.category)
    }
    let unknown = Self.fieldsUnknown(in: .object(sections), to: received.policy)
      .filter { path in !wrong.contains { $0.field.hasPrefix(path) } }
      .map { Fault(field: $0, reason: "no policy has this field") }
    let known = Set(wrong.compactMap(\.category))
    let unfit = plan.results.filter { !$0.value.failed.isEmpty && !known.contains($0.key) }
      .sorted { $0.key.rawValue < $1.key.rawValue }
      .map {
        Fault(
          field: $0.key.rawValue, reason: $0.value.failed.joined(separator: "; "),
          category: $0.key)
      }
    let faults = wrong + unknown + unfit
    self.init(
      faults: faults, results: plan.results.filter(\.value.isAddressed),
      document: faults.isEmpty ? text : nil)
  }

  private init(
    faults: [Fault], results: [RuleCategory: MappingResult] = [:], document: String? = nil
  ) {
    self.faults = faults
    self.results = results
    self.document = document
  }

  /// A stored document as a policy.
  static func policy(of document: String) throws(PolicyRefusal) -> CompiledPolicy {
    try received(document).policy
  }

  private static func received(_ sections: String) throws(PolicyRefusal) -> ReceivedPolicy {
    let head = #"{"version":1,"policy_id":"-","status":"active""#
    let rest = sections == "{}" ? "}" : "," + sections.dropFirst()
    return try ReceivedPolicy(parsing: Array((head + rest).utf8))
  }
}

extension DocumentCheck {
  /// The paths in `document` that reading it left out.
  private static func fieldsUnknown(in document: JSONValue, to policy: CompiledPolicy) -> [String] {
    // A policy is plain values, which always encode, to JSON that always parses.
    guard let data = try? JSONEncoder().encode(policy),
      let read = try? JSONValue(parsing: Array(data))
    else { return [] }
    return missing(document, from: read, path: "")
  }

  private static func missing(_ value: JSONValue, from read: JSONValue, path: String) -> [String] {
    switch (value, read) {
    case (.object(let fields), .object(let known)):
      fields.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
        let path = path.isEmpty ? name : "\(path).\(name)"
        if value == .null { return [] }
        guard let other = known[name] else { return [path] }
        return missing(value, from: other, path: path)
      }
    case (.array(let values), .array(let known)):
      zip(values, known).enumerated().flatMap { index, pair in
        missing(pair.0, from: pair.1, path: "\(path)[\(index)]")
      }
    default: []
    }
  }
}

extension DocumentCheck {
  var wire: WireValue {
    ["faults": .array(faults.map(\.wire)), "results": .array(resultsInOrder)]
  }

  private var resultsInOrder: [WireValue] {
    RuleCategory.allCases.compactMap { category in
      guard let result = results[category], let status = result.status else { return nil }
      return .fields([
        "category": .string(category.rawValue), "status": .string(status.rawValue),
        "framework": .string(result.framework.rawValue),
        "detail": result.detail.map(WireValue.string),
      ])
    }
  }
}

extension DocumentCheck.Fault {
  var wire: WireValue {
    .fields([
      "field": .string(field), "value": value.map(WireValue.string), "reason": .string(reason),
      "category": category.map { .string($0.rawValue) },
    ])
  }
}
