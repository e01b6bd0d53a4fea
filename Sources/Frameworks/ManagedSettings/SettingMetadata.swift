/// A set of related settings of a ``ManagedSettingsStore``.
public protocol ManagedSettingsGroup {}

/// What holds for a setting that nobody sets.
///
/// Source: Apple, *ManagedSettings.SettingMetadata*.
public struct SettingMetadata<Value> {
  public let defaultValue: Value
}

/// What holds for a setting that nobody sets, and the values it can have.
///
/// Source: Apple, *ManagedSettings.BoundedSettingMetadata*.
public struct BoundedSettingMetadata<Value: Comparable> {
  public let defaultValue: Value
  public let bounds: ClosedRange<Value>
}

extension BoundedSettingMetadata<Int> {
  /// A rating: 0 allows nothing, 1000 everything.
  static let rating = Self(defaultValue: 1000, bounds: 0...1000)
}

extension BoundedSettingMetadata {
  /// The value nearest to `value` within the bounds.
  func clamp(_ value: Value) -> Value {
    min(max(value, bounds.lowerBound), bounds.upperBound)
  }
}

extension SettingMetadata: Sendable where Value: Sendable {}
extension BoundedSettingMetadata: Sendable where Value: Sendable {}
