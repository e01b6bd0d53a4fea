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
let status = DaemonOptions.run(usage: usage, known: ["--directory"]) { options, log in
  let daemon = try MonitorDaemon(root: options.directory, log: log)
  try daemon.run()
}
exit(status)
