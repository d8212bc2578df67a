import Composing
import Diagnostics
import Markup
import Model
import TestSupport
import Testing

@testable import Rendering

/// Reports larger than the budget: the least urgent messages are dropped first and counted (M14).
@Suite struct BudgetTests {
  private static func night(_ count: Int, text: Int = 1) throws -> Report {
    var night = dataset(
      (0..<count).map { index in
        message(
          [.error, .warning, .information][index % 3], "Message number \(index)",
          category: ["build", "tests"][index % 2],
          text: String(repeating: "*Some* words about it. ", count: text / 22 + 1))
      })
    night.timeline = TimelineData(
      entries: (0..<12).map { index in
        TimelineEntry(when: .point(hours(index - 6)), title: "Entry \(index)")
      })
    return try report(night)
  }

  private func options(_ budget: Int) -> RenderOptions {
    var options = RenderOptions()
    options.budget = budget
    return options
  }

  /// The number of messages in an output, and the number that it states as left out. Some of the
  /// twelve entries may be left out, too.
  private func counts(_ output: String) -> (shown: Int, left: Int) {
    let entries = output.matches(of: /Entry [0-9]+(\*\* ·| \()/).count
    let left = output.matches(of: /and ([0-9,]+) more|([0-9,]+) (?:earlier|later)/).compactMap {
      Int(($0.1 ?? $0.2 ?? "").replacing(",", with: ""))
    }
    return (
      output.matches(of: /Message number/).count, left.reduce(0, +) - (12 - entries)
    )
  }

  @Test(arguments: [OutputFormat.markdown, .text], [4_000, 9_000, 20_000])
  func outputFitsTheBudgetAndCountsOmissions(target: OutputFormat, budget: Int) throws {
    let output = try render(try Self.night(400), to: target, options: options(budget))
    #expect(output.utf8.count <= budget)
    #expect(output.utf8.count > budget - 400)
    let (shown, left) = counts(output)
    #expect(left > 0 && shown + left == 400)
    #expect(output.contains("Messages (400)"))
  }

  @Test func budgetDropsTheLeastUrgentFirst() throws {
    let output = try render(try Self.night(300), to: .markdown, options: options(12_000))
    #expect(output.matches(of: /Error: Message/).count == 100)
    #expect((1..<100).contains(output.matches(of: /Warning: Message/).count))
    #expect(!output.contains("Information: Message"))
  }

  @Test func aReportWithinItsBudgetIsComplete() throws {
    let report = try Self.night(30)
    let whole = try render(report, to: .markdown)
    #expect(counts(whole).left == 0)
    let exact = options(whole.utf8.count)
    #expect(try render(report, to: .markdown, options: exact) == whole)
    let less = try render(report, to: .markdown, options: options(whole.utf8.count - 1))
    #expect(counts(less).shown < 30)
  }

  @Test func aGitHubCommentUsesItsBudget() throws {
    let output = try render(try Self.night(2_000), to: .markdown, options: options(65_536))
    #expect((65_000...65_536).contains(output.utf8.count))
    let (shown, left) = counts(output)
    #expect(shown + left == 2_000)
  }

  /// Threads render ahead of each other, and a rendering is stopped in the middle.
  @Test(arguments: [OutputFormat.markdown, .text, .mail], [300_000, 600_000])
  func threadsChangeNothing(target: OutputFormat, budget: Int) throws {
    let report = try Self.night(6_000, text: 100)
    func bytes(threads: Int) -> [UInt8] {
      ReportRenderer(report, store: builtIn, options: options(budget), threads: threads)
        .bytes(target).0
    }
    let alone = bytes(threads: 1)
    #expect(alone.count > budget / 2 && alone.count <= budget)
    let together = bytes(threads: 4)
    #expect(together == alone, "the outputs differ")
  }

  /// An output is looked at while it grows, which must not change how a list ends.
  @Test(arguments: [OutputFormat.markdown, .text])
  func aLongLastMessageEndsLikeAShortOne(target: OutputFormat) throws {
    func end(_ lines: Int) throws -> Substring {
      let long = message(
        .error, "Last", category: "build",
        text: String(repeating: "A line of a log that is long.\n\n", count: lines))
      let output = try render(
        try report(dataset([message(.error, "First", category: "build"), long])), to: target,
        options: options(1 << 20))
      #expect((output.utf8.count > 1 << 16) == (lines > 1_000))
      return output.suffix(60)
    }
    let short = try end(3)
    #expect(try end(4_000) == short)
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func markdownIsLimitedToAMebibyteByDefault() throws {
    let output = try render(try Self.night(300, text: 5_000), to: .markdown)
    #expect(output.utf8.count <= 1 << 20)
    // Long texts are shortened before messages are dropped.
    #expect(counts(output) == (300, 0))
    #expect(output.contains("…"))
  }

  @Test(arguments: [OutputFormat.markdown, .text])
  func aBudgetTooSmallForAnythingIsAnError(target: OutputFormat) throws {
    var night = dataset([message(.error, "One")])
    // Titles and facts are cut, and twenty facts are kept.
    let value = String(repeating: "long ", count: 40)
    night.run = Dataset.Run(facts: (0..<30).map { .init(title: "Fact \($0)", value: value) })
    let renderer = ReportRenderer(try report(night), store: AssetStore(), options: options(1_000))
    let (output, problems) = renderer.string(target)
    #expect(problems.map(\.id) == ["budget-too-small"])
    #expect(output.isEmpty)
  }

  @Test func budgetKeepsEntriesNearestToNow() throws {
    let night = try Self.night(2)
    let whole = try render(night, to: .markdown)
    let output = try render(night, to: .markdown, options: options(whole.utf8.count - 100))
    #expect(output.utf8.count <= whole.utf8.count - 100)
    #expect(output.contains("Entry 6") && !output.contains("Entry 0"))
    #expect(counts(output).shown == 2)
  }
}
