import FamilyControls
import FoundationEssentials
import ManagedSettings
import SharedDirectory

extension ControlProgram {
  /// Lists what can be picked.
  func listApplications(_ form: Command.Form) throws {
    let configuration = try world.isDirectoryPresent() ? readConfiguration() : Configuration()
    let applications = try world.applications(configuration)
    switch form {
    case .json:
      try say(
        json: ApplicationList(
          applications: applications.map {
            .init(identifier: $0.identifier, name: $0.name, categories: $0.categories)
          }, categories: world.categories))
    case .text:
      var table = Table(indent: 0)
      for application in applications {
        table.add(
          application.identifier, application.name,
          application.categories.joined(separator: ", "))
      }
      if applications.isEmpty { table.add("no application with a desktop file is installed") }
      table.lines(world.style).forEach(say)
      let categories = world.categories.joined(separator: ", ")
      world.style.wrapped("Categories: \(categories)", indent: 0).forEach(say)
    }
  }

  /// Stores a selection, with tokens for what was named.
  ///
  /// A crash after the tokens and before the selection leaves tokens that nobody uses.
  func pick(_ request: Command.PickRequest) throws {
    try prepareToChange("pick applications")
    let identities = try identities(of: request)
    let file = SharedFile<StoredSelection, ControlRole>.selection(request.name)
    let stored = try directory.withLocks(.authorization, .vault, file.lock) { locked in
      guard let grant = try locked.read(.authorization)?.grantInForce else {
        throw ControlFailure.unauthorized
      }
      let known = try locked.read(.vault)
      var vault = known.flatMap { $0.grant == grant ? $0 : nil } ?? Vault(grant: grant)
      var selection = FamilyActivitySelection(
        includeEntireCategory: !identities.categories.isEmpty)
      var answers: [String: String] = [:]
      for application in identities.applications {
        let token = vault.token(for: .application(application))
        selection.applicationTokens.insert(ApplicationToken(data: token))
        answers[token.base64EncodedString()] = request.answers[application]
      }
      for category in identities.categories {
        selection.categoryTokens.insert(
          ActivityCategoryToken(data: vault.token(for: .category(category))))
      }
      let stored = try StoredSelection(
        selection, grant: grant, pickedAt: world.now, answers: answers)
      if vault != known { try locked.write(.vault, vault) }
      try locked.write(file, stored)
      return stored
    }
    say("picked “\(request.name)”: \(stored.counts.words)")
    if try directory.mergedStores().contains(where: { $0.name == shieldStore(request.name) }) {
      say("its shield is still the one of before; “pavise shield \(request.name)” renews it")
    }
  }

  private func identities(
    of request: Command.PickRequest
  ) throws -> (applications: [String], categories: [String]) {
    let installed = try world.applications(try readConfiguration()).map(\.identifier)
    for name in request.applications where !installed.contains(name) {
      throw ControlFailure.unknownApplication(
        name, suggestion: Suggestion.words(for: name, among: installed))
    }
    guard case .named(let categories) = request.categories else {
      return (request.applications, world.categories)
    }
    for name in categories where !world.categories.contains(name) {
      throw ControlFailure.unknownCategory(
        name, suggestion: Suggestion.words(for: name, among: world.categories))
    }
    return (request.applications, categories)
  }

  func listSelections(_ form: Command.Form) throws {
    try requireDirectory()
    var reading = StatusReading(storage: storage)
    let selections = try reading.selections()
    switch form {
    case .json: try say(json: SelectionList(selections: selections, damaged: reading.damaged))
    case .text:
      if selections.isEmpty, reading.damaged.isEmpty { say("nothing was picked yet") }
      SelectionsText(selections, try localTimes()).lines(world.style).forEach(say)
      for damage in reading.damaged {
        world.warn("pavise: warning: \(damage.file) is damaged: \(damage.reason)")
      }
    }
  }
}

/// The shape of `pick --json`.
private struct ApplicationList: Encodable {
  struct Entry: Encodable {
    var identifier: String
    var name: String
    var categories: [String]
  }

  var applications: [Entry]
  var categories: [String]
}

/// The shape of `selections --json`.
private struct SelectionList: Encodable {
  var selections: [StatusReport.Selection]
  var damaged: [StatusReport.Damage]
}
