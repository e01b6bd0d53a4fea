import ManagedSettings
import ManagedSettingsUI

/// What a person is told when something is refused or stopped. A notice has no buttons, so their labels are left out.
package struct ShieldNotice: Hashable, Sendable {
  package var title: String
  package var body: String

  package init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  /// The words of `configuration` where it has some.
  init(_ configuration: ShieldConfiguration, otherwise standard: Self) {
    title = configuration.title?.text ?? standard.title
    body = configuration.subtitle?.text ?? standard.body
  }

  package var words: String { "\(title): \(body)" }

  /// At the beginning of a downtime, for all that it refuses.
  ///
  /// - Parameter names: What is refused.
  static func beginning(_ words: String, refusing names: [String]) -> Self {
    let shown = names.prefix(3)
    let more = names.count - shown.count
    let list = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return Self(title: words, body: "Closed: \(list)")
  }
}

/// Lets a notice about the same thing through once in some seconds.
struct NoticeInterval {
  static let seconds = 10.0
  private var told: [String: Double] = [:]

  /// - Parameter uptime: In seconds, on a clock that nobody sets.
  mutating func allows(_ subject: String, at uptime: Double) -> Bool {
    told = told.filter { uptime - $0.value < Self.seconds }
    guard told[subject] == nil else { return false }
    told[subject] = uptime
    return true
  }
}
