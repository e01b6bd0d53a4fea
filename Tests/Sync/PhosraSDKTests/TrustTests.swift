import Foundation
import System
import Testing

@testable import PhosraAPI

/// Against `openssl s_server`, with a certificate of its own.
@Suite struct `An encrypted connection` {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("trust-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  private func certificate(_ name: String, for subject: String) throws -> (String, String) {
    let (file, key) = ("\(directory)/\(name).pem", "\(directory)/\(name).key")
    let outcome = try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", key, "-out", file, "-days", "2", "-subj", "/CN=\(name)", "-addext",
      "subjectAltName=\(subject)",
    ])
    try #require(outcome.succeeded, "\(outcome.errorsText)")
    return (file, key)
  }

  /// What a client that trusts `authorities` finds at a server that shows `certificate`.
  private func visit(
    _ certificate: (String, String), trusting authorities: String?
  ) throws -> Result<Int, HTTPFailure> {
    var configuration = HTTPConfiguration()
    configuration.authorities = authorities
    let client = try HTTPClient(configuration)
    while true {
      let port = Int.random(in: 20_000...60_000)
      var server = try ChildProcess.start([
        "openssl", "s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-www", "-cert",
        certificate.0, "-key", certificate.1,
      ])
      // Until it listens, or has ended because somebody else has the port.
      while try server.wait(timeout: 0.01) == nil {
        do throws(HTTPFailure) {
          let answer = try client.perform(HTTPRequest(.get, "https://127.0.0.1:\(port)/"))
          return .success(answer.status)
        } catch .cannotConnect {
          continue
        } catch {
          return .failure(error)
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func `is made to who the given authorities vouch for`() throws {
    let own = try certificate("own", for: "IP:127.0.0.1")
    let found = try visit(own, trusting: own.0)
    #expect(found == .success(200))
  }

  @Test(.timeLimit(.minutes(1))) func `is made to nobody else`() throws {
    let own = try certificate("own", for: "IP:127.0.0.1")
    let other = try certificate("other", for: "IP:127.0.0.1")
    let elsewhere = try certificate("elsewhere", for: "DNS:example.org")
    for (shown, authorities) in [
      (own, nil), (own, other.0), (elsewhere, elsewhere.0), (own, "/does/not/exist.pem"),
    ] {
      let found = try visit(shown, trusting: authorities)
      guard case .failure(.notTrusted(let words)) = found else {
        Issue.record("\(found)")
        continue
      }
      #expect(!words.isEmpty)
    }
  }
}
