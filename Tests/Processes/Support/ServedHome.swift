import CompiledPolicy
import FoundationEssentials
import Glibc
import PhosraAPI
import SharedDirectory
import System
import Testing

/// A policy server with one child and one policy, and the shared directory of a device that follows it, in a folder of
/// their own. There is no managed user: nothing is enforced, and the reports say so.
final class ServedHome {
  let root: String
  /// The shared directory as the guardian sees it.
  let directory: SharedDirectory<ControlRole>
  let serverPort: UInt16
  private(set) var token = ""
  private(set) var child = ""
  private(set) var policy = ""
  private let client: HTTPClient

  var shared: String { "\(root)/shared" }
  /// Of the device's API.
  var baseURL: String { Self.baseURL(port: serverPort) }

  static func baseURL(port: UInt16) -> String { "http://127.0.0.1:\(port)/api/v1" }

  init() throws {
    root = "/var/tmp/pavise-served-\(getpid())-\(UInt16.random(in: .min ... .max))"
    for path in ["", "/shared"] {
      let path = root + path
      try check("mkdir", path: path) { mkdir(path, 0o755) }
    }
    directory = SharedDirectory(storage: FileStorage(root: "\(root)/shared"), as: ControlRole.self)
    client = try HTTPClient()
    serverPort = try LoopbackSocket.freePort()
    try directory.prepareLayout()
    try directory.update(.configuration) { old in
      var configuration = old ?? Configuration()
      configuration.zone = "UTC0"
      return configuration
    }
    try authorize()
  }

  private func authorize() throws {
    let outcome = try ChildProcess.run(
      [Household.program("pavise"), "--directory", shared, "authorize", "child"], timeout: 20)
    try #require(outcome.succeeded, "\(outcome.errorsText)")
  }

  func remove() {
    // Tidying up: what is not there need not be removed.
    _ = try? ChildProcess.run(["rm", "-rf", root])
  }

  // MARK: Programs

  /// Starts the server, and returns once it answers.
  func startServer() throws -> ChildProcess {
    let server = try start(
      "pavise-server",
      [
        "--listen", "127.0.0.1:\(serverPort)", "--database", "\(root)/household.db",
        "--parent-token-file", "\(root)/token", "--rate-limit", "0",
      ])
    try eventually("the server listens") {
      (try? LoopbackSocket.connect(port: serverPort)) != nil
    }
    let bytes = try FileStorage(root: root).read("token") ?? Data()
    token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return server
  }

  func startMonitor() throws -> ChildProcess {
    try start("pavise-monitor", ["--directory", shared])
  }

  /// - Parameter port: The server's, or that of what stands before it.
  func startSync(port: UInt16, _ options: [String] = []) throws -> ChildProcess {
    try start(
      "pavise-sync",
      ["--directory", shared, "--server", Self.baseURL(port: port)] + options)
  }

  /// Without a server: with a directory, in which there is no policy, until `pavise register` names one.
  func startUnregisteredSync() throws -> ChildProcess {
    let policies = "\(root)/policies"
    try check("mkdir", path: policies) { mkdir(policies, 0o755) }
    return try start("pavise-sync", ["--directory", shared, "--policy-directory", policies])
  }

