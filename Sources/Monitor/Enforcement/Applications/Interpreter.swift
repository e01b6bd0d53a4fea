/// Programs that stand for no application of their own: refusing them would stop half of the system.
///
/// None of them is ever marked, whatever an `Exec` line says. The name is compared without a version, so that
/// `python3.11` and `lua5.4` count too.
package enum Interpreter {
  package static func contains(_ name: String) -> Bool {
    names.contains(name) || names.contains(withoutVersion(name))
  }

  package static func isShell(_ name: String) -> Bool {
    shells.contains(name)
  }

  private static func withoutVersion(_ name: String) -> String {
    var rest = name[...]
    while let last = rest.last, last.isNumber || last == "." || last == "-" { rest.removeLast() }
    return String(rest)
  }

  private static let shells: Set<String> = [
    "sh", "bash", "rbash", "dash", "zsh", "ksh", "mksh", "ksh93", "fish", "ash", "csh", "tcsh",
    "elvish",
  ]

  private static let names: Set<String> = shells.union([
    // languages
    "python", "pypy", "perl", "ruby", "node", "nodejs", "deno", "bun", "php", "lua", "luajit",
    "tclsh", "wish",
    "guile", "gjs", "gjs-console", "java", "javaw", "mono", "dotnet", "wine", "wine64",
    "wine-stable", "Rscript",
    "awk", "gawk", "mawk", "sed", "qml", "electron", "love", "scummvm", "dosbox",
    "qemu-system-x86_64",
    // starters of other programs
    "env", "flatpak", "snap", "snap-confine", "bwrap", "firejail", "busybox", "coreutils", "toybox",
    "systemd-run",
    "dbus-launch", "dbus-run-session", "dbus-send", "gdbus", "gio", "gio-launch-desktop",
    "gtk-launch", "kioclient",
    "kde-open", "exo-open", "xdg-open", "xdg-settings", "xterm", "x-terminal-emulator",
    "ld-linux-x86-64.so",
    // another user's rights
    "sudo", "su", "doas", "pkexec", "runuser", "setpriv", "login", "gksu", "kdesu",
  ])
}
