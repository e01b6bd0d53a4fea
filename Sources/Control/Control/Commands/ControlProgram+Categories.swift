import CompiledPolicy
import SharedDirectory
import SyncService

extension ControlProgram {
  /// Lists the rule categories. Needs no directory: without one, nothing has been reported.
  func listCategories(_ form: Command.Form) throws {
    let reported = try world.isDirectoryPresent() ? try directory.read(.sync)?.reported : nil
    let rows = RuleCategory.allCases.map { category in
      CategoryRow(category, reported?.results.first { $0.category == category })
    }
    if form == .json { return try say(json: ["categories": rows]) }
    for group in RuleCategory.Group.allCases {
      var table = Table()
      for row in rows where row.group == group {
        let reported = row.reported.map { report in
          "; last reported: \(report.status.rawValue)\(report.detail.map { " (\($0))" } ?? "")"
        }
        table.add(
          row.category.rawValue, row.framework.rawValue, row.best?.rawValue ?? "-",
          row.words + (reported ?? ""))
      }
      say(group.rawValue)
      table.lines(world.style).forEach(say)
    }
  }
}

private struct CategoryRow: Encodable {
  struct Reported: Encodable {
    let status: MappingResult.Status
    let detail: String?
  }

  let category: RuleCategory
  let group: RuleCategory.Group
  let framework: RuleCategory.Framework
  /// The best that a report says on this machine.
  let best: MappingResult.Status?
  let words: String
  let reported: Reported?

  init(_ category: RuleCategory, _ result: CategoryResult?) {
    let capability = MachineCapability(category)
    self.category = category
    group = category.group
    framework = category.framework
    best = capability.best
    words = capability.words
    reported = result.map { Reported(status: $0.status, detail: $0.detail) }
  }
}
