/// A field that leaves this machine (rule M6).
package struct PrivacyEntry: Codable, Equatable, Sendable {
  /// What a field goes out with.
  package enum Call: String, CaseIterable, Codable, Sendable {
    case registration, policy, report, acknowledgement, mappings, subscription
  }

  package enum Place: String, CaseIterable, Codable, Sendable {
    case path, query, header, body
  }

  package var call: Call
  package var place: Place
  /// In a body with the names of what it lies in; `[]` stands for every element, `*` for a name that is not fixed.
  package var field: String
  /// Where the value comes from, for a person.
  package var source: String
  /// Whether the value is derived from what a person has chosen, written or done.
  package var isPersonal: Bool
}

/// All that ever leaves this machine, and to whom. A test sends everything and finds nothing else.
package enum PrivacyInventory {
  package static let entries: [PrivacyEntry] = calls.flatMap { call, fields in
    fields.map { place, field, source, isPersonal in
      PrivacyEntry(
        call: call, place: place, field: field, source: source, isPersonal: isPersonal)
    }
  }

  private typealias Field = (PrivacyEntry.Place, String, String, Bool)

  private static let calls: [(PrivacyEntry.Call, [Field])] = [
    (.registration, common + content + registration),
    (.policy, common + [deviceKey] + policy),
    (.report, common + content + [deviceKey, repetition] + enforcement + screenTime),
    (.acknowledgement, common + content + [deviceKey, repetition] + acknowledgement),
    (.mappings, common + [(.path, "platform", "always “apple”", false)]),
    (.subscription, common + subscription),
  ]

  private static let common: [Field] = [
    (.header, "Host", "the server's own name, as it was given", false),
    (.header, "User-Agent", "always “Pavise”, without a version", false),
    (.header, "Accept", "constant", false),
    (.header, "Accept-Encoding", "constant", false),
  ]

  private static let content: [Field] = [
    (.header, "Content-Type", "constant", false),
    (.header, "Content-Length", "the size of the body", false),
  ]

  private static let deviceKey: Field = (
    .header, "X-Device-Key", "handed out by the service at registration", false
  )

  private static let repetition: Field = (
    .header, "Idempotency-Key",
    "a random number for each report and acknowledgement; for a day's screen time one of this machine, and the day",
    false
  )

  private static let registration: [Field] = [
    (.path, "child", "the child's id, which the service made", false),
    (.header, "Authorization", "the parent's token, or one for pairing; not stored here", false),
    (.body, "device_name", "--name of “pavise register”, else the machine's host name", true),
    (.body, "device_model", "“Linux” and the processor's architecture", false),
    (.body, "os_version", "the name and version of the distribution", false),
    (.body, "app_version", "Pavise's own version", false),
    (.body, "capabilities[]", "constant: the three frameworks", false),
    (
      .body, "apns_token",
      "given by a program that is linked with PhosraSDK; “pavise register” sends none", false
    ),
  ]

  private static let policy: [Field] = [
    (
      .query, "since_version", "the version of the policy in force, the service's own number", false
    ),
    (.header, "If-None-Match", "the tag of the policy in force, the service's own", false),
  ]

  private static let acknowledgement: [Field] = [
    (.body, "version", "the version of the policy in force, the service's own number", false)
  ]

  private static let enforcement: [Field] = [
    (.body, "report_type", "constant: the kind of report", false),
    (.body, "reported_at", "the clock", false),
    (.body, "payload.policy_version", "the version of the policy in force", false),
    (.body, "payload.results[].category", "a rule category that the policy addresses", false),
    (.body, "payload.results[].status", "what was read back from the machine", false),
    (.body, "payload.results[].framework", "a constant of the category", false),
    (
      .body, "payload.results[].detail",
      "why it is not in force; names only what the policy itself names, and counts applications",
      false
    ),
    (
      .body, "payload.not_addressed[]", "the rule categories that the policy says nothing of", false
    ),
  ]

  private static let screenTime: [Field] = [
    (.body, "payload.date", "the local day, sent once, on a later day", false),
    (.body, "payload.total_minutes", "how long the device was used on that day", true),
    (
      .body, "payload.by_category.*",
      "how long applications of a kind were used; the kinds are Pavise's own words, like “games”",
      true
    ),
    (
      .body, "payload.top_apps.*",
      "how long an application was used that the policy itself names, by that name; no other",
      true
    ),
  ]

  private static let subscription: [Field] = [
    (.path, "topic", "the ntfy topic that was configured", false),
    (.header, "Authorization", "the topic's token, if one was given to PhosraSDK", false),
    (.query, "since", "the ntfy server's own number of the last push", false),
  ]
}
