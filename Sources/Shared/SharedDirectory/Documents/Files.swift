package import UseAccounting

// The files of the shared directory and who writes each.

extension SharedFile where Value == Configuration, Writer == ControlRole {
  /// What the guardian decides about this machine; absent until someone does.
  package static var configuration: Self { Self(name: "config.json", lastGood: .copy) }
}

extension SharedFile where Value == Authorization, Writer == ControlRole {
  /// Absent before the first grant.
  package static var authorization: Self {
    Self(name: "authorization.json", lock: .authorization, lastGood: .copy)
  }
}

extension SharedFile where Value == Vault, Writer == EveryRole {
  /// What the tokens stand for; absent while no grant has made any.
  package static var vault: Self {
    Self(name: "vault.json", lock: .vault, lastGood: .copy, mode: 0o600)
  }
}

extension SharedFile where Value == StoredSelection, Writer == ControlRole {
  /// A selection that a person has made.
  package static func selection(_ name: String) -> Self {
    Self(name: "selections/\(FileName.escape(name)).json", lastGood: .copy)
  }
}

extension SharedFile where Value == ActivityLedger {
  /// What this writer has registered.
  package static var activities: Self {
    Self(name: "activities/\(Writer.name).json", lock: .activities, lastGood: .copy)
  }
}

extension SharedFile where Value == StoreDocument {
  /// What this writer has set in the named store.
  package static func store(_ name: String) -> Self {
    Self(
      name: "stores/\(Writer.name)/\(FileName.escape(name)).json", lock: .stores, lastGood: .copy)
  }
}

extension SharedFile where Value == EngineDocument, Writer == MonitorRole {
  /// Occurrences and counters; absent before the monitor's first pass.
  package static var engine: Self { Self(name: "engine.json") }
}

extension SharedFile where Value == PolicyDocument, Writer == SyncRole {
  /// Absent before the first policy.
  package static var policy: Self { Self(name: "policy.json", lastGood: .copy) }
}

extension SharedFile where Value == SyncDocument, Writer == SyncRole {
  /// Absent before sync's first pass.
  package static var sync: Self { Self(name: "sync.json") }
}

extension SharedFile where Value == InForce, Writer == MonitorRole {
  /// Absent before the monitor's first pass.
  package static var inForce: Self { Self(name: "inforce.json") }
}

extension SharedFile where Value == UsageDay, Writer == MonitorRole {
  /// What was used on a local day, by its date as `2026-03-28`.
  package static func usage(_ date: String) -> SharedFile<UsageDay, MonitorRole> {
    Self(name: "usage/\(date).json")
  }
}

extension SharedFile where Value == TimeExtensions, Writer == ControlRole {
  /// Extra time that a guardian has granted; absent before the first.
  package static var extensions: Self { Self(name: "extensions/control.json", lastGood: .copy) }
}

extension SharedFile where Value == Health {
  /// The faults of one daemon that last.
  package static var health: Self { Self(name: "health/\(Writer.name).json") }
}

/// Names of a person's or an app's choosing as names of files.
package enum FileName {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)

  /// Keeps letters, digits, "-" and "_" of ASCII, and writes every other byte as "%XX", so that no name can leave its
  /// directory or hide in it. No name at all is "%".
  package static func escape(_ name: String) -> String {
    if name.isEmpty { return "%" }
    return name.utf8.reduce(into: "") { result, byte in
      if plain.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }

  /// The inverse of ``escape(_:)``; nil for a name that it never gives.
  package static func unescape(_ name: some StringProtocol) -> String? {
    if name == "%" { return "" }
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard plain.contains(byte) else { return nil }
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    // Several spellings of one name would be several files of one store.
    return String(validating: bytes, as: UTF8.self).flatMap { escape($0) == name ? $0 : nil }
  }
}
