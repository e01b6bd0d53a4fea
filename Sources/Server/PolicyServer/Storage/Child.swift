import CompiledPolicy
import FoundationEssentials

struct Child: Equatable, Sendable {
  let id: String
  var name: String
  /// Like `2015-03-09`.
  var birthDate: String
  /// The last version that one of the child's policies got.
  var version: Int
  /// The age that the policy was last served with.
  var servedAge: Int
  let createdAt: String
  var updatedAt: String

  /// Completed years, by the calendar in UTC.
  static func age(bornOn birthDate: String, at now: Date) -> Int {
    let today = RFC3339.text(now).prefix(10)
    let years = (Int(today.prefix(4)) ?? 0) - (Int(birthDate.prefix(4)) ?? 0)
    return max(0, today.dropFirst(5) < birthDate.dropFirst(5) ? years - 1 : years)
  }

  /// The service's word for an age.
  static func ageGroup(_ age: Int) -> String {
    switch age {
    case ..<5: "Toddler"
    case ..<10: "Child"
    case ..<13: "Pre-Teen"
    case ..<18: "Teen"
    default: "Adult"
    }
  }

  /// The day of `2015-03-09`, also with a time behind it as the service writes it; nil if there is no such day.
  static func birthDate(_ text: String) -> String? {
    let instant = text.utf8.count == 10 ? "\(text)T00:00:00Z" : text
    return RFC3339.date(instant) == nil ? nil : String(text.prefix(10))
  }

  func wire(family: String) -> WireValue {
    [
      "id": .string(id), "family_id": .string(family), "name": .string(name),
      "birth_date": .string("\(birthDate)T00:00:00Z"), "created_at": .string(createdAt),
      "updated_at": .string(updatedAt),
    ]
  }
}
