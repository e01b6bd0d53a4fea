import System

/// What systemd says of the machine, where it runs.
enum ServiceManager {
  /// Whether the machine is being shut down; false where nobody can say.
  ///
  /// Source: `systemctl(1)`, *is-system-running*.
  static var isShuttingDown: Bool {
    let outcome = try? ChildProcess.run(
      ["/usr/bin/systemctl", "is-system-running"], environment: ["PATH": "/usr/bin:/bin"],
      timeout: 3)
    // Its exit status says no for everything but a machine that runs and is well.
    return outcome?.outputText.split(separator: "\n").first == "stopping"
  }
}
