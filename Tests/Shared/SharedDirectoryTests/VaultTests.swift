import Foundation
import ManagedSettings
import Testing

@testable import SharedDirectory

@Suite struct `The vault` {
  @Test func `gives an identity the same token each time, and after a restart`() throws {
    var vault = Vault(grant: "g")
    let token = vault.token(for: .application("a"))
    #expect(vault.token(for: .application("a")) == token)
    #expect(vault.token(for: .category("a")) != token)
    let bytes = try CanonicalJSON.encode(vault)
    var again = try CanonicalJSON.decode(Vault.self, from: bytes)
    #expect(again == vault)
    #expect(again.token(for: .application("a")) == token)
    #expect(again.identity(of: token) == .application("a"))
    #expect(again.existingToken(for: .webDomain("a")) == nil)
    #expect(try CanonicalJSON.encode(again) == bytes)
  }

  @Test func `knows nothing of a token that it has not given`() {
    var vault = Vault(grant: "g")
    _ = vault.token(for: .application("a"))
    #expect(vault.identity(of: Data("other".utf8)) == nil)
    var other = Vault(grant: "g")
    #expect(other.token(for: .application("a")) != vault.token(for: .application("a")))
  }

  @Test func `holds as many as a policy may name`() {
    var vault = Vault(grant: "g")
    for number in 0..<50_000 { _ = vault.token(for: .webDomain("\(number).example")) }
    #expect(vault.count == 50_000)
  }

  @Test func `is refused with a token that is none`() {
    let text = #"{"grant":"g","identities":{"?":{"application":{"_0":"a"}}}}"#
    #expect(throws: DecodingError.self) {
      try CanonicalJSON.decode(Vault.self, from: Data(text.utf8))
    }
  }

  @Test func `is readable by its owner alone`() throws {
    let disk = SimulatedDisk()
    try sync(on: disk).write(.vault, Vault(grant: "g"))
    #expect(disk.mode(of: "vault.json") == 0o600)
    #expect(disk.mode(of: "vault.json.last") == 0o600)
  }
}
