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
let known = ServiceOptions.names.union(["--directory", "--policy-directory"])
let status = DaemonOptions.run(usage: usage, known: known) { options, log in
  if options["--server"] != nil {
    var loop = try ServiceLoop(options, log: log)
    try loop.run()
  } else if let policies = options["--policy-directory"] {
    var loop = try SyncLoop(root: options.directory, policyDirectory: policies, log: log)
    try loop.run()
  } else {
    throw DaemonOptions.UsageError.missing("--server")
  }
}
exit(status)
