import Model
import Testing
import Text

@testable import Composing

/// Tables whose column says OK, WARN or CRIT.
struct StateTests {
  private func messages(
    summary: String? = nil, _ given: [Message] = []
  ) throws -> [(title: String, urgency: Urgency)] {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    dataset.summary = summary
    dataset.messages = given
    MetricWatch(dataset, try settings()).broken(in: dataset).add(to: &dataset)
    // Nothing is added twice.
    let count = dataset.messages.count
    MetricWatch(dataset, try settings()).broken(in: dataset).add(to: &dataset)
    #expect(dataset.messages.count == count)
    return dataset.messages.dropFirst(given.count).map { ($0.title, $0.urgency) }
  }

  private func titles(_ rows: String) throws -> [String] {
    try messages(summary: rows.replacing("/", with: "\n")).map(\.title)
  }

  @Test func rowsWithABadStateAreMessages() throws {
    let table = """
      | Service | Status | Since |
      |---------|--------|-------|
      | web     | OK     |       |
      | queue   | ⚠️ WARN | 02:14 |
      | `db`    | **CRIT** | 01:00 |
      | dns     | Unknown |      |
      | cache   | –      |       |
      | old     | SKIPPED |      |
      """
    let found = try messages(summary: table)
    #expect(found.map(\.title) == ["queue: ⚠️ WARN", "db: CRIT", "dns: Unknown"])
    #expect(found.map(\.urgency) == [.warning, .error, .warning])
    var dataset = Dataset()
    dataset.summary = table
    #expect(dataset.stateMessages().map(\.text) == ["Since: 02:14", "Since: 01:00", nil])
    #expect(dataset.stateMessages().first?.fingerprint == "state:Status: queue")
  }

  @Test(arguments: [
    // A title such as "State", or a word such as OK in the only column of states.
    ("Host|State/-|-/a|UP/b|DOWN", ["b: DOWN"]), ("Prüfung|Ergebnis/-|-/a|OK/b|FAIL", ["b: FAIL"]),
    ("#|Check|Status/-|-|-/1|disk|OK/2|cpu|CRITICAL", ["cpu: CRITICAL"]),
    ("Check|Before|Status/-|-|-/disk|OK|OK/cpu|OK|FAIL", ["cpu: FAIL"]),
    ("Status|Check/-|-/OK|a/OK|b/FAIL|c", ["c: FAIL"]),
  ])
  func aColumnOfStatesIsFound(table: String, titles: [String]) throws {
    #expect(try self.titles(table) == titles)
  }

  @Test(arguments: [
    // Another word; no words at all; a legend; a history; counts by severity.
    "Host|State/-|-/a|UP/b|DOWN/c|moved", "Host|State/-|-/a|/b|",
    "Status|Meaning/-|-/OK|good/CRIT|bad",
    "Code|Status|Meaning/-|-|-/0|OK|good/2|CRITICAL|bad", "Night|Status/-|-/Mon|FAIL/Tue|OK",
    "Run|Job|Status/-|-|-/2026-11-19|build|FAIL/2026-11-20|build|OK",
    "Severity|Count/-|-/CRITICAL|0/WARNING|3",
    // Before and after; expected and actual; directions; a severity.
    "Test|Before|After/-|-|-/a|FAIL|PASS", "Case|Expected|Actual/-|-|-/a|FAIL|FAIL/b|PASS|PASS",
    "Number|Trend/-|-/p95|UP/errors|DOWN", "Rule|Severity/-|-/x|CRITICAL/y|WARNING",
    "Service|Status|State/-|-|-/a|OK|CRIT",
  ])
  func adoubtfulColumnIsNone(table: String) throws {
    #expect(try titles(table).isEmpty)
  }

  @Test func aMessageIsNotRepeated() throws {
    let table = "Service|Status\n-|-\nweb|OK\ndb|CRIT\nmq|WARN"
    // A message with the name says it, unless it is less urgent.
    #expect(
      try messages(
        summary: table, [try message(.error, "DB: no answer"), try message(.warning, "mq")]
      )
      .isEmpty)
    #expect(
      try messages(summary: table, [try message(.warning, "db: slow")]).map(\.title) == [
        "db: CRIT", "mq: WARN",
      ])
    // The author of a warning has judged its table.
    for (urgency, count) in [(Urgency.success, 2), (.information, 2), (.warning, 0), (.error, 0)] {
      var owner = try message(urgency, "Services", category: "Monitoring")
      owner.text = table
      #expect(try messages([owner]).count == count)
    }
  }

  @Test func tablesOfOtherToolsAreTheirs() throws {
    var owner = try message(.information, "Services")
    owner.text = "Service|Status\n-|-\nweb|OK\ndb|CRIT"
    var dataset = Dataset()
    dataset.messages = [owner]
    dataset.areImported = [true]
    #expect(dataset.stateMessages().isEmpty)
    dataset.areImported = [false]
    #expect(dataset.stateMessages().map(\.title) == ["db: CRIT"])
  }
}
