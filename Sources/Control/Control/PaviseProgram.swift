import FoundationEssentials
import SharedDirectory

/// The program `pavise`.
package enum PaviseProgram {
  /// - Parameter words: Those after the program's name.
  /// - Returns: The exit status.
  package static func run(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Int32 {
    do {
      let invocation = try Invocation(words, environment: environment)
      let root = invocation.directory
      let program = ControlProgram(
        path: root, storage: FileStorage(root: root),
        world: MachineWorld(root: root, environment: environment))
      return program.run(invocation.command).rawValue
    } catch {
      MachineWorld.warn("pavise: \(error)\n\(Help.usage(error.command))")
      return ExitCode.usage.rawValue
    }
  }
}
