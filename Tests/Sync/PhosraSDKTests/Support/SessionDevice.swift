import TestSupport
import Foundation
import SharedDirectory
import Synchronization
import System

@testable import PhosraAPI

/// A session with a service that a test scripts, and clocks that a test moves.
final class SessionDevice {
  /// What a test changes while a session looks at it.
  final class World: Sendable {
    let time = Mutex(Moment(wall: Date(timeIntervalSince1970: 1_800_000_000), uptime: 1000))
    let key = Mutex<String?>(Sample.keyText)
  }

  let disk = SimulatedDisk()
  let world = World()
  let server: ScriptedServer
  let settings: DeviceSession.Settings
  var session: DeviceSession
  var heldVersion: Int?
  var news: [DeviceSession.News] = []

  init(
    ntfy: String? = nil,
    _ script: @escaping @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step]
  ) throws {
    let server = try ScriptedServer(script)
    self.server = server
    var settings = DeviceSession.Settings(baseURL: server.url)
    settings.ntfy = ntfy.map { NtfyTopic(server: server.url, topic: $0) }
    self.settings = settings
    try SharedDirectory(storage: disk, as: SyncRole.self).prepareLayout()
    session = try Self.start(settings, disk, world)
  }

  func restart() throws {
    session = try Self.start(settings, disk, world)
  }

  private static func start(
    _ settings: DeviceSession.Settings, _ disk: SimulatedDisk, _ world: World
  ) throws -> DeviceSession {
    try DeviceSession(
      settings, directory: SharedDirectory(storage: disk, as: SyncRole.self),
      readKey: { try world.key.withLock { $0 }.map { try DeviceKey($0) } },
      now: { world.time.withLock { $0 } }, generator: SeededGenerator(seed: 5))
  }

  /// Advances until nothing is left to do now.
  @discardableResult
  func settle() throws -> [DeviceSession.News] {
    var found: [DeviceSession.News] = []
    while true {
      let advance = try session.advance(heldVersion: heldVersion)
      found += advance.news
      if advance.wait == 0 { continue }
      if session.running == nil, try waitUntilReadable([session.descriptor], for: 0.05).isEmpty {
        news += found
        return found
      }
      _ = try waitUntilReadable([session.descriptor], for: 10)
    }
  }

  func pass(_ seconds: Double) {
    world.time.withLock {
      $0.uptime += seconds
      $0.wall += seconds
    }
  }

  var lines: [String] { server.requests.map { String($0.line.dropLast(" HTTP/1.1".count)) } }
}
