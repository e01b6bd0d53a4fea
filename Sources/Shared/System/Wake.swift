/// Why a wait ended.
package enum Wake: Hashable, Sendable {
  /// The deadline has come.
  case due
  /// The wall clock was set, or the machine slept; all instants have to be looked at again.
  case clockChanged
  /// These files were written, replaced, created or removed.
  case files(Set<FileChange>)
  /// So much happened to files that the kernel forgot what; all of them have to be looked at again.
  case overflow
  case signal(Int32)
  /// A descriptor of the caller's is readable.
  case descriptor(DescriptorID)
}

/// One name that changed under a watch.
package struct FileChange: Hashable, Sendable {
  package let watch: WatchID
  /// The name inside the directory; empty when the watched directory itself is gone, and the watch with it.
  package let name: String

  package init(watch: WatchID, name: String) {
    self.watch = watch
    self.name = name
  }
}

/// A directory or a file that an ``EventLoop`` watches.
package struct WatchID: Hashable, Sendable {
  let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// A descriptor that an ``EventLoop`` looks at for its caller.
package struct DescriptorID: Hashable, Sendable {
  let key: UInt64

  package init(key: UInt64) {
    self.key = key
  }
}
