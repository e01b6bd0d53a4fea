/// The page for the parent, which uses the same calls as anybody else. It is part of the program.
enum ParentPage {
  static let document = resource(PackageResources.index_html, "text/html; charset=utf-8")
  static let styles = resource(PackageResources.page_css, "text/css; charset=utf-8")
  static let script = resource(PackageResources.page_js, "text/javascript; charset=utf-8")

  /// Nothing from elsewhere, nothing inline, and in nobody else's frame.
  private static let contentPolicy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  private static func resource(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", type), ("Content-Security-Policy", contentPolicy),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-cache"),
      ], body: bytes)
  }
}
