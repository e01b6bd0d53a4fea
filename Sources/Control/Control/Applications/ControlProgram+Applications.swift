import EffectiveSettings
import Enforcement
import FoundationEssentials
import ManagedSettings
import SharedDirectory

extension ControlProgram {
  /// Lists what is installed and what is in force on it.
  func listCatalogue(_ form: Command.Form, isAll: Bool) throws {
    try requireDirectory()
    let state = try ApplicationState(directory)
    let catalogue = try world.catalogue(try readConfiguration())
    let reports = catalogue.applications.filter { isAll || !$0.isEssential }
      .map { ApplicationReport($0, state) }
    let missing = (state.inForce?.backends ?? [])
      .filter { $0.backend == BackendReport.unknownIdentifiers }.flatMap(\.items)
    if form == .json { return try say(json: CatalogueReport(reports, missing: missing)) }
    let text = ApplicationText(times: try localTimes(), style: world.style)
    for report in reports { text.entry(report).forEach(say) }
    text.summary(reports, missing: missing).forEach(say)
  }

  /// Explains what is in force on one application.
  func explain(_ word: String, _ form: Command.Form) throws {
    try requireDirectory()
    let state = try ApplicationState(directory)
    let text = ApplicationText(times: try localTimes(), style: world.style)
    switch try ApplicationSearch(word, in: try world.catalogue(try readConfiguration())) {
    case .found(let application):
      let report = ApplicationReport(application, state)
      if form == .json { return try say(json: report) }
      text.explanation(report).forEach(say)
    case .elsewhere(let identifier, let meaning):
      let report = ElsewhereReport(identifier, meaning, state)
      if form == .json { return try say(json: report) }
      text.explanation(report).forEach(say)
    }
  }
}

/// The shape of `apps --json`.
private struct CatalogueReport: Encodable {
  var applications: [ApplicationReport]
  var rated: Int
  var unrated: Int
  /// What settings name and this machine does not have.
  var missing: [BackendReport.Item]

  init(_ applications: [ApplicationReport], missing: [BackendReport.Item]) {
    self.applications = applications
    self.missing = missing
    rated = applications.count { $0.rating != nil }
    unrated = applications.count - rated
  }
}

/// An identifier of policies that means no program here.
struct ElsewhereReport: Codable, Equatable {
  var identifier: String
  /// Always `unsupported`.
  var verdict = "unsupported"
  var words: String
  /// The settings that name it nevertheless.
  var causes: [ApplicationReport.Cause]

  init(_ identifier: String, _ meaning: ApplicationCatalogue.Meaning, _ state: ApplicationState) {
    self.identifier = identifier
    words =
      switch meaning {
      case .absent(let desktop):
        "none of its counterparts is installed: " + desktop.joined(separator: ", ")
      case .domains(let domains):
        "it is no program here; its web sites are " + domains.joined(separator: ", ")
      case .installed, .unknown: "it has no counterpart on Linux"
      }
    let listing = [.applicationBlockedApplications, .shieldApplications] as [SettingKey]
    causes = state.causes(of: ApplicationFacts(identifiers: [identifier])).filter {
      listing.contains($0.setting)
    }
  }
}
