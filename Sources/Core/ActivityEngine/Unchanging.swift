/// Keeps a value that is replaced as a whole and never changed in part, so that copies of what holds it are cheap and
/// mostly equal at a glance. Encoded as the value.
@propertyWrapper
struct Unchanging<Value: Codable & Equatable & Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
  }

  /// Looks at the value where it is, which for a large one costs less than a copy.
  @inline(__always)
  func look<Result>(_ body: (borrowing Value) -> Result) -> Result {
    body(box.value)
  }
}

extension Unchanging: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.box.value == second.box.value
  }
}

extension Unchanging: Codable {
  init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try box.value.encode(to: encoder) }
}
