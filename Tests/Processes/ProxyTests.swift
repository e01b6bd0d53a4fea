import CompiledPolicy
import FoundationEssentials
import Glibc
import PhosraAPI
import SharedDirectory
import System
import Testing

extension Processes {
  @Suite(.enabled(if: Nginx.path != nil, "takes nginx (apt-get install nginx)"))
  struct `An ordinary cache before the server` {
    /// The policy is kept for each device for a second, whatever version was asked for, then looked at again by its tag;
    /// everything else goes through.
    private static func configuration(root: String, port: UInt16, server: UInt16) -> String {
      """
      daemon off;
      user root;
      worker_processes 1;
      pid \(root)/nginx.pid;
      error_log \(root)/nginx-error.log;
      events {}
      http {
        log_format brief '$request_method $uri $status $upstream_cache_status $http_if_none_match';
        access_log \(root)/nginx-access.log brief;
        client_body_temp_path \(root)/nginx-body;
        proxy_temp_path \(root)/nginx-proxy;
        fastcgi_temp_path \(root)/nginx-fastcgi;
        uwsgi_temp_path \(root)/nginx-uwsgi;
        scgi_temp_path \(root)/nginx-scgi;
        proxy_cache_path \(root)/nginx-cache keys_zone=policies:1m;
        server {
          listen 127.0.0.1:\(port);
          location / { proxy_pass http://127.0.0.1:\(server); }
          location = /api/v1/device/policy {
            set $args "";
            proxy_pass http://127.0.0.1:\(server);
            proxy_cache policies;
            proxy_cache_key "$uri $http_x_device_key";
            proxy_cache_valid 200 1s;
            proxy_cache_revalidate on;
            proxy_ignore_headers Cache-Control;
          }
        }
      }
      """
    }

    @Test(.timeLimit(.minutes(2)))
    func `answers that nothing is new, and passes on what is`() async throws {
      let home = try ServedHome()
      defer { home.remove() }
      let server = try home.startServer()
      try home.setUp(dailyLimit: 60)
      let device = try await home.register()
      let port = try LoopbackSocket.freePort()
      let text = Self.configuration(root: home.root, port: port, server: home.serverPort)
      try FileStorage(root: home.root).replace("nginx.conf", mode: 0o644) { Data(text.utf8) }
      let nginx = try #require(Nginx.path)
      var cache = try ChildProcess.start([nginx, "-p", home.root, "-c", "\(home.root)/nginx.conf"])
      let monitor = try home.startMonitor()
      try home.eventually("nginx listens") { (try? LoopbackSocket.connect(port: port)) != nil }
      let sync = try home.startSync(port: port, ["--poll-interval", "0.2"])
      defer {
        sync.kill()
        monitor.kill()
        cache.kill()
        server.kill()
      }

      let version = try home.parent(.get, "/policies/\(home.policy)").integer("version")
      try home.eventually("the policy is acknowledged, through nginx") {
        try home.device(device)["acknowledged_version"] == .integer(version)
      }
      try home.eventually("nginx says by itself that nothing is new") {
        try Self.polls(home).contains { $0.hasPrefix("304 HIT \"") }
      }
      try home.eventually("it asks the server again by the tag") {
        try Self.polls(home).contains { $0.hasPrefix("304 REVALIDATED \"") }
      }
      let began = Clock.monotonic()
      let edited = try home.edit(dailyLimit: 90)
      try home.eventually("the edited policy is acknowledged, through nginx") {
        try home.device(device)["acknowledged_version"] == .integer(edited)
      }
      #expect(try home.versionInForce() == edited)
      let polls = Dictionary(
        grouping: try Self.polls(home),
        by: { $0.split(separator: " ").prefix(2).joined(separator: " ") })
      print(
        "through nginx, with a cache of 1 s: an edit is in force after",
        "\(Int((Clock.monotonic() - began) * 1000)) ms; polls:",
        polls.map { "\($0.key) \($0.value.count)" }.sorted().joined(separator: ", "))
      #expect(try home.syncFaults().isEmpty)

      cache.kill(SIGTERM)
      #expect(try cache.wait(timeout: 10) != nil)
    }

    /// Of each poll the status, what the cache did, and the tag that the device sent.
    private static func polls(_ home: ServedHome) throws -> [String] {
      let bytes = try FileStorage(root: home.root).read("nginx-access.log") ?? Data()
      let start = "GET /api/v1/device/policy "
      return String(decoding: bytes, as: UTF8.self).replacing("\\x22", with: "\"")
        .split(separator: "\n").filter { $0.hasPrefix(start) }
        .map { String($0.dropFirst(start.count)) }
    }
  }
}

/// The proxy that the distribution has.
private enum Nginx {
  static let path: String? = {
    let paths: [String] = ["/usr/sbin/nginx", "/usr/bin/nginx"]
    return paths.first { access($0, X_OK) == 0 }
  }()
}
