import Glibc
import SharedDirectory
import System

/// How the program ends, as `sysexits.h` numbers it.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// The command could not be carried out, or `status --check` found something wrong.
  case failure = 1
  case usage = 64
  case refused = 77
  case badConfiguration = 78
}

extension ExitCode {
  /// The status that says best what `error` is about.
  init(_ error: any Error) {
    switch error {
    case is UsageError: self = .usage
    case AuthorizationRefusal.notGuardian, ControlFailure.liftingNeedsRoot,
      ServiceFailure.keyNeedsOwner:
      self = .refused
    case is ConfigurationFault: self = .badConfiguration
    case let error as SystemError where [EACCES, EPERM].contains(error.code): self = .refused
    case SharedFileError.damaged(let fault) where fault.name == "config.json":
      self = .badConfiguration
    default: self = .failure
    }
  }
}
