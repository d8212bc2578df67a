/// The response to a request.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var type: String
  package var body: HTTPBody
  /// Additional header lines.
  package var headers: [String] = []

  package init(_ status: Int = 200, type: String, body: [UInt8]) {
    self.init(status, type: type, body: HTTPBody(body))
  }

  package init(_ status: Int = 200, type: String, body: HTTPBody) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// A response with a sentence for a person.
  package init(_ status: Int, _ text: String) {
    self.init(status, type: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }

  init(_ refusal: HTTPRequest.Refusal) {
    switch refusal {
    case .malformed: self.init(400, "The request is malformed.")
    case .unknownMethod:
      self.init(405, "Only GET and HEAD are answered.")
      headers = ["Allow: GET, HEAD"]
    case .wrongHost:
      self.init(
        421, "This server answers to 127.0.0.1 and localhost, with its port, and to no other name.")
    case .otherSite: self.init(403, "Pages of other sites get nothing from this server.")
    case .noSuchPath: self.init(404, "There is nothing here.")
    }
  }

  /// The parts to send. The headers forbid storing, framing by other sites, and type sniffing.
  func parts(to method: HTTPRequest.Method) -> [HTTPBody.Part] {
    let lines =
      [
        "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Unknown")", "Content-Type: \(type)",
        "Content-Length: \(body.count)", "Connection: close", "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff", "X-Frame-Options: SAMEORIGIN",
        "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer",
      ] + headers
    let head = HTTPBody(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    return method == .head ? head.parts : head.parts + body.parts
  }

  private static let reasons = [
    200: "OK", 301: "Moved Permanently", 400: "Bad Request", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
    421: "Misdirected Request", 431: "Request Header Fields Too Large",
    500: "Internal Server Error",
  ]
}
