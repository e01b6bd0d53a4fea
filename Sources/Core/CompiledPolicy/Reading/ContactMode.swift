/// With whom a child may play or chat.
enum ContactMode: Equatable {
  case nobody
  /// Friends, contacts, or whom the guardian approved of.
  case known
  case everyone

  /// - `isKnown`: false if the word is unknown and read as the most restrictive one (rule P4).
  struct Reading: Equatable {
    let mode: ContactMode
    var isKnown = true
  }

  /// Nil if the text is blank, which is "unset".
  static func read(_ text: String) -> Reading? {
    switch Words.normalized(text) {
    case "": nil
    case "none", "blocked", "block", "disabled", "off", "no_one", "nobody": Reading(mode: .nobody)
    case "friends_only", "friends", "contacts_only", "contacts", "approved_only",
      "friends_of_friends", "family_only":
      Reading(mode: .known)
    case "everyone", "anyone", "all", "open", "public", "unrestricted": Reading(mode: .everyone)
    default: Reading(mode: .nobody, isKnown: false)
    }
  }
}
