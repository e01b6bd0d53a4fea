import Foundation
import ManagedSettings
import Testing

@Suite struct `An application, a site or a category` {
  @Test func `is equal to another whatever its name for people is`() {
    let named = Application(bundleIdentifier: "com.a", token: token(1), localizedDisplayName: "A")
    #expect(named == Application(bundleIdentifier: "com.a", token: token(1)))
    #expect(Set([named, Application(bundleIdentifier: "com.a", token: token(1))]).count == 1)
    #expect(named != Application(bundleIdentifier: "com.a"))
    #expect(Application(bundleIdentifier: "com.a") != Application(token: token(1)))
    #expect(
      ActivityCategory(token: token(1), localizedDisplayName: "Games")
        == ActivityCategory(token: token(1)))
    #expect(WebDomain(domain: "a.example") != WebDomain(token: token(1)))
  }

  @Test func `is coded with only what it has`() throws {
    let encoder = JSONEncoder()
    #expect(
      try String(decoding: encoder.encode(Application(bundleIdentifier: "com.a")), as: UTF8.self)
        == #"{"bundleIdentifier":"com.a"}"#)
    #expect(
      try String(decoding: encoder.encode(ActivityCategory(token: token(1))), as: UTF8.self)
        == #"{"token":{"data":"AQ=="}}"#)
    let domain = WebDomain(domain: "a.example")
    #expect(try JSONDecoder().decode(WebDomain.self, from: encoder.encode(domain)) == domain)
  }

  @Test func `has a token that both coders bring back`() throws {
    let tokens: Set<ApplicationToken> = [token(1), token(2)]
    let list = try PropertyListEncoder().encode(tokens)
    #expect(try PropertyListDecoder().decode(Set<ApplicationToken>.self, from: list) == tokens)
    let json = try JSONEncoder().encode(tokens)
    #expect(try JSONDecoder().decode(Set<ApplicationToken>.self, from: json) == tokens)
  }
}
