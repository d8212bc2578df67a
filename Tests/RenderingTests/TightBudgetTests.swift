import Composing
import Model
import Testing

@testable import Rendering

/// Long texts or many items in one place: they are reduced and counted (M14).
@Suite struct TightBudgetTests {
  private static let targets = [OutputFormat.markdown, .text]

  private func output(
    _ dataset: Dataset, baseline: Dataset? = nil, to target: OutputFormat, budget: Int
  ) throws -> String {
    var options = RenderOptions()
    options.budget = budget
    let output = try render(
      try report(dataset, baseline: baseline), to: target, options: options)
    #expect(output.utf8.count <= budget)
    #expect(output.contains("Nightly build"))
    return output
  }

  private func left(_ output: String) -> Int {
    output.matches(of: /and ([0-9,]+) more|([0-9,]+) (?:earlier|later)/).reduce(0) { sum, match in
      sum + (Int((match.1 ?? match.2 ?? "").replacing(",", with: "")) ?? 0)
    }
  }

  private func log(_ bytes: Int) -> String {
    "```\n" + String(repeating: "a line of the log\n", count: bytes / 18) + "last line\n```"
  }

  @Test(arguments: targets)
  func aSingleMessageKeepsItsTitleInASmallBudget(target: OutputFormat) throws {
    var broken = message(.error, "Broken alone")
    broken.details = log(40_000)
    let output = try output(dataset([broken]), to: target, budget: 4_000)
    #expect(output.contains("Broken alone"))
    #expect(output.contains("a line of the log") && output.contains("…"))
    #expect(!output.contains("last line") && left(output) == 0)
  }

  @Test(arguments: targets)
  func aSingleMessageThatDoesNotFitIsCounted(target: OutputFormat) throws {
    var endless = message(.error, "Endless")
    endless.link = Message.Link(
      title: "Log", url: "https://e.example/" + String(repeating: "x", count: 9_000))
    let output = try output(dataset([endless]), to: target, budget: 2_000)
    #expect(!output.contains("Endless"))
    #expect(output.contains("1 error") && left(output) == 1)
  }

  @Test(arguments: targets)
  func oneLongLogDropsNoOtherMessage(target: OutputFormat) throws {
    var messages = (0..<30).map { message(.error, "Message number \($0)") }
    messages[0].details = log(40_000)
    let output = try output(dataset(messages), to: target, budget: 8_000)
    #expect(output.matches(of: /Message number/).count == 30 && left(output) == 0)
  }

  @Test(arguments: targets)
  func aMessageThatNeverFitsDropsNoOtherMessage(target: OutputFormat) throws {
    var messages = (0..<30).map { message(.error, "Message number \($0)") }
    messages[0].location = Message.Location(file: String(repeating: "folder/", count: 3_000))
    let output = try output(dataset(messages), to: target, budget: 8_000)
    #expect(output.matches(of: /Message number/).count == 29 && left(output) == 1)
  }

  @Test(arguments: targets)
  func timelineEntriesAreDroppedBeforeErrors(target: OutputFormat) throws {
    let entries = (0..<600).map { index in
      TimelineEntry(when: .point(hours(index - 300)), title: "Entry \(index)")
    }
    let messages = (0..<40).map { message(.error, "Message number \($0)") }
    let output = try output(dataset(messages, entries: entries), to: target, budget: 6_000)
    #expect(output.matches(of: /Message number/).count == 40)
    let shown = Set(output.matches(of: /Entry ([0-9]+)/).map { String($0.1) })
    #expect(shown.count >= 4 && shown.count + left(output) == 600)
    #expect(shown.contains("300"))
  }

  @Test(arguments: targets)
  func manyFixedMessagesAreCounted(target: OutputFormat) throws {
    let before = (0..<900).map { message(.error, "Gone \($0)") }
    let output = try output(
      dataset([message(.error, "Broken"), message(.warning, "Slow")]), baseline: dataset(before),
      to: target, budget: 4_000)
    #expect(output.contains("Broken") && output.contains("Slow"))
    let gone = output.matches(of: /Gone/).count
    #expect(gone >= 10 && gone + left(output) == 900)
  }

