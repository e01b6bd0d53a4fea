import Glibc
import MonitorService
import SharedDirectory
import System

let usage = """
  usage: pavise-monitor [--directory DIR]

  Follows the clock: delivers what is due, re-applies shields and enforces them on this machine, for the managed
  user named in DIR/config.json. Started by pavise-monitor.service, as root.

    --directory DIR   the shared directory (default: PAVISE_DIRECTORY, else \(DirectoryLayout.standard))
  """
let log = Log.standardError()
do {
  let options = try DaemonOptions(
    Array(CommandLine.arguments.dropFirst()), known: ["--directory"])
  if options.wantsHelp {
    print(usage)
    exit(0)
  }
  let daemon = try MonitorDaemon(root: options.directory, log: log)
  try daemon.run()
} catch let error as DaemonOptions.UsageError {
  log(.error, "\(error)")
  log(.error, usage)
  exit(EX_USAGE)
} catch {
  log(.error, "\(error)")
  exit(1)
}
