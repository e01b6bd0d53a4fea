import EffectiveSettings
import Foundation
import ManagedSettings
import Testing

@Suite struct `All stores together` {
  @Test func `shield what one policy excepts and the other does not`() {
    let settings = effective(
      ("a", [.shieldApplicationCategories: .applicationCategories(.all(except: [chess]))]),
      ("b", [.shieldApplicationCategories: .applicationCategories(.all(except: [paint]))]))
    #expect(settings.verdict(for: app("chess")).kind == .shielded)
    #expect(settings.verdict(for: app("paint")).kind == .shielded)
    #expect(
      settings.verdict(for: app("chess"))
        == .shielded(reasons: [
          "shield.applicationCategories of store b has all that it does not except"
        ]))
  }

  @Test func `shield what is listed even if the policy beside it excepts it`() {
    let settings = effective(
      (
        "a",
        [
          .shieldApplications: .applicationTokens([chess]),
          .shieldApplicationCategories: .applicationCategories(
            .specific([games], except: [chess])),
        ]
      ))
    #expect(settings.verdict(for: app("chess", "games")).kind == .shielded)
    #expect(settings.verdict(for: app("cards", "games")).kind == .shielded)
    #expect(settings.verdict(for: app("paint", "art")).kind == .allowed)
  }

  @Test func `say which store and which setting`() {
    let settings = effective(
      ("school", [.shieldApplications: .applicationTokens([chess])]),
      (
        "bedtime",
        [.shieldApplicationCategories: .applicationCategories(.specific([games]))]
      ),
      (
        "policy",
        [
          .applicationBlockedApplications: .applications([Application(bundleIdentifier: "paint")]),
          .appStoreMaximumRating: .number(300),
        ]
      ))
    #expect(
      settings.verdict(for: app("chess", "games"))
        == .shielded(reasons: [
          "shield.applicationCategories of store bedtime has the category games",
          "shield.applications of store school lists chess",
        ]))
    #expect(
      settings.verdict(for: app("paint", rating: 600))
        == .blocked(reasons: [
          "application.blockedApplications of store policy lists paint",
          "appStore.maximumRating of store policy is 300, and this is rated 600",
        ]))
  }

  @Test func `resolve void tokens to nothing`() {
    let gone: ApplicationToken = Token(data: Data("gone".utf8))
    let settings = effective(
      (
        "a",
        [
          .shieldApplications: .applicationTokens([gone]),
          .shieldApplicationCategories: .applicationCategories(
            .specific([Token(data: Data("gone".utf8))])),
          .shieldWebDomains: .webDomainTokens([Token(data: Data("gone".utf8))]),
          .applicationBlockedApplications: .applications([Application(token: gone)]),
        ]
      ))
    #expect(settings.isEmpty)
    #expect(settings.verdict(for: app("chess", "games")) == .allowed)
  }

  @Test func `do not take one kind of token for another`() {
    let settings = effective(
      ("a", [.shieldApplications: .applicationTokens([Token(data: games.data)])]))
    #expect(settings.isEmpty)
  }

  @Test(arguments: [
    ShieldSettings.ActivityCategoryPolicy<Application>.all(except: [chess]),
    .specific([games], except: [chess]),
  ])
  func `except nothing that only the restricted person calls by an excepted name`(
    policy: ShieldSettings.ActivityCategoryPolicy<Application>
  ) {
    let settings = effective(("a", [.shieldApplicationCategories: .applicationCategories(policy)]))
    var chess = ApplicationFacts(identifiers: ["chess"], categories: ["games"])
    #expect(settings.verdict(for: chess) == .allowed)
    chess.mayBeExcepted = false
    #expect(settings.verdict(for: chess).kind == .shielded)
  }

  @Test func `never touch what is essential`() {
    let settings = effective(
      (
        "a",
        [
          .shieldApplicationCategories: .applicationCategories(.all()),
          .appStoreMaximumRating: .number(0),
          .applicationBlockedApplications: .applications([Application(bundleIdentifier: "shell")]),
        ]
      ))
    #expect(
      settings.verdict(for: ApplicationFacts(identifiers: ["shell"], isEssential: true)) == .allowed
    )
    #expect(settings.verdict(for: app("shell")).kind == .blocked)
  }

  @Test(
    arguments: [
      (300, 300, Kind.allowed), (300, 301, .blocked), (300, nil, .allowed), (0, nil, .blocked),
      (0, 0, .blocked), (1000, 1000, .allowed),
    ] as [(Int, Int?, Kind)])
  func `block what is rated above the lowest maximum`(maximum: Int, rating: Int?, kind: Kind) {
    let settings = effective(
      ("a", [.appStoreMaximumRating: .number(maximum)]),
      ("b", [.appStoreMaximumRating: .number(1000)]))
    #expect(settings.verdict(for: app("chess", rating: rating)).kind == kind)
  }

  @Test(
    arguments: [
      [:], [.siriDenySiri: .bool(false)], [.appStoreMaximumRating: .number(1000)],
      [.safariCookiePolicy: .cookiePolicy(.always)], [.shieldApplications: .applicationTokens([])],
      [.shieldApplicationCategories: .applicationCategories(.none)],
      [.shieldWebDomainCategories: .webDomainCategories(.specific([]))],
      [.webContentBlockedByFilter: .filter(.none)],
      [.webContentBlockedByFilter: .filter(.specific([]))],
    ] as [SettingValues])
  func `are empty if none restricts anything`(settings: SettingValues) {
    #expect(effective(("a", settings)).isEmpty)
  }

  @Test(
    arguments: [
      [.siriDenySiri: .bool(true)], [.mediaMaximumMovieRating: .number(999)],
      [.safariCookiePolicy: .cookiePolicy(.visitedWebsites)],
      [.shieldApplications: .applicationTokens([chess])],
      [.shieldApplicationCategories: .applicationCategories(.all())],
      [.webContentBlockedByFilter: .filter(.auto())],
    ] as [SettingValues])
  func `are not empty if one restricts something`(settings: SettingValues) {
    #expect(!effective(("a", settings), ("b", [:])).isEmpty)
  }

  @Test func `are the same in whatever order they come`() {
    let first = ("a", [SettingKey.shieldApplications: SettingValue.applicationTokens([paint])])
    let second = ("b", [SettingKey.shieldApplications: SettingValue.applicationTokens([chess])])
    #expect(effective(first, second) == effective(second, first))
    #expect(effective(first) != effective(second))
  }

  @Test(.timeLimit(.minutes(1)))
  func `judge a thousand applications by fifty thousand domains and as many stores as there are`() {
    let domains = Set((0..<50_000).map { WebDomain(domain: "site\($0).example") })
    let tokens = Set((0..<1_000).map { ApplicationToken(data: Data("app\($0)".utf8)) })
    let settings = EffectiveSettings(stores: [
      .init(name: "a", settings: [.webContentBlockedByFilter: .filter(.specific(domains))]),
      .init(name: "b", settings: [.shieldApplications: .applicationTokens(tokens)]),
    ]) { .application(String(decoding: $0, as: UTF8.self)) }
    for number in 0..<1_000 {
      #expect(settings.verdict(for: app("app\(number)")).kind == .shielded)
      #expect(settings.verdict(for: site("www.site\(number * 50).example")).kind == .blocked)
      #expect(settings.verdict(for: site("site\(number + 50_000).example")).kind == .allowed)
    }
  }
}
