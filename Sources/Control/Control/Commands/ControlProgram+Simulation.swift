import ActivityEngine
import CompiledPolicy
import FoundationEssentials
import Replay
import TimeZoneRules

extension ControlProgram {
  /// Shows what a policy does to a number of days.
  func simulate(_ request: Command.SimulateRequest) throws -> ExitCode {
    let received: ReceivedPolicy
    do {
      received = try ReceivedPolicy(parsing: try Self.bytes(of: request.policy))
    } catch let refusal as PolicyRefusal {
      throw SimulationFailure.noPolicy(request.policy, reason: refusal)
    }
    let use = try request.use.map { try UseFile(parsing: try Self.bytes(of: $0), file: $0) }
    let zone = try world.zones(configured: request.zone).local
    let last = CivilTime(dayNumber: request.from.dayNumber + request.days)
    let simulation = Simulation(
      of: received, name: Self.name(of: request.policy),
      from: zone.instant(of: request.from).instant, to: zone.instant(of: last).instant,
      in: zone, use: use ?? UseFile())
    switch request.form {
    case .json:
      world.write(String(decoding: try SimulationReport(simulation).json(), as: UTF8.self))
    case .text: world.write(SimulationTable(simulation).description)
    }
    if let path = request.picture {
      try PictureFiles(path).write([(Self.name(of: request.policy), simulation.picture.svg)])
    }
    return simulation.isWell ? .success : .failure
  }

  private static func bytes(of path: String) throws(SimulationFailure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .unreadable(path)
    }
    return Array(data)
  }

  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }
}

/// Why there is nothing to simulate.
enum SimulationFailure: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case noPolicy(String, reason: PolicyRefusal)

  var description: String {
    switch self {
    case .unreadable(let path): "\(path) cannot be read"
    case .noPolicy(let path, let reason): "\(path) is no policy and would be refused: \(reason)"
    }
  }
}
