/// Why bytes or a string are not the rules of a time zone.
public enum TimeZoneRulesError: Error, Hashable, Sendable {
  /// The bytes do not begin with `TZif`.
  case notTZif
  case unknownVersion(UInt8)
  /// `section` reaches up to byte `end` of a file of `size` bytes.
  case truncated(section: String, end: Int, size: Int)
  case noLocalTimeTypes
  case unknownLocalTimeType(transition: Int, type: Int, types: Int)
  case transitionNotAscending(transition: Int)
  /// Further from UTC than a day and two hours.
  case offsetOutOfRange(seconds: Int)
  /// The file counts leap seconds, as those below `right/` do; the system clock does not.
  case leapSeconds(count: Int)
  /// The rule after the data is not enclosed in newlines.
  case footerNotEnclosed
  /// A POSIX `TZ` string that does not have `expected` after `position` bytes.
  case posix(String, position: Int, expected: String)
}
