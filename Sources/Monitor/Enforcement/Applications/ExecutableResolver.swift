/// Finds the files behind a desktop entry.
struct ExecutableResolver<Lookup: ExecutableLookup> {
  let table: ApplicationTable
  /// Directories in which a bare program name is looked up.
  let search: [String]
  /// Flatpak installations, such as `/var/lib/flatpak`.
  let flatpaks: [String]
  /// Where snaps are mounted, such as `/snap`.
  let snaps: [String]
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
      categories: categories(desktopID, entry, origin), origin: origin)
    application.isEssential = origin == .system && table.essential.contains(desktopID)
    for name in [entry.flatpak, entry.snap].compactMap(\.self) {
      application.sandboxNames.insert(name)
    }

    switch command {
    case .program(let word):
      guard let (file, place) = locate(word) else { return nil }
      addProgram(file, at: place, startedAs: word.lastPathComponent, to: &application)
    case .flatpak(let identifier, let command):
      application.sandboxNames.insert(identifier)
      application.identifiers.insert(identifier)
      addFlatpak(identifier, command, to: &application)
    case .snap(let name):
      application.sandboxNames.insert(String(name.prefix { $0 != "." }))
      addSnap(name, to: &application)
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

  /// What the managed user claims comes to what he would be without it.
  private func categories(
    _ desktopID: String, _ entry: DesktopEntry, _ origin: InstalledApplication.Origin
  ) -> Set<String> {
    let claimed = ScreenTimeCategory.categories(for: entry.categories)
    if origin == .user { return claimed.union([ScreenTimeCategory.other.rawValue]) }
    return table.categories[desktopID] ?? claimed
  }

  private func locate(_ word: String) -> (file: ExecutableFile, place: String)? {
    if word.contains("/"), !word.hasPrefix("/") { return nil }
    let places = word.hasPrefix("/") ? [word] : search.map { $0 + "/" + word }
    return places.lazy.compactMap { place in
      lookup.executable(at: place).map { ($0, place) }
    }.first
  }

  private func addProgram(
    _ file: ExecutableFile, at place: String, startedAs name: String,
    to application: inout InstalledApplication
  ) {
    let real = file.path.lastPathComponent
    if let interpreter = [name, real].first(where: Interpreter.contains) {
      application.reach = .none("\(interpreter) is an interpreter that other programs need")
      return
    }
    application.executables.append(file)
    application.places.insert(place)
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
      application.places.insert(path)
    }
  }

  /// The command that the deployed metadata names, and the one of the entry. Inside the sandbox they are the same files,
  /// bound to `/app`.
  private func addFlatpak(
    _ identifier: String, _ command: String?, to application: inout InstalledApplication
  ) {
    for installation in flatpaks {
      let deployed = "\(installation)/app/\(identifier)/current/active"
      guard let metadata = lookup.text(at: deployed + "/metadata") else { continue }
      let line = metadata.split(separator: "\n").first { $0.hasPrefix("command=") }
      let usual = line.map { String($0.dropFirst("command=".count)) }
      for name in [usual, command].compactMap(\.self) {
        let inside = name.hasPrefix("/app/") ? name.dropFirst("/app/".count) : "bin/\(name)"
        add("\(deployed)/files/\(inside)", to: &application)
      }
      if !application.executables.isEmpty { return }
    }
    application.reach = .none("the command of the Flatpak \(identifier) was not found")
  }

  /// The command of the snap's application, on the image that is in use now.
  ///
  /// - Parameter name: `snap.app`, or `snap` for the application of the same name.
  private func addSnap(_ name: String, to application: inout InstalledApplication) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let instance = parts.first else { return }
    let snap = instance.split(separator: "_").first.map(String.init) ?? instance
    for directory in snaps {
      let root = "\(directory)/\(instance)/current"
      guard let text = lookup.text(at: root + "/meta/snap.yaml"),
        let command = SnapMetadata(yaml: text).commands[parts.count > 1 ? parts[1] : snap]
      else { continue }
      add("\(root)/\(command)", to: &application)
      if !application.executables.isEmpty { return }
    }
    application.reach = .none("the command of the snap \(name) was not found")
  }

  private func add(_ place: String, to application: inout InstalledApplication) {
    guard let file = lookup.executable(at: place),
      !Interpreter.contains(file.path.lastPathComponent),
      !application.executables.contains(where: { $0.identity == file.identity })
    else { return }
    application.executables.append(file)
    application.places.insert(place)
    if file.isScript {
      application.reach = .partly("\(file.path) is a script; what it runs is not known")
    }
  }
}
