import Glibc
import PolicyServer
import System

let usage = """
  usage: pavise-server --database FILE [--listen 127.0.0.1:8091]

  A policy server for a household, a test lab or a demonstration: children, devices and policies in one SQLite file,
  the device API at /api/v1, and a page for the parent at /.

    --database FILE           made if it is not there
    --listen ADDRESS:PORT     default 127.0.0.1:8091; port 0 takes a free one, which is printed
    --allow-remote            lets ADDRESS be one that other machines can reach
    --parent-token-file FILE  holds the parent's token; made if it is not there. Without it the token of a new
                              database is printed, once
    --ntfy URL                a topic of an ntfy server, told of each policy that is new to devices
    --rate-limit N            requests a minute for each device, the parent and each unknown address; 0 is no limit
                              (default 600)
    --max-body BYTES          the largest request body (default 4194304)
    --idle-timeout SECONDS    after which a silent connection is closed (default 15)
  """
let log = Log.standardError()
do {
  let options = try ServerOptions(Array(CommandLine.arguments.dropFirst()))
  if options.wantsHelp {
    print(usage)
    exit(0)
  }
  try ServerProgram(options, log: log, transport: ntfy).run { line in
    print(line)
    fflush(nil)
  }
} catch let error as ServerOptions.UsageError {
  log(.error, "\(error)")
  log(.error, usage)
  exit(EX_USAGE)
} catch {
  log(.error, "\(error)")
  exit(1)
}
