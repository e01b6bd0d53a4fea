/// The times of a ``SyncSchedule``, in seconds.
package struct SyncTiming: Equatable, Sendable {
  /// Between two polls; each is up to a tenth earlier or later.
  package var interval = 300.0
  /// After the first failure of the network or the service, and at most.
  package var firstFailure = 120.0
  package var longestFailure = 900.0
  /// After the first 401, and at most (rule P3).
  package var firstRefusal = 600.0
  package var longestRefusal = 3600.0
  /// Between two "no active policy" of which the second counts (rule P3).
  package var confirmation = 60.0
  /// Between two unconditional fetches (rule P6).
  package var unconditional = 6 * 3600.0
  /// Between two fetches that pushes lead to and that find nothing new; doubled for each, up to `interval`.
  package var fruitlessPush = 2.0

  /// Before an entry of the outbox that the service failed at is tried again; doubled for each time (rule P8).
  package var firstDoubt = 15.0

  package init() {}

  /// Makes `seconds` the wait after the first failure, and every other wait after a fault longer or shorter in
  /// proportion.
  package mutating func setRetryDelay(_ seconds: Double) {
    let scale = seconds / firstFailure
    firstFailure = seconds
    longestFailure *= scale
    firstRefusal *= scale
    longestRefusal *= scale
    firstDoubt *= scale
  }
}
