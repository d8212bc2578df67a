import Composing
import Model
import Testing
import Text

@Suite("Refused connections") struct RefusedConnectionTests {
  private func failures(
    _ causes: [String], at file: String? = nil, owner: String? = nil
  ) -> [Message] {
    causes.enumerated().map { number, cause in
      var message = Message(
        urgency: .error, category: "tests", title: "t\(number)", text: cause,
        location: file.map { Message.Location(file: $0, line: number + 1, column: 1) },
        fingerprint: "test:t\(number)")
      message.textFormat = .plain
      (message.cause, message.owner) = (cause, owner)
      return message
    }
  }

  private func leads(_ causes: [String]) throws -> [String] {
    let others = ["aa", "bb", "cc", "dd"].map { "\($0) broke today" }
    let leads = try report(dataset(failures(causes + others))).leads
    return leads.causes.map { "\($0.items.count) \($0.cause ?? "-")" }
  }

  @Test(arguments: [
    "connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED ::1:5432",
    "could not connect: port 5432: Connection refused",
    "a_test.go:12: dial tcp db1:5432: connect: connection refused",
    "dial tcp [::1]:5432: connect: connection refused",
    "[::1]:5432: Connection refused",
    "redis.exceptions.ConnectionError: Error 111 connecting to 127.0.0.1:5432. 111.",
    "ConnectionRefusedError: [Errno 111] Connect call failed ('127.0.0.1', 5432)",
    "OSError: Multiple exceptions: [Errno 111] Connect call failed ('::1', 5432, 0, 0)",
    "Cannot connect to host db:5432 ssl:default [Connect call failed ('127.0.0.1', 5432)]",
    "java.net.ConnectException: Connection refused: localhost/127.0.0.1:5432",
    "org.postgresql.util.PSQLException: Connection to localhost:5432 refused. Check that the host",
    "connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection refused",
    "HTTPConnectionPool(host='db', port=5432): Max retries exceeded (Connection refused)",
    "OperationalError: (2003, \"Can't connect to MySQL server on 'db:5432' (111)\")",
    "System.Net.Http.HttpRequestException: Connection refused (localhost:5432)",
    "No connection could be made because the target machine actively refused it. (db:5432)",
    "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:5432/",
    "Errno::ECONNREFUSED: connect(2) for \"localhost\" port 5432",
  ])
  func clientsNameTheSamePort(_ cause: String) throws {
    let causes = ["dial tcp 10.0.0.9:5432: connection refused", cause]
    #expect(try leads(causes) == ["2 Connection refused: port 5432"])
  }

  @Test(arguments: [
    [
      "2024-05-01T10:55:12 alpha: Connection refused",
      "2024-05-01T11:55:13 beta: Connection refused",
    ],
    ["fe80::12:80 alpha: Connection refused", "beta: 12: Connection refused"],
    [
      "a.example:443: Max retries exceeded (SSLError)", "b.example:443: Max retries exceeded (DNS)",
    ],
    [
      "[Errno 113] Connect call failed ('10.0.0.1', 80)",
      "TimeoutError: [Errno 110] Connect call failed ('10.0.0.2', 80)",
    ],
  ])
  func otherNumbersAreNoPorts(_ causes: [String]) throws {
    #expect(try leads(causes).isEmpty)
  }

  @Test func aServiceWithoutAPortIsNamedByItsHost() throws {
    let cause = "Can't connect to MySQL server on 'db' (111)"
    #expect(try leads([cause, cause]) == ["2 \(cause)"])
    #expect(try leads([cause, cause.replacing("'db'", with: "'other'")]).isEmpty)
  }

  @Test func aMissingServiceIsNobodysFault() throws {
    let cause = "Error 111 connecting to 127.0.0.1:6379. 111."
    let made = try report(
      dataset(failures([cause, cause, cause, cause], at: "src/store.py", owner: "@store")))
    let lead = try #require(made.leads.causes.first)
    #expect(lead.items.count == 4 && lead.location == nil)
    #expect(made.owner(of: lead.items) == nil)
    let other = failures(["KeyError: 'a'", "KeyError: 'b'"], at: "src/store.py", owner: "@store")
    #expect(try report(dataset(other)).owner(of: [0, 1]) == "@store")
  }
}
