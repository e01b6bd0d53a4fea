import Glibc
import SharedDirectory
import SyncService
import System

let usage = """
  usage: pavise-sync [--directory DIR] [--server URL | --policy-directory DIR]

  Applies the compiled policy of the service, or of a directory, to the shared directory, reports what is in force and
  acknowledges it. Started by pavise-sync.service. A machine that was registered needs no option.

  --directory DIR          the shared directory (default: PAVISE_DIRECTORY, else \(DirectoryLayout.standard))
  --policy-directory DIR   where the policy lies: policy.json, or the only other .json file; the answers
                           (report.json, ack.json) are written beside it; not used once the machine is registered
  \(ServiceOptions.usage)
  """
let known = ServiceOptions.names.union(["--directory", "--policy-directory"])

/// Runs with what is asked for, else with the service that the machine is registered with.
func serve(_ options: DaemonOptions, _ log: Log) throws -> SyncEnd {
  let directory = SharedDirectory(
    storage: FileStorage(root: options.directory), as: SyncRole.self)
  let isRegistered = try directory.read(.registration) != nil
  if options["--server"] == nil, !isRegistered, let policies = options["--policy-directory"] {
    var loop = try SyncLoop(root: options.directory, policyDirectory: policies, log: log)
    return try loop.run()
  }
  var loop = try ServiceLoop(options, log: log)
  return try loop.run()
}

let status = DaemonOptions.run(usage: usage, known: known) { options, log in
  while try serve(options, log) == .registeredAnew { log(.info, "registered anew") }
}
exit(status)
