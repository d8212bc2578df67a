import Composing
import Model
import TestSupport
import Testing

/// What has changed in the environment since the last report (R9).
struct EnvironmentChangeTests {
  private func run(_ facts: [(String, String)], error: Bool = false) throws -> Dataset {
    var run = dataset(error ? [try message(.error, "t")] : [], run: .completed)
    run.run?.facts = facts.map { title, value in
      .init(title: title, value: value, kind: title == "Host" ? .host : .environment)
    }
    return run
  }

  private func compared(
    _ before: [(String, String)], _ now: [(String, String)], error: Bool = true
  ) throws -> Report {
    try report(try run(now, error: error), settings(baseline: try run(before)))
  }

  @Test func aNewVersionStandsBesideNewErrors() throws {
    let report = try compared(
      [("Python", "3.12.3"), ("System", "Linux"), ("Host", "a")],
      [("Python", "3.12.4"), ("System", "Linux"), ("Host", "b")])
    #expect(report.environmentNote == "Environment changed: Python 3.12.3 \u{2192} 3.12.4")
    #expect(report.run?.facts.map(\.difference) == ["before: 3.12.3", nil, nil])
  }

  @Test func withoutNewErrorsOnlyTheFactsSayIt() throws {
    let report = try compared([("Go", "1.23")], [("Go", "1.24")], error: false)
    #expect(report.environmentNote == nil && report.environmentChanges.count == 1)
    #expect(report.run?.facts.first?.difference == "before: 1.23")
  }

  @Test func whatOneRunDoesNotNameHasNotChanged() throws {
    #expect(try compared([("Go", "1.23")], [("Java", "21")]).environmentChanges.isEmpty)
    #expect(try compared([], [("Java", "21")]).environmentChanges.isEmpty)
    #expect(try compared([("Java", "21")], [("Java", "21")]).environmentNote == nil)
  }

  @Test func severalInputsAreOneFact() throws {
    let report = try compared(
      [("Python", "3.11.9"), ("Python", "3.12.3")], [("Python", "3.12.4"), ("Python", "3.11.9")])
    #expect(report.environmentNote == "Environment changed: Python 3.12.3 \u{2192} 3.12.4")
    #expect(report.run?.facts.map(\.value) == ["3.12.4, 3.11.9"])
    let fewer = try compared([("Java", "17"), ("Java", "21")], [("Java", "21")])
    #expect(fewer.environmentNote == "Environment changed: Java 17, 21 \u{2192} 21")
  }
}
