package import System

/// Whether the managed user may execute a file in allowlist mode. Pure.
///
/// What belongs to root and can be written by root alone is a program that somebody has installed for all; anything else
/// could be one that the user has brought. Which of the installed ones are refused as well is for the other backends.
package struct AllowlistRule: Equatable, Sendable {
  package let user: UInt32

  package init(user: UInt32) {
    self.user = user
  }

  /// - Parameter users: Asked only where it matters who executes. Without an answer the process is gone, or nobody of ours.
  package func verdict(
    on request: Fanotify.Request, users: (Int32) -> ProcessUsers?
  ) -> Fanotify.Verdict {
    if ProcessTable.isRootsAlone(owner: request.owner, mode: request.mode) {
      return .allowUntilWritten
    }
    return users(request.pid)?.includes(user) ?? false ? .deny : .allow
  }
}
