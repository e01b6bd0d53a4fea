import FoundationEssentials
import Glibc
import SharedDirectory
import SyncService
import System

let usage = """
  usage: pavise-sync [--directory DIR] (--server URL | --policy-directory DIR)

  Applies the compiled policy of the service, or of a directory, to the shared directory, reports what is in force and
  acknowledges it. Started by pavise-sync.service.

  --directory DIR          the shared directory (default: PAVISE_DIRECTORY, else \(DirectoryLayout.standard))
  --policy-directory DIR   where the policy lies: policy.json, or the only other .json file; the answers
                           (report.json, ack.json) are written beside it
  \(ServiceOptions.usage)
  """
let log = Log.standardError()
do {
  let options = try DaemonOptions(
    Array(CommandLine.arguments.dropFirst()),
    known: ServiceOptions.names.union(["--directory", "--policy-directory"]))
  if options.wantsHelp {
    print(usage)
    exit(0)
  }
  if options["--server"] != nil {
    var loop = try ServiceLoop(options, log: log)
    try loop.run()
  } else if let policies = options["--policy-directory"] {
    var loop = try SyncLoop(root: options.directory, policyDirectory: policies, log: log)
    try loop.run()
  } else {
    throw DaemonOptions.UsageError.missing("--server")
  }
} catch let error as DaemonOptions.UsageError {
  log(.error, "\(error)")
  log(.error, usage)
  exit(EX_USAGE)
} catch {
  log(.error, "\(error)")
  exit(1)
}
