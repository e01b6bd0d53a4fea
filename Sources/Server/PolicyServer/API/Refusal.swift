/// Why a call is not done, as the caller is told.
struct Refusal: Error, Equatable {
  let status: Int
  let message: String
  /// What a person has to mend, if the refusal is about a policy's document.
  var faults: [DocumentCheck.Fault] = []
  /// Seconds after which it is worth another try.
  var retryAfter: Int?

  static let body = Refusal(status: 400, message: "invalid request body")

  /// Nobody's fault who calls, and it says nothing about keys.
  static let noDatabase = Refusal(
    status: 503, message: "the server cannot use its database", retryAfter: 10)

  static func field(_ name: String, _ problem: String) -> Refusal {
    Refusal(status: 400, message: "\(name) \(problem)")
  }

  static func notFound(_ what: String) -> Refusal {
    Refusal(status: 404, message: "\(what) not found")
  }

  var response: HTTPResponse {
    let body = HTTPResponse.errorBody(status, message)
    let list = faults.isEmpty ? nil : WireValue.array(faults.map(\.wire))
    let response = HTTPResponse.json(status, body.adding(["faults": list]))
    return retryAfter.map { response.adding("Retry-After", String($0)) } ?? response
  }
}
