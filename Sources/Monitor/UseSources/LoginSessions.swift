package import UseAccounting

/// The login sessions of one person, as `loginctl show-session` describes them.
package struct LoginSessions: Equatable, Sendable {
  package var state: UseObservation.Session
  /// The X11 display of the session in front.
  package var display: Int?
  /// The session in front is a Wayland one, whose windows nobody outside is told of unless the compositor is sway.
  package var isWayland = false
  /// The desktop of the session in front, as its login has named it; nil where it has not.
  package var desktop: String?

  /// Sway may be what is in front: no display is known there, and no desktop of another kind, within which a child could
  /// start a sway that nobody looks at.
  var mayBeSway: Bool { display == nil && desktop.map { $0.lowercased() == "sway" } ?? true }

  /// - Parameter text: Blocks of `Key=Value` lines, one a session, with an empty line between.
  package init(text: String) {
    var sessions: [[String: String]] = [[:]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        sessions.append([:])
        continue
      }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { sessions[sessions.endIndex - 1][String(parts[0])] = String(parts[1]) }
    }
    let people = sessions.filter { $0["Class"] == "user" && $0["State"] != "closing" }
    let inFront = people.filter { $0["Active"] == "yes" }
    let unlocked = inFront.filter { $0["LockedHint"] != "yes" }
    if people.isEmpty {
      state = .unknown
    } else if unlocked.contains(where: { $0["IdleHint"] != "yes" }) {
      state = .active
    } else if !unlocked.isEmpty {
      state = .idle
    } else {
      state = inFront.isEmpty ? .away : .locked
    }
    display = inFront.lazy.compactMap { X11Display.number(in: $0["Display"] ?? "") }.first
    isWayland = inFront.contains { $0["Type"] == "wayland" }
    desktop = inFront.lazy.compactMap { $0["Desktop"] }.first { !$0.isEmpty }
  }
}

/// Names of displays.
enum X11Display {
  /// The number in `:0` or `:0.0`; nil for another machine's display.
  static func number(in name: String) -> Int? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].isEmpty || parts[0] == "unix" else { return nil }
    let digits = parts[1].prefix { $0 != "." }
    return digits.count <= 5 && digits.allSatisfy(\.isNumber) ? Int(digits) : nil
  }
}
