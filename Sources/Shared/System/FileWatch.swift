import CSystem
import Glibc

/// Watches directories for what changes in them, and single entries for being replaced.
struct FileWatch: ~Copyable {
  let descriptor: Descriptor
  private var listeners: [Int32: [WatchID]] = [:]
  private var lastNumber = 0

  static func open() throws(SystemError) -> FileWatch {
    FileWatch(
      descriptor: Descriptor(
        owning: try check("inotify_init1") {
          inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        }))
  }

  private init(descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  mutating func watch(directory path: String) throws(SystemError) -> WatchID {
    try add(path, Self.directoryMask)
  }

  /// Tells once that what lies at `path` now, a link itself and not where it leads, was replaced, moved or removed.
  ///
  /// Unlike a watch of its directory it is not woken by the neighbours.
  mutating func watch(entry path: String) throws(SystemError) -> WatchID {
    try add(path, IN_DELETE_SELF | IN_MOVE_SELF | Int32(IN_DONT_FOLLOW))
  }

  mutating func unwatch(_ id: WatchID) {
    for (raw, those) in listeners where those.contains(id) {
      listeners[raw] = those.filter { $0 != id }
      if listeners[raw]?.isEmpty == true {
        listeners[raw] = nil
        // The directory may be gone, and the watch with it.
        inotify_rm_watch(descriptor.raw, raw)
      }
    }
  }

  /// The same bits for all directories: a second watch of one would replace those of the first.
  private static var directoryMask: Int32 {
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR
  }

  private mutating func add(
    _ path: String, _ mask: Int32
  ) throws(SystemError) -> WatchID {
    let queue = descriptor.raw
    let raw = try check("inotify_add_watch", path: path) {
      inotify_add_watch(queue, path, UInt32(mask))
    }
    lastNumber += 1
    let id = WatchID(number: lastNumber)
    listeners[raw, default: []].append(id)
    return id
  }

  /// What has happened by now; nil when it concerns nobody.
  mutating func take() throws(SystemError) -> Wake? {
    var changes: Set<FileChange> = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = try readIfReady(descriptor.raw, &buffer, buffer.count)
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= count {
      let event = buffer.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      }
      let start = offset + header
      offset = start + Int(event.len)
      let name = String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .overflow }
      changes.formUnion(changesOfInterest(event, name))
    }
    return changes.isEmpty ? nil : .files(changes)
  }

  private mutating func changesOfInterest(_ event: inotify_event, _ name: String) -> [FileChange] {
    let those = listeners[event.wd] ?? []
    if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 {
      listeners[event.wd] = nil
      if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor.raw, event.wd) }
      return those.map { FileChange(watch: $0, name: "") }
    }
    if name.isEmpty || name.hasPrefix(".") { return [] }
    return those.map { FileChange(watch: $0, name: name) }
  }
}