  @Test(arguments: targets, [Message.Kind.alert, .offline])
  func manyAlertsAndBannersAreCounted(target: OutputFormat, kind: Message.Kind) throws {
    var messages = (0..<500).map { message(.warning, "Many \($0)", kind: kind) }
    messages += (0..<5).map { message(.error, "Broken \($0)") }
    let output = try output(dataset(messages), to: target, budget: 5_000)
    #expect(output.matches(of: /Broken/).count == 5)
    let many = output.matches(of: /Many/).count
    #expect(many >= 2 && many + left(output) == 500)
  }

  @Test(arguments: targets)
  func anAlertWithALongLogIsKept(target: OutputFormat) throws {
    var alert = message(.error, "Disk full", kind: .alert)
    alert.details = log(90_000)
    let output = try output(
      dataset([message(.error, "Broken"), alert]), to: target, budget: 4_000)
    #expect(output.contains("Disk full") && output.contains("Broken") && left(output) == 0)
  }

  @Test func largeMessagesAreDroppedInFavourOfSmallOnes() throws {
    var alert = message(.error, "Disk full", kind: .alert)
    alert.details = log(90_000)
    let output = try output(
      dataset([message(.error, "Broken"), message(.error, "Slow"), alert]), to: .text,
      budget: 1_000)
    #expect(output.contains("Broken") && output.contains("Slow") && left(output) == 1)
  }

  @Test(arguments: targets)
  func manySectionsLeaveSpaceForMessages(target: OutputFormat) throws {
    var night = dataset(
      (0..<400).map { message(.error, "Message number \($0)", category: "c\($0)") })
    night.categories = (0..<400).map { Dataset.Category(id: "c\($0)", title: "Part \($0)") }
    let output = try output(night, to: target, budget: 5_000)
    let shown = output.matches(of: /Message number/).count
    #expect(shown > 20 && shown + left(output) == 400)
  }

  @Test(arguments: targets)
  func aLongSummaryIsShortened(target: OutputFormat) throws {
    var night = dataset([message(.error, "Broken")])
    night.summary = String(repeating: "Words about the night.\n", count: 1_000)
    let output = try output(night, to: target, budget: 3_000)
    #expect(output.contains("Words about the night.") && output.contains("Broken"))
  }

  @Test func shortenedTextsLinkToTheReportOutsideFences() throws {
    var night = dataset([message(.error, "Broken")])
    night.url = "https://e.example/report"
    night.messages[0].details = log(40_000)
    let output = try output(night, to: .markdown, budget: 4_000)
    let fences = output.matches(of: /```/).count
    #expect(fences == 2)
    let link = try #require(output.ranges(of: "](https://e.example/report)").last)
    let end = try #require(output.ranges(of: "```").last)
    #expect(end.upperBound <= link.lowerBound)
  }

  /// Shown and omitted messages always add up to all messages.
  @Test func everyTrimmingStepReconciles() throws {
    var messages = (0..<60).map {
      message(
        [.error, .warning, .information][$0 % 3], "M\($0)",
        kind: [.message, .alert, .offline][$0 / 3 % 3], category: "c\($0 % 25)")
    }
    messages[3].details = log(5_000)
    let entries = (0..<40).map {
      TimelineEntry(when: .point(hours($0 - 20)), title: "E\($0)", details: log(900))
    }
    let before = (0..<30).map { message(.error, "Gone \($0)") }
    let whole = try report(dataset(messages, entries: entries), baseline: dataset(before))
    let trimming = Trimming(whole, bytes: 2_000)
    for steps in 0...trimming.count {
      let trimmed = trimming.report(after: steps)
      #expect(trimmed.reconcile() == nil, "after \(steps) of \(trimming.count) steps")
    }
    let least = trimming.report(after: trimming.count)
    #expect(least.sections.isEmpty && least.alerts.isEmpty && least.banners.isEmpty)
    #expect(least.timeline?.leftOut.count == 40)
    let lists = least.changeLists(pastLimit: nil)
    #expect(lists.map(\.items) == [[], []] && lists.map(\.more) == [60, 30])
  }
}
