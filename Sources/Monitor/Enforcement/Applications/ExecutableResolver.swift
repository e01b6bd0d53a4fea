/// Finds the files behind a desktop entry.
struct ExecutableResolver<Lookup: ExecutableLookup> {
  let table: ApplicationTable
  /// Directories in which a bare program name is looked up.
  let search: [String]
  /// Flatpak installations, such as `/var/lib/flatpak`.
  let flatpaks: [String]
  let lookup: Lookup

  /// `nil` when the entry starts nothing, or nothing that is installed.
  func application(
    _ desktopID: String, _ entry: DesktopEntry, _ origin: InstalledApplication.Origin
  ) -> InstalledApplication? {
    guard let exec = entry.exec, let command = LaunchCommand(exec: exec) else { return nil }
    if let wanted = entry.tryExec, locate(wanted) == nil { return nil }
    var application = InstalledApplication(
      desktopID: desktopID, name: entry.name ?? desktopID,
      identifiers: table.bundleIdentifiers(of: desktopID).union([desktopID]),
      categories: ScreenTimeCategory.categories(for: entry.categories), origin: origin)
    application.isEssential = origin == .system && table.essential.contains(desktopID)
    for name in [entry.flatpak, entry.snap].compactMap(\.self) {
      application.sandboxNames.insert(name)
    }

    switch command {
    case .program(let word):
      guard let file = locate(word) else { return nil }
      addProgram(file, startedAs: word.lastPathComponent, to: &application)
    case .flatpak(let identifier):
      application.sandboxNames.insert(identifier)
      application.identifiers.insert(identifier)
      addFlatpak(identifier, to: &application)
    case .snap(let name):
      application.sandboxNames.insert(String(name.prefix { $0 != "." }))
      application.reach = .none("a snap's files are on a read-only image that takes no entry")
    case .opaque(let reason):
      application.reach = .none(reason)
    }
    addProgramsOfTable(to: &application)
    let names = application.executables.map { $0.path.lastPathComponent }
    if origin == .system, names.contains(where: table.essentialPrograms.contains) {
      application.isEssential = true
    }
    return application
  }

  private func locate(_ word: String) -> ExecutableFile? {
    if word.hasPrefix("/") { return lookup.executable(at: word) }
    if word.contains("/") { return nil }
    return search.lazy.compactMap { lookup.executable(at: $0 + "/" + word) }.first
  }

  private func addProgram(
    _ file: ExecutableFile, startedAs name: String, to application: inout InstalledApplication
  ) {
    let real = file.path.lastPathComponent
    if let interpreter = [name, real].first(where: Interpreter.contains) {
      application.reach = .none("\(interpreter) is an interpreter that other programs need")
      return
    }
    application.executables.append(file)
    if file.isScript, table.programs[application.desktopID] == nil {
      application.reach = .partly("\(file.path) is a script; what it runs is not known")
    }
  }

  /// A starting script is refused like a program, and so is what the table says it runs.
  private func addProgramsOfTable(to application: inout InstalledApplication) {
    for path in table.programs[application.desktopID] ?? [] {
      guard let file = lookup.executable(at: path),
        !Interpreter.contains(file.path.lastPathComponent),
        !application.executables.contains(where: { $0.identity == file.identity })
      else { continue }
      application.executables.append(file)
    }
  }

  /// The command that the deployed metadata names. Inside the sandbox it is the same file, bound to `/app`.
  private func addFlatpak(_ identifier: String, to application: inout InstalledApplication) {
    for installation in flatpaks {
      let deployed = "\(installation)/app/\(identifier)/current/active"
      guard let metadata = lookup.text(at: deployed + "/metadata"),
        let line = metadata.split(separator: "\n").first(where: { $0.hasPrefix("command=") })
      else { continue }
      let command = line.dropFirst("command=".count)
      if let file = lookup.executable(at: "\(deployed)/files/bin/\(command)") {
        application.executables.append(file)
        if file.isScript {
          application.reach = .partly("\(file.path) is a script; what it runs is not known")
        }
        return
      }
    }
    application.reach = .none("the command of the Flatpak \(identifier) was not found")
  }
}
