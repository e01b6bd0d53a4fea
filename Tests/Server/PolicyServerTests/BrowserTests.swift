import Foundation
import Testing

@testable import CompiledPolicy
@testable import PolicyServer

@Suite(
  .serialized,
  .enabled(
    if: Browser.isInstalled,
    "no Chromium here: apt-get install chromium chromium-driver, to try the page in one"))
struct `The parent's page in a browser` {
  private static let enter = "\u{E007}"
  private static let escape = "\u{E00C}"

  @Test(arguments: [false, true])
  func `signs in, shows what is in force, and saves a policy that passed the check`(dark: Bool)
    throws
  {
    let server = try TestServer()
    let child = try server.addChild()
    let key = try server.addDevice(
      for: child, #"{"device_name":"<img src=x onerror=alert(1)>"}"#
    ).key
    let policy = try server.addPolicy(for: child, #"{"screen_time":{"daily_limit_minutes":90}}"#)
    let report =
      #"{"report_type":"enforcement_status","payload":{"policy_version":2,"results":["#
      + #"{"category":"time_daily_limit","status":"enforced","framework":"DeviceActivity"},"#
      + #"{"category":"web_filter_level","status":"failed","framework":"none","detail":"gone"}]}}"#
    #expect(try server.device(key, "POST", "report", body: report).status == 202)

    let browser = try Browser(dark: dark)
    defer { try? browser.close() }
    try browser.open("http://127.0.0.1:\(server.port)/")
    try browser.wait(until: "document.activeElement.type === 'password'")
    try browser.type("not the token" + Self.enter)
    try browser.wait(
      until: "document.querySelector('[role=alert]').textContent.includes('not the')")
    try browser.type(TestServer.parentToken + Self.enter)
    try browser.wait(until: "document.querySelector('.device h3')")
    let name = try browser.run("return document.querySelector('.device h3').textContent")
    #expect(name == .string("<img src=x onerror=alert(1)>"))
    let pills = try browser.run(
      "return [...document.querySelectorAll('summary .pill')].map((one) => one.textContent)")
    #expect(pills == .array([.string("✕ 1 failed"), .string("✓ 1 enforced")]))
    #expect(try browser.run("return location.href") == .string("http://127.0.0.1:\(server.port)/"))

    _ = try browser.run("document.querySelector('[aria-label=\"Edit Policy\"]').focus()")
    try browser.type(Self.enter)
    let limit = "document.querySelector('[data-path=\"screen_time.daily_limit_minutes\"] input')"
    try browser.wait(until: "document.querySelector('.verdict .good')")
    _ = try browser.run("\(limit).select()")
    try browser.type("2000")
    try browser.wait(until: "\(limit).getAttribute('aria-invalid') === 'true'")
    _ = try browser.run("document.querySelector('dialog .main').click()")
    try browser.wait(until: "document.getElementById('notice').textContent.includes('not saved')")
    #expect(try server.parent("GET", "/policies/\(policy)").integer("version") == 2)
    _ = try browser.run("\(limit).focus(); \(limit).select()")
    try browser.type("45")
    try browser.wait(until: "document.querySelector('.verdict .good')")
    _ = try browser.run("document.querySelector('dialog .main').focus()")
    try browser.type(Self.enter)
    try browser.wait(until: "document.querySelector('dialog') === null")
    let saved = try server.parent("GET", "/policies/\(policy)").json()
    #expect(saved["document"]?["screen_time"]?["daily_limit_minutes"] == .integer(45))
    #expect(saved["version"] == .integer(3))

    // What is not saved is asked about before it is lost.
    try browser.wait(
      until: "document.querySelector('.policy .label').textContent.includes('version 3')")
    _ = try browser.run("document.querySelector('[aria-label=\"Edit Policy\"]').click()")
    try browser.wait(until: "document.querySelector('.verdict .good')")
    _ = try browser.run("\(limit).focus(); \(limit).select()")
    try browser.type("50" + Self.escape)
    try browser.wait(until: "document.querySelectorAll('dialog').length === 2")

    let back = try browser.run("return getComputedStyle(document.body).backgroundColor")
    #expect(back == .string(dark ? "rgb(18, 21, 27)" : "rgb(244, 245, 247)"))
    // The refusals that were provoked are errors to a browser; nothing else is.
    let complaints = try browser.complaints().filter { complaint in
      guard case .string(let text) = complaint["message"] else { return true }
      return !text.contains("status of 401") && !text.contains("status of 422")
    }
    #expect(complaints == [])
  }
}
