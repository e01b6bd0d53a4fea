/// The POSIX access ACL of a file, in the form of the extended attribute `system.posix_acl_access`.
///
/// A file has always the three entries that its mode shows. Further entries need a mask, whose bits the mode then shows in
/// the place of the group's; a mask equal to the group's bits therefore leaves the mode as it was.
///
/// Source: acl(5); Linux, `include/uapi/linux/posix_acl_xattr.h`.
package struct AccessControlList: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package enum Tag: UInt16, Comparable, Sendable {
      case owner = 0x01
      case user = 0x02
      case group = 0x04
      case namedGroup = 0x08
      case mask = 0x10
      case other = 0x20

      package static func < (first: Tag, second: Tag) -> Bool { first.rawValue < second.rawValue }
    }

    package var tag: Tag
    package var permissions: UInt16
    /// Of a named user or group; all ones for the others.
    package var id: UInt32 = .max

    package init(_ tag: Tag, _ permissions: UInt16, id: UInt32 = .max) {
      self.tag = tag
      self.permissions = permissions
      self.id = id
    }
  }

  /// The bytes are not an ACL of version 2.
  package struct Malformed: Error, Equatable {}

  /// In the order of the kernel: by tag, then by id.
  package private(set) var entries: [Entry]

  /// The entries that `mode` alone stands for.
  package init(mode: UInt32) {
    entries = [
      Entry(.owner, UInt16(mode >> 6 & 7)), Entry(.group, UInt16(mode >> 3 & 7)),
      Entry(.other, UInt16(mode & 7)),
    ]
  }

  package init(bytes: [UInt8]) throws(Malformed) {
    guard bytes.count >= 4, bytes.count % 8 == 4, Self.number(bytes[0..<4]) == 2 else {
      throw Malformed()
    }
    entries = []
    for start in stride(from: 4, to: bytes.count, by: 8) {
      guard let tag = Entry.Tag(rawValue: UInt16(Self.number(bytes[start..<(start + 2)]))) else {
        throw Malformed()
      }
      entries.append(
        Entry(
          tag, UInt16(Self.number(bytes[(start + 2)..<(start + 4)])),
          id: Self.number(bytes[(start + 4)..<(start + 8)])))
    }
  }

  package var bytes: [UInt8] {
    entries.reduce(into: [2, 0, 0, 0]) { bytes, entry in
      for (value, size) in [
        (UInt32(entry.tag.rawValue), 2), (UInt32(entry.permissions), 2), (entry.id, 4),
      ] {
        bytes += (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// There is an entry for some user or group by name.
  package var namesAnybody: Bool { entries.contains { $0.tag == .user || $0.tag == .namedGroup } }
  /// Says no more than a mode could.
  package var addsNothing: Bool { !namesAnybody && (mask == nil || mask == group) }

  /// What the named user's entry permits; `nil` without one.
  package func permissions(ofUser id: UInt32) -> UInt16? {
    entries.first { $0.tag == .user && $0.id == id }?.permissions
  }

  private var group: UInt16 { entries.first { $0.tag == .group }?.permissions ?? 0 }
  private var mask: UInt16? { entries.first { $0.tag == .mask }?.permissions }

  /// With an entry that permits `user` nothing, in place of an entry he may have had. The mode stays what it was.
  package func refusing(user: UInt32) -> Self {
    var result = replacing(user: user, by: 0)
    if mask == nil {
      result.entries.append(Entry(.mask, group))
      result.entries.sort { ($0.tag, $0.id) < ($1.tag, $1.id) }
    }
    return result
  }

  /// With `permissions` in the entry of `user`, or without one. Nothing else changes, the mask neither.
  package func replacing(user: UInt32, by permissions: UInt16?) -> Self {
    var result = self
    result.entries.removeAll { $0.tag == .user && $0.id == user }
    if let permissions { result.entries.append(Entry(.user, permissions, id: user)) }
    result.entries.sort { ($0.tag, $0.id) < ($1.tag, $1.id) }
    return result
  }
}

extension AccessControlList {
  private static let attribute = "system.posix_acl_access"

  /// `nil` when the file has only its mode.
  package static func read(from file: borrowing FileReference) throws -> Self? {
    try file.attribute(attribute).map { try Self(bytes: $0) }
  }

  /// `nil` takes the attribute away; the mode's bits are left as they are.
  package static func write(_ list: Self?, to file: borrowing FileReference) throws {
    try file.setAttribute(attribute, to: list?.bytes)
  }
}
