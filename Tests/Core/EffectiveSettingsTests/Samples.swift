import EffectiveSettings
import Foundation
import ManagedSettings

enum Kind: Equatable {
  case allowed, shielded, blocked
}

extension Verdict {
  var kind: Kind {
    switch self {
    case .allowed: .allowed
    case .shielded: .shielded
    case .blocked: .blocked
    }
  }
}

let chess: ApplicationToken = Token(data: Data("chess".utf8))
let paint: ApplicationToken = Token(data: Data("paint".utf8))
let games: ActivityCategoryToken = Token(data: Data("games".utf8))

/// The stores taken together, where a token's bytes spell what it stands for.
func effective(_ stores: (name: String, settings: SettingValues)...) -> EffectiveSettings {
  EffectiveSettings(
    stores: stores.map { .init(name: $0.name, settings: $0.settings) }, identities: identity)
}

func identity(_ bytes: Data) -> Identity? {
  switch String(decoding: bytes, as: UTF8.self) {
  case "gone": nil
  case let name where name.hasSuffix(".example"): .webDomain(name)
  case let name where ["games", "art", "news"].contains(name): .category(name)
  case let name: .application(name)
  }
}

func app(_ identifier: String, _ categories: String..., rating: Int? = nil) -> ApplicationFacts {
  ApplicationFacts(identifiers: [identifier], categories: Set(categories), rating: rating)
}

func site(_ name: String, _ categories: String..., isAdult: Bool = false) -> WebDomainFacts {
  guard let name = DomainName(name) else { preconditionFailure("\(name) is no domain name") }
  return WebDomainFacts(name: name, categories: Set(categories), isAdult: isAdult)
}
