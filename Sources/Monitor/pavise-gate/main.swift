import Enforcement
import Glibc
import System

let usage = """
  usage: pavise-gate --user UID --register FILE -- MOUNT...

  Keeps allowlist mode: from the file systems at MOUNT the user can execute only what is root's alone. Started by
  pavise-monitor, and ended by it or by “pavise clear”.

  """

var words = CommandLine.arguments.dropFirst()
guard words.count > 5, words.removeFirst() == "--user", let user = UInt32(words.removeFirst()),
  user != 0, words.removeFirst() == "--register"
else {
  print(usage, terminator: "")
  exit(EX_USAGE)
}
let register = words.removeFirst()
guard words.removeFirst() == "--" else {
  print(usage, terminator: "")
  exit(EX_USAGE)
}
do {
  try AllowlistGate.run(user: user, mounts: Array(words), register: register)
} catch {
  var reason = "pavise-gate: \(error)\n"
  reason.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(EXIT_FAILURE)
}
