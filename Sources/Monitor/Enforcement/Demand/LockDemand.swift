package import SharedDirectory

/// Whether the device is to be locked for the managed user.
package enum LockDemand: Equatable, Sendable {
  /// What decides it cannot be read: what is in force stays, whichever it is (rules A2, D6).
  case unknown
  case open
  case locked(DeviceLock)

  package var lock: DeviceLock? {
    if case .locked(let lock) = self { lock } else { nil }
  }
}
