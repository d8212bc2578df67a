import Model
import Testing

@testable import ToolReports

struct MessageOrderTests {
  private func finding(_ number: Int) -> Finding {
    var finding = Finding(.warning, tool: "Lint")
    finding.message = "finding \(number)"
    finding.rule = "rule \(number / 700)"
    finding.file = "src/\(number).c"
    return finding
  }

  private func report(
    room: Int = .max, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) -> ImportedReport {
    var options = ImportOptions()
    configure(&options)
    var context = ImportContext(format: "x", path: "f", options: options)
    context.room = room
    return ImportedReport(context)
  }

  @Test func messagesAndCategoriesKeepTheOrderOfTheReport() {
    var report = report { $0.category = .rule }
    for number in 0..<5_000 { report.add(finding(number)) }
    report.finish()
    #expect(report.messages.map(\.title) == (0..<5_000).map { "finding \($0)" })
    #expect(report.messages.map(\.location?.file) == (0..<5_000).map { "src/\($0).c" })
    #expect(report.categories.map(\.title) == (0...7).map { "rule \($0)" })
    #expect(Set(report.messages.map(\.fingerprint)).count == 5_000)
  }

  @Test func messagesEndAtTheLimit() {
    var report = report(room: 2_500)
    for number in 0..<2_500 { report.add(finding(number)) }
    #expect(!report.isFull)
    report.add(finding(2_500))
    report.finish()
    #expect(report.isFull)
    #expect(report.messages.count == 2_500)
  }

  @Test func aValueIsHiddenFromThenOnAndEachTimeCounts() {
    var report = report()
    for number in 0..<1_500 { report.add(finding(number)) }
    let isHidden = report.hide("finding 2")
    #expect(isHidden)
    for number in 2_000..<4_000 { report.add(finding(number)) }
    report.finish()
    #expect(report.messages[2].title == "finding 2")
    #expect(report.messages[1_500].title == "‹redacted›000")
    #expect(report.messages.last?.title == "finding 3999")
    #expect(report.redactions == 1_000)
  }

  @Test func testsAndFindingsOfOneReportStayInOrder() {
    var report = report()
    for number in 0..<3_000 {
      if number.isMultiple(of: 2) {
        report.add(finding(number))
      } else {
        var test = TestCase(title: "test \(number)")
        test.outcome = .failed
        report.add(test)
      }
    }
    report.finish()
    #expect(report.messages.count == 3_000)
    #expect(report.messages[2_998].title == "finding 2998")
    #expect(report.messages[2_999].title == "test 2999")
    #expect(report.categories.map(\.id) == ["x:Lint", "tests"])
  }
}
