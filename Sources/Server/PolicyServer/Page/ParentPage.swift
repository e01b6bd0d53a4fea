/// The page for the parent, which uses the same calls as anybody else. It is part of the program.
enum ParentPage {
  /// The page itself, or what it loads.
  static func file(_ name: String) -> HTTPResponse? {
    switch name {
    case "index.html": resource(PackageResources.index_html, "text/html")
    case "page.css": resource(PackageResources.page_css, "text/css")
    case "page.js": resource(PackageResources.page_js, script)
    case "chart.js": resource(PackageResources.chart_js, script)
    case "client.js": resource(PackageResources.client_js, script)
    case "devices.js": resource(PackageResources.devices_js, script)
    case "dom.js": resource(PackageResources.dom_js, script)
    case "editor.js": resource(PackageResources.editor_js, script)
    case "fields.js": resource(PackageResources.fields_js, script)
    case "form.js": resource(PackageResources.form_js, script)
    case "policies.js": resource(PackageResources.policies_js, script)
    default: nil
    }
  }

  private static let script = "text/javascript"

  /// Nothing from elsewhere, nothing inline, and in nobody else's frame.
  private static let contentPolicy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  private static func resource(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", "\(type); charset=utf-8"), ("Content-Security-Policy", contentPolicy),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-cache"),
      ], body: bytes)
  }
}

extension Call {
  /// `GET /` and `GET /page/FILE`.
  func page() -> HTTPResponse {
    ParentPage.file(parameters.first ?? "index.html") ?? .text(404, "404 page not found")
  }
}
