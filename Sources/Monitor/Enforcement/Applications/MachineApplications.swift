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
  package var snaps: [String] = []

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
    result.snaps = ["/snap", "/var/lib/snapd/snap"]
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

  /// Directories of AppStream metadata: beside the desktop files of the system.
  package var metadata: [String] {
    system.map(\.parentPath).flatMap { [$0 + "/metainfo", $0 + "/appdata"] }
  }

  /// The directories of desktop files and metadata that are there, with those below them, and of each that is missing the
  /// nearest path above it that is.
  package var places: (sources: [String], expected: [String]) {
    var sources: [String] = []
    var expected: [String] = []
    for directory in system + user + metadata {
      if Self.isDirectory(directory) {
        let below = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
        sources.append(directory)
        sources += below.filter { !$0.lastPathComponent.contains(".") }.map { directory + "/" + $0 }
          .filter(Self.isDirectory).prefix(Self.mostSubdirectories)
      } else {
        var missing = directory
        while missing.parentPath != "/", !Self.isDirectory(missing.parentPath) {
          missing = missing.parentPath
        }
        expected.append(missing)
      }
    }
    return (sources, expected)
  }

  private static let mostSubdirectories = 64

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
  }

  /// Unreadable desktop files are left out; a directory that does not exist has none.
  package func catalogue(table: ApplicationTable) -> ApplicationCatalogue {
    let found =
      system.flatMap { sources(in: $0, .system) } + user.flatMap { sources(in: $0, .user) }
    return ApplicationCatalogue(
      sources: found, metadata: components, table: table, search: search, flatpaks: flatpaks,
      snaps: snaps, lookup: MachineLookup())
  }

  /// What is no metadata, or not whole, rates nothing.
  ///
  /// The catalogue of the distribution (`swcatalog`) is not read: it is compressed, and lists what could be installed.
  private var components: [ComponentMetadata] {
    let exported = metadata.flatMap { directory in
      names(in: directory).filter { $0.hasSuffix(".xml") }.map { directory + "/" + $0 }
    }
    let deployed = flatpaks.filter { flatpak in !user.contains { $0.hasPrefix(flatpak + "/") } }
      .flatMap { flatpak in
        names(in: flatpak + "/app").flatMap { name in
          let share = "\(flatpak)/app/\(name)/current/active/files/share"
          return [
            "\(share)/metainfo/\(name).metainfo.xml", "\(share)/appdata/\(name).appdata.xml",
          ]
        }
      }
    return (exported + deployed).compactMap { path in
      MachineLookup().text(at: path).flatMap { try? ComponentMetadata(xml: $0) }
    }
  }

  private func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? []
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
package struct MachineLookup: ExecutableLookup {
  package init() {}

  package func executable(at path: String) -> ExecutableFile? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard let reference = try? FileReference(path), reference.isRegular, reference.mode & 0o111 != 0
    else { return nil }
    var file = ExecutableFile(path: path, identity: reference.identity, owner: reference.owner)
    file.isScript = isScript(reference)
    var system = statvfs()
    file.isOnReadOnlyImage =
      statvfs(reference.path, &system) == 0 && system.f_flag & UInt(ST_RDONLY) != 0
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

  /// Follows links, and opens nothing but regular files: what lies in the managed user's home may be of any kind.
  package func text(at path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    guard let reference = try? FileReference(String(cString: resolved)), reference.isRegular,
      let file = try? Descriptor.open(reference.path, O_RDONLY | O_NONBLOCK),
      let bytes = try? file.readAll(limit: 1 << 20)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private func isScript(_ program: borrowing FileReference) -> Bool {
    guard let file = try? Descriptor.open(program.path, O_RDONLY | O_NONBLOCK) else { return false }
    var start: [UInt8] = [0, 0]
    return read(file.raw, &start, 2) == 2 && start == Array("#!".utf8)
  }
}
