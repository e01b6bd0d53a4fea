import EffectiveSettings
import Foundation
import ManagedSettings
import Testing

@Suite struct `A web domain` {
  @Test(arguments: [
    ("example.com", Kind.blocked), ("www.example.com", .blocked), ("WWW.Example.COM.", .blocked),
    ("myexample.com", .allowed), ("example.com.evil.org", .allowed), ("com", .allowed),
    ("xn--bcher-kva.de", .blocked), ("shop.bücher.de", .blocked),
  ])
  func `is blocked with its sub-domains, however it is written`(name: String, kind: Kind) {
    let domains = Set(["Example.COM.", "Bücher.de"].map(WebDomain.init(domain:)))
    let settings = effective(("a", filter(.specific(domains))))
    #expect(settings.verdict(for: site(name)).kind == kind)
  }

  @Test(arguments: [
    ("listed.example", false, Kind.blocked), ("adult.example", true, .blocked),
    ("other.example", false, .allowed), ("good.example", true, .allowed),
    ("sub.good.example", true, .allowed), ("good.listed.example", false, .allowed),
  ])
  func `is let through by the exceptions of the automatic filter, which override all of it`(
    name: String, isAdult: Bool, kind: Kind
  ) {
    let settings = effective(
      (
        "a",
        filter(
          .auto(domains("listed.example"), except: domains("good.example", "good.listed.example")))
      ))
    #expect(settings.verdict(for: site(name, isAdult: isAdult)).kind == kind)
  }

  @Test func `is blocked unless excepted, if all are`() {
    let settings = effective(("a", filter(.all(except: domains("school.example")))))
    #expect(settings.verdict(for: site("www.school.example")) == .allowed)
    #expect(
      settings.verdict(for: site("game.example"))
        == .blocked(reasons: [
          "webContent.blockedByFilter of store a has all that it does not except"
        ]))
  }

  @Test func `is blocked by one store whatever another excepts`() {
    let settings = effective(
      ("a", filter(.auto(except: domains("x.example")))),
      ("b", filter(.specific(domains("x.example")))))
    #expect(
      settings.verdict(for: site("x.example", isAdult: true))
        == .blocked(reasons: ["webContent.blockedByFilter of store b lists x.example"]))
  }

  @Test func `is shielded by its token or its category, and blocked rather than shielded`() {
    let news: WebDomainToken = Token(data: Data("news.example".utf8))
    let settings = effective(
      (
        "a",
        [
          .shieldWebDomains: .webDomainTokens([news]),
          .shieldWebDomainCategories: .webDomainCategories(.specific([games], except: [news])),
          .webContentBlockedByFilter: .filter(
            .specific([WebDomain(token: Token(data: Data("bad.example".utf8)))])),
        ]
      ))
    #expect(settings.verdict(for: site("news.example")).kind == .shielded)
    #expect(settings.verdict(for: site("play.example", "games")).kind == .shielded)
    #expect(settings.verdict(for: site("bad.example", "games")).kind == .blocked)
    #expect(settings.verdict(for: site("other.example", "art")).kind == .allowed)
  }

  private func domains(_ names: String...) -> Set<WebDomain> {
    Set(names.map(WebDomain.init(domain:)))
  }

  private func filter(_ policy: WebContentSettings.FilterPolicy) -> SettingValues {
    [.webContentBlockedByFilter: .filter(policy)]
  }
}
