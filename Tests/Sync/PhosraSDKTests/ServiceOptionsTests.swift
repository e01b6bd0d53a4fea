import Foundation
import SharedDirectory
import System
import Testing

@testable import PhosraAPI
@testable import SyncService

@Suite struct `How sync finds the service` {
  private static let registered = {
    var registration = ServiceRegistration(
      server: "https://registered/api/v1", child: "c", device: "d")
    registration.hasOwnAuthorities = true
    registration.ntfy = "https://ntfy/topic"
    return registration
  }()

  private func options(_ words: String...) throws -> DaemonOptions {
    try DaemonOptions(
      words + ["--directory", "/d"], known: ServiceOptions.names.union(["--directory"]))
  }

  @Test func `is by the registration, where there is no option`() throws {
    let settings = try ServiceOptions.settings(try options(), registration: Self.registered)
    #expect(settings.baseURL == "https://registered/api/v1")
    #expect(settings.connection.authorities == "/d/service-authorities.pem")
    #expect(!settings.connection.allowsPlainHTTP)
    #expect(settings.ntfy?.topic == "topic")
  }

  @Test func `is by the options alone, where they name a server`() throws {
    let settings = try ServiceOptions.settings(
      try options("--server", "https://other/api/v1"), registration: Self.registered)
    #expect(settings.baseURL == "https://other/api/v1")
    #expect(settings.connection.authorities == nil)
    #expect(settings.ntfy == nil)
  }

  @Test func `is an error, where nothing names one`() throws {
    let options = try options()
    #expect(throws: DaemonOptions.UsageError.missing("--server")) {
      try ServiceOptions.settings(options, registration: nil)
    }
  }

  /// The key that one server gave goes to no other one, whatever the options say.
  @Test func `keeps the key from another server`() throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("options-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    let control = SharedDirectory(storage: FileStorage(root: root), as: ControlRole.self)
    try control.prepareLayout()
    try control.write(.registration, Self.registered)
    try DeviceKeyStore(file: "\(root)/device-key", environment: [:]).save(Sample.key())
    let error = #expect(throws: KeyOfAnotherServer.self) {
      try ServiceLoop.key(in: root, for: "https://other/api/v1", named: nil)
    }
    #expect("\(String(describing: error))".contains("https://registered"))
    #expect(
      try ServiceLoop.key(in: root, for: "https://registered/api/v1", named: nil) == Sample.key())
    #expect(
      try ServiceLoop.key(in: root, for: "https://other/api/v1", named: "\(root)/device-key")
        == Sample.key())
  }
}
