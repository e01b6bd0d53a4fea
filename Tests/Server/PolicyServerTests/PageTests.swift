import Foundation
import Testing

@testable import PolicyServer

@Suite struct `The parent's page` {
  @Test(arguments: [
    ("/", "text/html"), ("/page/page.css", "text/css"), ("/page/page.js", "text/javascript"),
    ("/page/editor.js", "text/javascript"),
  ])
  func `is served with a policy that lets nothing else in`(_ path: String, _ type: String) throws {
    let answer = try TestServer().call("GET", path)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "\(type); charset=utf-8")
    let policy = try #require(answer.header("Content-Security-Policy"))
    for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
      #expect(policy.contains(rule))
    }
    #expect(!policy.contains("unsafe"))
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(answer.header("Referrer-Policy") == "no-referrer")
  }

  @Test func `loads nothing that the server does not have, and nothing from elsewhere`() throws {
    let server = try TestServer()
    var waiting = ["/"]
    var seen: Set<String> = []
    while let path = waiting.popLast() {
      guard seen.insert(path).inserted else { continue }
      let answer = try server.call("GET", path)
      #expect(answer.status == 200, "\(path)")
      let text = answer.bodyText.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!text.contains("http://") && !text.contains("https://"), "\(path)")
      #expect(!text.contains("innerHTML"), "\(path)")
      for match in text.matches(of: /(?:src|href|from)[= ]"([^"#]+)"/)
      where !match.1.hasPrefix("data:") {
        let name = match.1.hasPrefix("./") ? "/page/" + match.1.dropFirst(2) : String(match.1)
        waiting.append(name)
      }
    }
    #expect(seen.count == 11)
    #expect(try server.call("GET", "/page/absent.js").status == 404)
  }
}
