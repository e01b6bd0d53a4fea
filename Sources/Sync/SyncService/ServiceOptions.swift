import PhosraAPI
package import SharedDirectory
package import System

/// The options of a daemon that tell how to reach the service.
package enum ServiceOptions {
  package static let names: Set<String> = [
    "--server", "--key-file", "--certificates", "--plain-http", "--proxy", "--ntfy",
  ]

  package static let usage = """
    --server URL             the policy service, up to the version: https://example.org/api/v1
    --key-file FILE          the device's key, for its owner alone (default: device-key in the shared directory);
                             the credential phosra-device-key of the service manager goes before it
    --certificates FILE      trust these authorities (PEM) instead of the machine's
    --plain-http allowed     also talk to other machines without encryption
    --proxy URL              by way of this proxy; those of the environment are not used
    --ntfy URL               follow the pushes of this ntfy topic: https://ntfy.example.org/topic
    """

  static func settings(
    _ options: DaemonOptions
  ) throws(DaemonOptions.UsageError) -> DeviceSession.Settings {
    var settings = DeviceSession.Settings(baseURL: try options.required("--server"))
    settings.connection.authorities = options["--certificates"]
    settings.connection.proxy = options["--proxy"]
    if let word = options["--plain-http"] {
      guard word == "allowed" else { throw .unknown("--plain-http \(word)") }
      settings.connection.allowsPlainHTTP = true
    }
    if let url = options["--ntfy"] {
      guard let topic = NtfyTopic(url: url) else { throw .unknown("--ntfy \(url)") }
      settings.ntfy = topic
    }
    return settings
  }
}

extension ServiceLoop {
  /// For a daemon of its own, whose memory is kept out of core dumps, since it holds the key.
  package init(_ options: DaemonOptions, log: Log) throws {
    let settings = try ServiceOptions.settings(options)
    try ProcessSecrecy.forbidDumps()
    let store = DeviceKeyStore(
      file: options["--key-file"] ?? "\(options.directory)/\(Self.keyName)")
    try self.init(
      root: options.directory, settings: settings, readKey: store.load, bell: Bell(), log: log)
  }
}
