import ManagedSettings

/// Which backing the authorization center of this process uses.
package enum AuthorizationBackingProvider {
  /// Holds for the task that sets it, before any other.
  @TaskLocal package static var scoped: (any AuthorizationBacking)?

  private static let slot = BackingSlot<any AuthorizationBacking>(fallback: MemoryAuthorization())

  /// Makes `backing` the one of the whole process.
  package static func install(_ backing: any AuthorizationBacking) { slot.install(backing) }

  /// The scoped one, the installed one, the shared directory if the program is linked with it, or else
  /// one that keeps everything in the memory of this process, so that an app's unit tests run anywhere.
  package static var current: any AuthorizationBacking { scoped ?? slot.current }
}
