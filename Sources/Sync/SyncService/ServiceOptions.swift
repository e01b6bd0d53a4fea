package import PhosraAPI
package import SharedDirectory
package import System

/// The options of a daemon that tell how to reach the service.
package enum ServiceOptions {
  package static let names: Set<String> = [
    "--server", "--key-file", "--certificates", "--plain-http", "--proxy", "--ntfy",
    "--poll-interval", "--retry-delay",
  ]

  package static let usage = """
    --server URL             the policy service, up to the version: https://example.org/api/v1
                             (default: what this machine was registered with by “pavise register”)
    --key-file FILE          the device's key, for its owner alone (default: device-key in the shared directory);
                             the credential phosra-device-key of the service manager goes before it
    --certificates FILE      trust these authorities (PEM) instead of the machine's
    --plain-http allowed     also talk to other machines without encryption
    --proxy URL              by way of this proxy; those of the environment are not used
    --ntfy URL               follow the pushes of this ntfy topic: https://ntfy.example.org/topic
    --poll-interval SECONDS  between two polls (default 300); pushes are followed at once all the same
    --retry-delay SECONDS    after the first fault (default 120); all other waits after faults in proportion to it.
                             Less than the default of either is for tests and for a server of one's own
    """

  /// - Parameter registration: What counts where there is no option; nothing of it if `--server` is given.
  package static func settings(
    _ options: DaemonOptions, registration: ServiceRegistration?
  ) throws(DaemonOptions.UsageError) -> DeviceSession.Settings {
    let registration = options["--server"] == nil ? registration : nil
    guard let server = options["--server"] ?? registration?.server else {
      throw .missing("--server")
    }
    var settings = DeviceSession.Settings(baseURL: server)
    if let registration {
      settings.connection = registration.connection(in: options.directory)
      settings.ntfy = registration.ntfy.flatMap(NtfyTopic.init(url:))
    }
    if let file = options["--certificates"] { settings.connection.authorities = file }
    settings.connection.proxy = options["--proxy"]
    if let word = options["--plain-http"] {
      guard word == "allowed" else { throw .unknown("--plain-http \(word)") }
      settings.connection.allowsPlainHTTP = true
    }
    if let url = options["--ntfy"] {
      guard let topic = NtfyTopic(url: url) else { throw .unknown("--ntfy \(url)") }
      settings.ntfy = topic
    }
    if let interval = try seconds("--poll-interval", options) {
      settings.timing.interval = interval
    }
    if let delay = try seconds("--retry-delay", options) { settings.timing.setRetryDelay(delay) }
    return settings
  }

  /// From a hundredth of a second to a day.
  private static func seconds(
    _ option: String, _ options: DaemonOptions
  ) throws(DaemonOptions.UsageError) -> Double? {
    guard let text = options[option] else { return nil }
    guard let seconds = Double(text), (0.01...86_400).contains(seconds) else {
      throw .unknown("\(option) \(text)")
    }
    return seconds
  }
}

extension ServiceLoop {
  /// For a daemon of its own, whose memory is kept out of core dumps, since it holds the key.
  package init(_ options: DaemonOptions, log: Log) throws {
    let directory = SharedDirectory(
      storage: FileStorage(root: options.directory), as: SyncRole.self)
    let registration = try directory.read(.registration)
    let settings = try ServiceOptions.settings(options, registration: registration)
    try ProcessSecrecy.forbidDumps()
    try self.init(
      root: options.directory, settings: settings,
      readKey: {
        try Self.key(
          in: options.directory, for: settings.baseURL, named: options["--key-file"])
      }, bell: Bell(), log: log)
    if options["--server"] == nil { follow(registration) }
  }

  /// The key for `server`. One that another service handed out is shown to none but that.
  ///
  /// - Parameter file: Named by a person, who then knows what it is for; nil for that of the registration.
  static func key(in root: String, for server: String, named file: String?) throws -> DeviceKey? {
    let directory = SharedDirectory(storage: FileStorage(root: root), as: SyncRole.self)
    if file == nil, let registration = try directory.read(.registration),
      registration.server != server
    {
      throw KeyOfAnotherServer(server: registration.server)
    }
    return try DeviceKeyStore(file: file ?? "\(root)/\(keyName)").load()
  }
}

struct KeyOfAnotherServer: Error, Equatable, CustomStringConvertible {
  let server: String

  var description: String {
    "it belongs to \(server), with which this machine is registered; leave out --server, or name a --key-file"
  }
}

extension ServiceRegistration {
  /// How the service is talked to.
  ///
  /// - Parameter root: Where the shared directory lies.
  package func connection(in root: String) -> HTTPConfiguration {
    var connection = HTTPConfiguration()
    connection.allowsPlainHTTP = allowsPlainHTTP
    if hasOwnAuthorities { connection.authorities = "\(root)/\(Self.authorities)" }
    return connection
  }
}
