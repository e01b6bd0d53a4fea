import CompiledPolicy
import SharedDirectory

extension ControlProgram {
  /// Looks at the machine and says what will be enforced. Whatever cannot be read is not known, and no failure.
  func examine(_ form: Command.Form) throws -> ExitCode {
    let results = (try? directory.read(.policy))?.plan.results ?? [:]
    let demanded = results.filter { $0.value.isAddressed && !$0.value.demands.isEmpty }.keys
    let diagnosis = Diagnosis(
      world.facts(try? readConfiguration()), demanded: Set(demanded))
    if form == .json {
      try say(json: diagnosis)
    } else {
      DiagnosisText(style: world.style).lines(diagnosis).forEach(say)
    }
    return diagnosis.missing.isEmpty ? .success : .failure
  }
}
