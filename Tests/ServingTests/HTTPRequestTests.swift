import Testing

@testable import Serving

/// What is taken for a request, and what is refused.
@Suite struct HTTPRequestTests {
  private func read(_ text: String) throws(HTTPRequest.Refusal) -> HTTPRequest {
    try HTTPRequest(Array(text.utf8)[...], port: 8000)
  }

  private func get(_ target: String, host: String = "127.0.0.1:8000") -> String {
    "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n"
  }

  @Test func readsMethodAndPath() throws {
    #expect(try read(get("/")).path == [""])
    #expect(try read(get("/a/b%20c.html?x=1")).path == ["a", "b c.html"])
    #expect(try read(get("/a/")).path == ["a", ""])
    #expect(try read(get("/.tidemark/state")).path == [".tidemark", "state"])
    #expect(try read(get("/", host: "LocalHost:8000")).method == .get)
    #expect(try read("HEAD / HTTP/1.0\nhost:localhost:8000\n").method == .head)
  }

  @Test func theUsualPortNeedNotBeNamed() throws {
    for host in ["127.0.0.1", "localhost", "localhost:80"] {
      let head = Array(get("/", host: host).utf8)
      #expect(try HTTPRequest(head[...], port: 80).path == [""])
    }
    let head = Array("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n".utf8)
    #expect(try HTTPRequest(head[...], port: 80).path == [""])
  }

  @Test(arguments: [
    "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors",
    "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe",
    "Origin: https://example.org", "Origin: null", "Origin: http://127.0.0.1:8001",
    "Origin: http://example.org\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate",
  ])
  func refusesWhatPagesOfOtherSitesAskFor(fields: String) {
    #expect(throws: HTTPRequest.Refusal.otherSite) { try read(get("/") + fields + "\r\n") }
  }

  @Test(arguments: [
    "Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate", "Sec-Fetch-Site: same-origin",
    "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document",
    "Origin: http://127.0.0.1:8000", "origin: HTTP://localhost:8000 ",
  ])
  func answersItsOwnPagesAndLinksOfOthers(fields: String) throws {
    #expect(try read(get("/") + fields + "\r\n").path == [""])
  }

  @Test(arguments: [
    "127.0.0 .1:8000", "local host:8000", "example.org", "example.org:8000",
    "127.0.0.1", "127.0.0.1:80", "127.0.0.1.example.org:8000",
    "localhost:8000.example.org", "localhost", "", "127.0.0.1:8000@example.org",
  ])
  func refusesOtherHosts(host: String) {
    #expect(throws: HTTPRequest.Refusal.wrongHost) { try read(get("/", host: host)) }
  }

  @Test(arguments: [
    "", "\r\n", "GET\r\n", "GET /\r\n", "GET / HTTP/2\r\n", "GET  / HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\n", "GET a HTTP/1.1\r\nHost: localhost:8000\r\n",
    "GET http://localhost:8000/ HTTP/1.1\r\nHost: localhost:8000\r\n",
    "GET / HTTP/1.1\r\nHost: localhost:8000\r\nHost: localhost:8000\r\n",
    "GET / HTTP/1.1\r\nHost: localhost:8000\r\n folded: a\r\n",
    "GET / HTTP/1.1\r\nnonsense\r\nHost: localhost:8000\r\n",
    "GET /%ff HTTP/1.1\r\nHost: localhost:8000\r\n",
  ])
  func refusesWhatIsMalformed(text: String) {
    #expect(throws: HTTPRequest.Refusal.malformed) { try read(text) }
  }

  @Test func refusesBytesThatAreNoText() {
    #expect(throws: HTTPRequest.Refusal.malformed) {
      try HTTPRequest([0xFF, 0x00, 0x0A, 0x80][...], port: 1)
    }
  }

  @Test(arguments: ["POST", "PUT", "get", "OPTIONS", "CONNECT"])
  func refusesOtherMethods(method: String) {
    #expect(throws: HTTPRequest.Refusal.unknownMethod) {
      try read("\(method) / HTTP/1.1\r\nHost: localhost:8000\r\n")
    }
  }

  @Test(arguments: [
    "/..", "/../etc/passwd", "/a/../../b", "/%2e%2e/b", "/a%2fb", "/a%5cb", "/.git/config",
    "/a/.hidden", "/a%00b", "//a", "/a//b", "/./a",
  ])
  func refusesPathsThatLeadElsewhere(target: String) {
    #expect(throws: HTTPRequest.Refusal.noSuchPath) { try read(get(target)) }
  }
}
