import Composing
import Model
import Testing

@testable import Rendering

/// `--to openmetrics` writes the numbers of a report.
@Suite struct OpenMetricsTargetTests {
  private func lines(_ report: Report) throws -> [String] {
    try render(report, to: .openMetrics).split(separator: "\n").map(String.init)
  }

  @Test func countsMessagesTestsAndCategories() throws {
    let lines = try lines(try mixedReport())
    for line in [
      "tidemark_run_completed{project=\"shop/web\"} 1",
      "tidemark_verdict{project=\"shop/web\",urgency=\"error\"} 1",
      "tidemark_verdict{project=\"shop/web\",urgency=\"warning\"} 0",
      "tidemark_messages{project=\"shop/web\",urgency=\"error\"} 1",
      "tidemark_messages{project=\"shop/web\",urgency=\"warning\"} 2",
      "tidemark_tests{project=\"shop/web\",status=\"passed\"} 2",
      "tidemark_tests{project=\"shop/web\",status=\"skipped\"} 1",
      "tidemark_flaky_tests{project=\"shop/web\"} 1",
      "tidemark_files_not_read{project=\"shop/web\"} 0",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("tidemark_category_messages{") && $0.hasSuffix(" 1") })
    #expect(lines.last == "# EOF")
    #expect(!lines.contains { $0.hasPrefix("tidemark_changes") })
  }

  @Test func anIncompleteRunIsZero() throws {
    for change: @Sendable (inout Dataset) -> Void in [
      { $0.run?.status = nil }, { $0.run?.status = .failed },
      { $0.run?.shortfalls = [.init(input: "a", text: "b")] },
    ] {
      #expect(
        try lines(try mixedReport(change)).contains(
          "tidemark_run_completed{project=\"shop/web\"} 0"))
    }
  }

  @Test func factsWithTheSameTitleHaveDifferentLabels() throws {
    let lines = try lines(
      try mixedReport { dataset in
        dataset.project = nil
        dataset.run?.facts += [
          .init(title: "Size \"a\\b\"\n", value: "1", number: 1.5),
          .init(title: "Size \"a\\b\"\n", value: "2", number: 2),
        ]
      })
    #expect(lines.contains(#"tidemark_fact{fact="Size \"a\\b\"\n"} 1.5"#))
    #expect(lines.contains(#"tidemark_fact{fact="Size \"a\\b\"\n",number="2"} 2"#))
  }

  @Test func countsChangesAfterAComparison() throws {
    let lines = try lines(
      try report(
        dataset([message(.error, "New"), message(.error, "Old")]),
        baseline: dataset([message(.error, "Old"), message(.error, "Gone")])))
    #expect(lines.contains("tidemark_changes{change=\"new\"} 1"))
    #expect(lines.contains("tidemark_changes{change=\"still\"} 1"))
  }
}
