import FoundationEssentials
import Glibc
import SharedDirectory
import SyncService
import System

let usage = """
  usage: pavise-sync [--directory DIR] --policy-directory DIR

  Applies the compiled policy of the policy directory to the shared directory, reports what is in force
  (report.json beside the policy) and acknowledges it (ack.json). Started by pavise-sync.service.

    --directory DIR          the shared directory (default: PAVISE_DIRECTORY, else \(DirectoryLayout.standard))
    --policy-directory DIR   where the policy lies: policy.json, or the only other .json file
  """
let log = Log.standardError()
do {
  let options = try DaemonOptions(
    Array(CommandLine.arguments.dropFirst()), known: ["--directory", "--policy-directory"])
  if options.wantsHelp {
    print(usage)
    exit(0)
  }
  guard let policies = options["--policy-directory"] else {
    throw DaemonOptions.UsageError.missing("--policy-directory")
  }
  var loop = try SyncLoop(root: options.directory, policyDirectory: policies, log: log)
  try loop.run()
} catch let error as DaemonOptions.UsageError {
  log(.error, "\(error)")
  log(.error, usage)
  exit(EX_USAGE)
} catch {
  log(.error, "\(error)")
  exit(1)
}
