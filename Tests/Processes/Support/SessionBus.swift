import FoundationEssentials
import Glibc
import SharedDirectory
import System
import TestSupport
import Testing

/// A session bus of the child's, where desktops have it, and on it a service that keeps every notice it is asked to show.
final class SessionBus {
  private static let programs = ["dbus-daemon", "notify-send", "python3"]

  /// What is missing on this machine; nil if nothing is.
  static var obstacle: String? {
    var missing = programs.filter { access("/usr/bin/\($0)", X_OK) != 0 }
    let modules = ["/usr/bin/python3", "-c", "import dbus, gi"]
    if missing.isEmpty, (try? ChildProcess.run(modules, timeout: 10).succeeded) != true {
      missing = ["python3-dbus", "python3-gi"]
    }
    return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
  }

  private static let service = """
    import sys, json, dbus, dbus.service
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    NAME = "org.freedesktop.Notifications"
    class Desktop(dbus.service.Object):
        @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
        def Notify(self, program, replaces, icon, title, words, actions, hints, expires):
            print(json.dumps([str(program), str(title), str(words)]), flush=True)
            return 1
        @dbus.service.method(NAME, out_signature="ssss")
        def GetServerInformation(self):
            return ("test", "test", "1", "1.2")
        @dbus.service.method(NAME, out_signature="as")
        def GetCapabilities(self):
            return ["body"]
    name = dbus.service.BusName(NAME, bus)
    Desktop(bus, "/org/freedesktop/Notifications")
    print("[]", flush=True)
    GLib.MainLoop().run()
    """

  private final class Holder {
    let child: ChildProcess

    init(_ child: consuming ChildProcess) { self.child = child }
  }

  private let household: Household
  private let folder: String
  private let daemon: Holder
  private let desktop: Holder
  private var records: String { "\(household.root)/notices" }

  init(of household: Household) throws {
    self.household = household
    let folder = "/run/user/\(household.user.uid)"
    self.folder = folder
    mkdir("/run/user", 0o755)
    try check("mkdir", path: folder) { mkdir(folder, 0o700) }
    try check("chown", path: folder) { chown(folder, household.user.uid, household.user.gid) }
    let address = "unix:path=\(folder)/bus"
    daemon = Holder(
      try household.startAsChild("dbus-daemon", "--session", "--nofork", "--address=\(address)"))
    for _ in 0..<1000 where access("\(folder)/bus", F_OK) != 0 { usleep(10_000) }
    let output = try Descriptor.open(
      "\(household.root)/notices", O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    let empty = try Descriptor.open("/dev/null", O_RDONLY)
    desktop = Holder(
      try ChildProcess.start(
        household.account.prefix + [
          "env", "DBUS_SESSION_BUS_ADDRESS=\(address)", "/usr/bin/python3", "-c", Self.service,
        ], streams: .init(input: empty.raw, output: output.raw, errors: output.raw)))
    try household.eventually("the desktop is on its bus") { try !lines().isEmpty }
  }

  func remove() {
    desktop.child.kill()
    daemon.child.kill()
    _ = try? ChildProcess.run(["rm", "-rf", folder])
  }

  private func lines() throws -> [Substring] {
    let bytes = try FileStorage(root: household.root).read("notices") ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Program, title and words of each notice, as JSON.
  func notices() throws -> [String] { try lines().dropFirst().map(String.init) }
}
