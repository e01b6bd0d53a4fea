import ActivityEngine
import Foundation
import PhosraAPI
import SharedDirectory
import TimeZoneRules

@testable import Control
@testable import Enforcement

/// A machine of values, on which the monitor may be played by a closure.
final class TestWorld: ControlWorld {
  var now = date("2026-03-27T20:14:00Z")
  var caller = Caller(user: "root", isRoot: true, groups: [])
  var style = TextStyle()
  var users: [String: UInt32] = ["root": 0, "kid": 1001]
  var groups: Set<String> = ["pavise-guardians", "parents"]
  var daemons: [String: DaemonState] = ["monitor": .alive(pid: 11), "sync": .alive(pid: 12)]
  var isPresent = true
  var installed = [
    PickableApplication(
      identifier: "org.example.chess", name: "Chess", categories: ["games"]),
    PickableApplication(identifier: "org.example.reader", name: "Reader", categories: ["reading"]),
  ]
  var categories = ["games", "reading"]
  /// By default nothing more than what can be picked.
  var catalogue: ApplicationCatalogue?
  var lifted: [BackendReport] = []
  private(set) var liftCount = 0
  private(set) var output = ""
  private(set) var errors = ""
  /// What happens while the program waits, one after the other; then it is asked to stop.
  var events: [() throws -> ControlWake] = []

  /// Knows POSIX TZ rules only.
  func zones(configured zone: String?) throws -> Zones {
    let rule = zone ?? "CET-1CEST,M3.5.0,M10.5.0/3"
    do {
      return Zones(local: try TimeZoneRules(posix: rule))
    } catch {
      throw NoZone(name: rule)
    }
  }

  func userID(named name: String) -> UInt32? { users[name] }
  func hasGroup(named name: String) -> Bool { groups.contains(name) }
  func isDirectoryPresent() -> Bool { isPresent }
  func daemon(_ name: String) -> DaemonState { daemons[name] ?? .dead }
  func applications(_ configuration: Configuration) -> [PickableApplication] { installed }

  func catalogue(_ configuration: Configuration) -> ApplicationCatalogue {
    catalogue
      ?? ApplicationCatalogue(
        applications: installed.map {
          var application = InstalledApplication(
            desktopID: $0.identifier, name: $0.name, identifiers: $0.identifiers)
          application.categories = Set($0.categories)
          return application
        }, table: .shipped)
  }

  func lift(_ configuration: Configuration) -> [BackendReport] {
    liftCount += 1
    return lifted
  }

  var seen = MachineFacts.sound
  func facts(_ configuration: Configuration?) -> MachineFacts { seen }

  // MARK: The service

  var machine = MachineDescription(name: "den", model: "Linux x86_64", system: "debian 12")
  var files: [String: String] = ["token": "parent-token-of-a-test\n"]
  var mayStoreKey = true
  /// What happens when a request is sent.
  var service: (HTTPRequest, HTTPConfiguration) -> Result<HTTPResponse, PhosraError> = { _, _ in
    .failure(.server(status: 503, message: nil))
  }
  private(set) var key: DeviceKey?
  /// What was done to the key, in order.
  private(set) var keyDeeds: [String] = []

  func contents(of path: String) throws -> Data {
    guard let text = files[path] else { throw NoZone(name: path) }
    return Data(text.utf8)
  }

  func secret(_ file: String?, prompt: String) throws -> Secret {
    guard let file else { throw ServiceFailure.noTerminal }
    let text = String(decoding: try contents(of: file), as: UTF8.self)
    return Secret(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  func prepareToStoreKey() throws {
    if !mayStoreKey { throw ServiceFailure.keyNeedsOwner(directory: "/d") }
  }

  func store(_ key: DeviceKey) {
    self.key = key
    keyDeeds.append("stored")
  }

  func removeKey() {
    key = nil
    keyDeeds.append("removed")
  }

  func perform(
    _ request: HTTPRequest, _ connection: HTTPConfiguration
  ) throws(PhosraError) -> HTTPResponse {
    try service(request, connection).get()
  }

  func write(_ text: String) { output += text }
  func warn(_ text: String) { errors += text + "\n" }

  func waitForChange(until deadline: Date?) throws -> ControlWake {
    events.isEmpty ? .stop : try events.removeFirst()()
  }

  func takeOutput() -> String {
    defer { output = "" }
    return output
  }
}

struct NoZone: Error, CustomStringConvertible {
  var name: String
  var description: String { "there is no zone \(name)" }
}

func date(_ text: String) -> Date {
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}
