import Foundation
import SharedDirectory
import Testing

@testable import Control

/// A shared directory in memory, a machine of values, and the program in front of both.
struct Desk {
  let disk = SimulatedDisk()
  let world = TestWorld()

  var control: SharedDirectory<ControlRole> { SharedDirectory(storage: disk, as: ControlRole.self) }
  var monitor: SharedDirectory<MonitorRole> { SharedDirectory(storage: disk, as: MonitorRole.self) }
  var sync: SharedDirectory<SyncRole> { SharedDirectory(storage: disk, as: SyncRole.self) }

  /// Runs a command line.
  @discardableResult
  func run(_ words: String...) -> ExitCode {
    do {
      let program = ControlProgram(path: "/d", storage: disk, world: world)
      return program.run(try Invocation(words).command)
    } catch {
      world.warn("pavise: \(error)")
      return .usage
    }
  }

  /// Runs a command line and returns what it printed, which must have gone well.
  func output(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    let program = ControlProgram(path: "/d", storage: disk, world: world)
    let status = program.run(try Invocation(words).command)
    #expect(status == .success, "\(world.errors)", sourceLocation: sourceLocation)
    return world.takeOutput()
  }

  /// Expects a command line to end with `status` and complain in exactly these words.
  func expect(
    _ words: String..., status: ExitCode, complaint: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let program = ControlProgram(path: "/d", storage: disk, world: world)
    let before = world.errors.count
    do {
      #expect(program.run(try Invocation(words).command) == status, sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
    #expect(
      String(world.errors.dropFirst(before)) == complaint + "\n", sourceLocation: sourceLocation)
  }

  /// Makes a file unreadable, its last good copy too.
  func destroy(_ name: String, copyToo: Bool = true) throws {
    try disk.corrupt(name) { $0.prefix(5) }
    if copyToo, try disk.read(name + ".last") != nil {
      try disk.corrupt(name + ".last") { $0.prefix(5) }
    }
  }
}
