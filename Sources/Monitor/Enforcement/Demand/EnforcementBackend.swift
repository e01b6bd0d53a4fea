package import SharedDirectory
/// One engine that makes a demand true on this machine.
///
/// None of the verbs throws: an error of one item stops neither the others nor another backend, and stands in the report.
/// No backend acts on root or on anybody but the demand's user; without one it runs dry.
package protocol EnforcementBackend {
  associatedtype Plan: Equatable

  var name: String { get }
  /// What this engine should have. Pure.
  func plan(for demand: EnforcementDemand) -> Plan
  /// Converges from whatever state the machine is in. Doing it twice changes nothing.
  mutating func apply(_ demand: EnforcementDemand) -> BackendReport
  /// Reads back what is in force and probes it. Changes nothing of it.
  mutating func verify(_ demand: EnforcementDemand) -> BackendReport
  /// Lifts everything that an engine of this kind ever put in force, whatever `demand` refuses (rule S5).
  mutating func clear(_ demand: EnforcementDemand) -> BackendReport
  /// Lets what stands still come to its end, while the machine shuts down: what is frozen cannot answer its service
  /// manager, which would wait for it. What is refused stays refused.
  func letEnd() throws
}

extension EnforcementBackend {
  package func letEnd() {}
}
