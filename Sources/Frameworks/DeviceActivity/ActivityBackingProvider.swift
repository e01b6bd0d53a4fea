import ManagedSettings

/// Which backing the centers of this process use.
package enum ActivityBackingProvider {
  /// Holds for the task that sets it, before any other.
  @TaskLocal package static var scoped: (any ActivityBacking)?

  private static let slot = BackingSlot<any ActivityBacking>(fallback: MemoryActivities())

  /// Makes `backing` the one of the whole process.
  package static func install(_ backing: any ActivityBacking) { slot.install(backing) }

  /// The scoped one, the installed one, the shared directory if the program is linked with it, or else
  /// one that keeps everything in the memory of this process, so that an app's unit tests run anywhere.
  package static var current: any ActivityBacking { scoped ?? slot.current }
}
