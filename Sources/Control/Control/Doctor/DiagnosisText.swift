import CompiledPolicy

/// A diagnosis in words: what was found, then what it means for each category that a policy can address.
struct DiagnosisText {
  let style: TextStyle

  func lines(_ diagnosis: Diagnosis) -> [String] {
    var checks = Table()
    for check in diagnosis.checks {
      let remedy = check.remedy.map { "; better: \($0)" } ?? ""
      checks.add(
        check.verdict.rawValue, check.subject, check.words + remedy, tone: tone(check.verdict))
    }
    var categories = Table()
    for row in rows(diagnosis) {
      let names = row.map(\.category.rawValue).joined(separator: ", ")
      categories.add(
        row[0].group.rawValue, "\(names): \(words(row[0]))",
        tone: row[0].verdict.map(tone) ?? .faint)
    }
    let rest = diagnosis.categories.count { $0.best == nil }
    return ["This machine"] + checks.lines(style) + ["", "What is enforced here"]
      + categories.lines(style)
      + ["  and \(rest) categories of which no field of a policy speaks", ""]
      + style.wrapped(summary(diagnosis), indent: 0)
  }

  /// The categories that a policy can address, those of a group together of which the same is said.
  private func rows(_ diagnosis: Diagnosis) -> [[Diagnosis.Category]] {
    var rows: [[Diagnosis.Category]] = []
    for category in diagnosis.categories where category.best != nil {
      let place = rows.firstIndex {
        $0[0].group == category.group && words($0[0]) == words(category)
      }
      if let place { rows[place].append(category) } else { rows.append([category]) }
    }
    return rows
  }

  private func words(_ category: Diagnosis.Category) -> String {
    let causes = category.causes.joined(separator: ", ")
    return switch category.verdict {
    case nil: "\(category.best?.rawValue ?? ""), \(category.words)"
    case .good?: "\(category.best?.rawValue ?? ""), \(category.words)"
    case .unknown?: "\(category.best?.rawValue ?? "") as far as can be seen; not seen: \(causes)"
    case .limited?: "in part; see \(causes)"
    case .missing?: "no; see \(causes)"
    }
  }

  private func summary(_ diagnosis: Diagnosis) -> String {
    if !diagnosis.missing.isEmpty {
      return "The policy asks for what is missing: \(diagnosis.missing.joined(separator: ", "))."
    }
    if diagnosis.categories.contains(where: \.isDemanded) {
      return "Nothing is missing that the policy asks for."
    }
    return "No policy that can be seen asks for anything here."
  }

  private func tone(_ verdict: Check.Verdict) -> TextStyle.Tone {
    switch verdict {
    case .good: .good
    case .unknown: .faint
    case .limited: .doubtful
    case .missing: .bad
    }
  }
}