  private func start(_ name: String, _ words: [String]) throws -> ChildProcess {
    let log = try Descriptor.open("\(root)/\(name).log", O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    let empty = try Descriptor.open("/dev/null", O_RDONLY)
    return try ChildProcess.start(
      [Household.program(name)] + words,
      streams: .init(input: empty.raw, output: log.raw, errors: log.raw))
  }

  // MARK: The parent

  /// Makes the child and an active policy with a daily limit.
  func setUp(dailyLimit: Int) throws {
    child = try parent(.post, "/children", #"{"name":"Kid","birth_date":"2015-03-09"}"#).text("id")
    policy = try parent(
      .post, "/children/\(child)/policies", #"{"name":"P",\#(Self.document(dailyLimit))}"#
    ).text("id")
    _ = try parent(.post, "/policies/\(policy)/activate")
  }

  /// - Returns: The version that it has then.
  func edit(dailyLimit: Int) throws -> Int {
    try parent(.put, "/policies/\(policy)", "{\(Self.document(dailyLimit))}").integer("version")
  }

  private static func document(_ dailyLimit: Int) -> String {
    #""document":{"screen_time":{"daily_limit_minutes":\#(dailyLimit)},"#
      + #""content_filter":{"blocked_apps":["org.example.game"]}}"#
  }

  func parent(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
  ) throws -> JSONValue {
    let answer = try client.perform(
      HTTPRequest(
        method, baseURL + path, headers: [("Content-Type", "application/json")],
        secretHeader: .init(name: "Authorization", prefix: "Bearer ", value: Secret(token)),
        body: body.map { Array($0.utf8) }))
    try #require(
      (200..<300).contains(answer.status),
      "\(path): \(String(decoding: answer.body, as: UTF8.self))")
    return answer.body.isEmpty ? .null : try JSONValue(parsing: answer.body)
  }

  /// What the server knows of a device.
  func device(_ id: String) throws -> JSONValue {
    let devices = try parent(.get, "/children/\(child)/devices").list
    return try #require(devices.first { $0["id"] == .string(id) })
  }

  /// All reports of the child's devices, newest first.
  func reports() throws -> [JSONValue] {
    var all: [JSONValue] = []
    var before = Int.max
    while true {
      let page = try parent(.get, "/children/\(child)/reports?limit=500&before=\(before)").list
      guard let last = page.last else { return all }
      all += page
      before = try last.integer("id")
    }
  }

  // MARK: The device

  /// Registers it, and puts its key where it is looked for.
  ///
  /// - Returns: Its id.
  func register() async throws -> String {
    let response = try await PhosraAPIClient(baseURL: baseURL).registerDevice(
      childID: child, parentToken: token,
      request: RegisterDeviceRequest(
        deviceName: "Test", deviceModel: "PC", osVersion: "1", appVersion: "1"))
    try DeviceKeyStore(file: "\(shared)/device-key", environment: [:]).save(response.apiKey)
    return response.device.id
  }

  /// Drops a push file, as any transport may.
  func push(version: Int) throws {
    let text = #"{"phosra":{"event":"policy.updated","version":\#(version)}}"#
    try FileStorage(root: shared).replace("push/\(version).json", mode: 0o644) { Data(text.utf8) }
  }

  /// The version that the monitor follows; nil until it has taken over the one that is applied.
  func versionInForce() throws -> Int? {
    guard let document = try directory.read(.policy),
      try directory.read(.inForce)?.policy == document.identity
    else { return nil }
    return document.policy.version
  }

  /// The codes and subjects of what sync says is wrong, like `service unauthorized`.
  func syncFaults() throws -> [String] {
    let bytes = try FileStorage(root: shared).read("health/sync.json") ?? Data("{}".utf8)
    return try JSONValue(parsing: Array(bytes))["faults"]?.list.map {
      [$0["code"], $0["subject"]].map { part in
        if case .string(let text) = part { text } else { "" }
      }.joined(separator: " ")
    } ?? []
  }

  /// Looks every few milliseconds until `condition` holds, at most `seconds` long.
  func eventually(
    within seconds: Double = 20, _ what: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
  ) throws {
    let deadline = Clock.monotonic() + seconds
    while !(try condition()) {
      if Clock.monotonic() > deadline {
        let words = "not within \(seconds) s: \(what())\n\(logs)"
        try #require(Bool(false), Comment(rawValue: words), sourceLocation: sourceLocation)
      }
      usleep(5000)
    }
  }

  private var logs: String {
    [
      "pavise-server.log", "pavise-monitor.log", "pavise-sync.log", "shared/health/sync.json",
      "shared/schedule.json",
    ].map { name in
      let bytes = (try? FileStorage(root: root).read(name)) ?? Data()
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(8)
      return "\(name):\n\(lines.joined(separator: "\n"))"
    }.joined(separator: "\n")
  }
}

extension JSONValue {
  subscript(_ name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  var list: [JSONValue] { if case .array(let values) = self { values } else { [] } }

  func text(_ name: String) throws -> String {
    guard case .string(let text) = self[name] else {
      throw DecodingProblem(name: name)
    }
    return text
  }

  func integer(_ name: String) throws -> Int {
    guard case .integer(let number) = self[name] else {
      throw DecodingProblem(name: name)
    }
    return number
  }

  struct DecodingProblem: Error {
    let name: String
  }
}
