import Diagnostics
import ImportSupport
import Model
import Testing
import Time

struct DbtTests {
  private func read(_ results: String..., rest: String = "") -> Import {
    Import(
      text:
        #"{"metadata": {"dbt_schema_version": "v4"}, "results": [\#(results.map { "{\($0)}" }.joined(separator: ", "))]\#(rest)}"#
    )
  }

  @Test(arguments: [
    ("success", "Tests 1, Passed 1", 0), ("pass", "Tests 1, Passed 1", 0),
    ("warn", "Tests 1, Passed 1", 1), ("fail", "Tests 1, Failed 1", 1),
    ("partial success", "Tests 1, Failed 1", 1), ("error", "Tests 1, Errors 1", 1),
    ("runtime error", "Tests 1, Errors 1", 1), ("skipped", "Tests 1, Skipped 1", 0),
    ("no-op", "Tests 1, Skipped 1", 0),
  ])
  func resultsCountByTheirStatus(status: String, facts: String, messages: Int) {
    let found = read(#""unique_id": "model.shop.orders", "status": "\#(status)""#)
    #expect(found.facts == facts)
    #expect(found.dataset?.messages.count == messages)
    #expect(found.diagnostics.isEmpty)
    #expect(found.status == .completed)
  }

  @Test func anUnknownStatusNeverCountsAsPassed() {
    let found = read(#""unique_id": "model.shop.orders", "status": "odd""#)
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
  }

  @Test(arguments: [
    ("model.shop.orders", "orders"), ("model.shop.orders.v2", "orders.v2"),
    ("test.shop.unique_id.c7614daada", "unique_id"), ("test.shop.own_check", "own_check"),
    ("source.shop.raw.orders", "raw.orders"), ("odd", "odd"),
  ])
  func theTitleIsTheEndOfTheID(id: String, title: String) {
    #expect(read(#""unique_id": "\#(id)", "status": "fail""#).message?.title == title)
  }

  @Test func anErrorHasItsMessageAndTheFileThatItNames() {
    let found = read(
      #""unique_id": "model.shop.orders", "status": "error", "message": "Database Error in model orders (models/a/orders.sql)\n  no column\n\nmore""#
    )
    #expect(
      found.message?.text == "Database Error in model orders (models/a/orders.sql)\n  no column")
    #expect(found.message?.details == "more")
    #expect(found.place == "models/a/orders.sql")
    #expect(found.message?.fingerprint == "test:model\u{1F}shop.orders")
  }

  @Test func theNumberOfFailuresIsTheTextWhereThereIsNoOther() {
    let found = read(
      #""unique_id": "test.shop.a", "status": "warn", "message": null, "failures": 3, "relation_name": "audit.a""#
    )
    #expect(found.told == ["warning a | failures: 3"])
    #expect(found.message?.details == "audit.a")
  }

  @Test func theRunHasItsCommandTimesAndDuration() {
    let found = read(
      #""unique_id": "model.shop.a", "status": "success", "timing": [{"name": "compile", "started_at": "2026-11-20T03:12:00.5Z", "completed_at": "2026-11-20T03:12:01Z"}, {"name": "execute", "started_at": "2026-11-20T03:12:02Z", "completed_at": "2026-11-20T03:12:09Z"}]"#,
      rest: #", "elapsed_time": 12.5, "args": {"which": "build"}"#)
    #expect(found.dataset?.subtitle == "dbt build")
    #expect(found.dataset?.run?.started == .init(parsing: "2026-11-20T03:12:00Z"))
    #expect(found.dataset?.run?.finished == .init(parsing: "2026-11-20T03:12:09Z"))
    #expect(found.dataset?.run?.facts.last?.number == 12.5)
  }

  @Test func aRunThatDidNothingIsNotCompleted() {
    let found = read()
    #expect(found.status == nil)
    #expect(found.diagnostics.map(\.id) == ["no-tests"])
  }
}
