package import System
import CSystem
import FoundationEssentials
import Glibc

/// Reads the applications of this machine: the thin part that ``ApplicationCatalogue`` leaves out.
///
/// It opens programs to see whether they are scripts, so the gate must be answering.
package struct MachineApplications: Sendable {
  /// Directories of desktop files that only root can write.
  package var system: [String]
  /// Directories of the managed user's own.
  package var user: [String]
  package var search = [
    "/usr/local/bin", "/usr/bin", "/bin", "/usr/games", "/usr/local/games", "/usr/local/sbin",
    "/usr/sbin",
  ]
  package var flatpaks: [String] = []

  package init(system: [String], user: [String] = []) {
    self.system = system
    self.user = user
  }

  /// Where distributions, Flatpak and snapd put desktop files, and where `user` has his own.
  package static func standard(for user: UserRecord?) -> Self {
    var result = Self(
      system: [
        "/usr/share/applications", "/usr/local/share/applications",
        "/var/lib/flatpak/exports/share/applications", "/var/lib/snapd/desktop/applications",
      ])
    result.flatpaks = ["/var/lib/flatpak"]
    if let user {
      result.user = [
        user.home + "/.local/share/applications",
        user.home + "/.local/share/flatpak/exports/share/applications",
      ]
      result.flatpaks.append(user.home + "/.local/share/flatpak")
      result.search += [user.home + "/.local/bin", user.home + "/bin"]
    }
    return result
  }

  /// Every directory whose change means that the catalogue is to be read anew.
  package var watched: [String] { system + user }

  /// Unreadable desktop files are left out; a directory that does not exist has none.
  package func catalogue(table: ApplicationTable) -> ApplicationCatalogue {
    let found =
      system.flatMap { sources(in: $0, .system) } + user.flatMap { sources(in: $0, .user) }
    return ApplicationCatalogue(
      sources: found, table: table, search: search, flatpaks: flatpaks, lookup: MachineLookup())
  }

  /// A file below `vendor/` has the identifier `vendor-NAME`.
  private func sources(
    in directory: String, _ origin: InstalledApplication.Origin
  ) -> [ApplicationCatalogue.Source] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
    return names.sorted().compactMap { name in
      guard name.hasSuffix(".desktop"), let text = MachineLookup().text(at: directory + "/" + name)
      else { return nil }
      let identifier = name.dropLast(".desktop".count).replacing("/", with: "-")
      return ApplicationCatalogue.Source(desktopID: String(identifier), text: text, origin: origin)
    }
  }
}

/// Asks the machine itself.
struct MachineLookup: ExecutableLookup {
  func executable(at path: String) -> ExecutableFile? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard let reference = try? FileReference(path), reference.isRegular, reference.mode & 0o111 != 0
    else { return nil }
    var file = ExecutableFile(path: path, identity: reference.identity, owner: reference.owner)
    file.isScript = isScript(path)
    var directory = path
    while directory != "/" {
      directory = directory.parentPath
      var status = stat()
      guard stat(directory, &status) == 0 else { continue }
      if status.st_uid != 0 { file.changeableBy.insert(status.st_uid) }
      if status.st_mode & 0o002 != 0, status.st_mode & 0o1000 == 0 {
        file.isInOpenDirectory = true
      }
    }
    return file
  }

  func text(at path: String) -> String? {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK),
      let bytes = try? file.readAll(limit: 1 << 20)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private func isScript(_ path: String) -> Bool {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK) else { return false }
    var start: [UInt8] = [0, 0]
    return read(file.raw, &start, 2) == 2 && start == Array("#!".utf8)
  }
}
