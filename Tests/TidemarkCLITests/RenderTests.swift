import Foundation
import Testing

@testable import TidemarkCLI

/// `render` as a script sees it: status, output and diagnostics.
@Suite struct RenderTests {
  private func render(
    _ words: [String], dataset: String = smallDataset, environment: [String: String] = [:],
    isTerminal: Bool = false
  ) throws -> Session.Outcome {
    try Session.open { session in
      session.environment = environment
      session.isTerminal = isTerminal
      let path = try session.write(dataset, to: "night.json")
      return try session.run(["render", path] + words)
    }
  }

  @Test(arguments: ["text", "markdown", "mail", "page"])
  func everyTargetCountsAlertsAndBannersOfACategory(target: String) throws {
    let dataset = """
      {"version": 1, "categories": [{"id": "d", "title": "Disks"}], "messages": [
        {"urgency": "error", "title": "one", "category": "d"},
        {"urgency": "warning", "title": "two", "category": "d"},
        {"urgency": "error", "kind": "alert", "title": "three", "category": "d"},
        {"urgency": "information", "kind": "offline", "title": "four", "category": "d",
         "time": "2026-01-01T00:00:00Z"}]}
      """
    let outcome = try render(["--to", target], dataset: dataset)
    #expect(outcome.status == 0, "\(outcome.said)")
    let count =
      target == "page"
      ? "<bdi data-title>Disks</bdi> <span class=\"n\" data-count>4</span>" : "Disks (4)"
    #expect(outcome.output.contains(count))
    let section = outcome.output.components(separatedBy: count).last ?? ""
    let above = section.components(separatedBy: "Also in this category, shown above").last ?? ""
    #expect(above.contains("three") && above.contains("four"))
  }

  @Test func rendersToStandardOutputWithoutDiagnostics() throws {
    let outcome = try render(["--to", "text"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1 error\n  1 warning"))
    #expect(outcome.said.isEmpty)
  }

  @Test func aBudgetTooSmallForTheFactsOfARunIsStatus4() throws {
    let value = String(repeating: "long ", count: 40)
    let facts = (0..<30).map { #"{"title": "Fact \#($0)", "value": "\#(value)"}"# }
    let outcome = try render(
      ["--to", "text", "--budget", "1000"],
      dataset: #"{"version": 1, "messages": [], "run": {"facts": ["#
        + facts.joined(separator: ", ") + "]}}")
    #expect(outcome.status == 4)
    #expect(outcome.said.contains("budget-too-small") && outcome.output.isEmpty)
  }

  @Test func aLongTitleIsCutToFitABudget() throws {
    let title = String(repeating: "long ", count: 400)
    let outcome = try render(
      ["--to", "text", "--budget", "1000"],
      dataset: #"{"version": 1, "title": "\#(title)", "messages": []}"#)
    #expect(outcome.status == 0 && outcome.output.utf8.count <= 1_000)
    #expect(outcome.output.contains("long long") && outcome.output.contains("…"))
  }

  @Test func theProjectIsTheTitleUnlessADatasetHasOne() throws {
    func title(_ words: [String], of input: String) throws -> Substring {
      try render(["--to", "text"] + words, dataset: input).output.prefix { $0 != "\n" }
    }
    let suite = "<testsuite name='web_suite'><testcase name='t'/></testsuite>"
    #expect(try title([], of: suite) == "web_suite")
    #expect(try title(["--project", "shop"], of: suite) == "shop")
    let dataset = #"{"version": 1, "title": "Nightly", "messages": []}"#
    #expect(try title(["--project", "shop"], of: dataset) == "Nightly")
  }

  @Test func rendersAPageByDefault() throws {
    #expect(try render([]).output.hasPrefix("<!DOCTYPE html>"))
  }

  @Test(arguments: ["error", "warning", "information", "unread,error,-known", "error, warning"])
  func failsAtOrAboveTheThreshold(threshold: String) throws {
    let outcome = try render(["--to", "text", "--fail-on", threshold])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Broken"))
  }

  @Test(arguments: [
    ["--to", "pdf"], ["--to", "page,text"], ["--columns", "many"], ["--columns", "0"],
    ["--budget", "-1"], ["--width", "wide"], ["--now", "yesterday"], ["--time-zone", "Mars/Base"],
    ["--locale", "t"], ["--sort", "colour"], ["--filter", "urgency"],
    ["--filter", "urgency=eror"],
    ["--template", "nope"], ["--theme", "nope"], ["--fail-on", "new-error"], ["-o"], ["-", "-"],
    ["--fail-on", "error,none"], ["--fail-on=-known"], ["--threshold", "x"],
    ["--fail-on", "error,fewer-tests"],
  ])
  func wrongUsageIsStatus2(words: [String]) throws {
    let outcome = try render(["--to", "text"] + words)
    #expect(outcome.status == 2, "\(outcome.said)")
    #expect(outcome.said.contains("error: "))
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"version": 2, "messages": []}"#, #"{"version": 1, "title": "No messages"}"#,
    #"{"version": 1, "messages": [], "timeZone": "Mars/Base"}"#,
    #"{"version": 1, "messages": [], "locale": "t"}"#,
    #"{"version": 1, "messages": [], "sort": ["colour"]}"#,
  ])
  func wrongInputIsStatus3(dataset: String) throws {
    let outcome = try render(["--to", "text"], dataset: dataset)
    #expect(outcome.status == 3, "\(outcome.said)")
    #expect(outcome.said.contains("night.json"))
    #expect(outcome.output.isEmpty)
  }

  @Test func anAbsentFileIsStatus3() throws {
    let outcome = try Session.open { session in try session.run("render", session.path("no.json")) }
    #expect(outcome.status == 3)
    #expect(outcome.said.contains("no.json"))
  }

  @Test func anUnwritableOutputIsStatus4() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run("render", dataset, "-o", dataset + "/page.html")
      #expect(outcome.status == 4)
      #expect(!outcome.said.isEmpty)
      #expect(session.read("night.json") == smallDataset)
    }
  }

  @Test func aFailureKeepsTheOldOutput() throws {
    try Session.open { session in
      let dataset = try session.write("{", to: "night.json")
      let old = try session.write("old", to: "page.html")
      #expect(try session.run("render", dataset, "-o", old).status == 3)
      #expect(session.read("page.html") == "old")
    }
  }

  @Test func strictPromotesWarningsToErrors() throws {
    let dataset = #"{"version": 1, "title": "T", "tilte": "x", "messages": []}"#
    let lenient = try render(["--to", "text"], dataset: dataset)
    #expect(lenient.status == 0)
    #expect(lenient.said.contains("warning: unknown key 'tilte'"))
    let strict = try render(["--to", "text", "--strict"], dataset: dataset)
    #expect(strict.status == 3)
    #expect(strict.said.contains("error: unknown key 'tilte'"))
    #expect(strict.output.isEmpty)
    #expect(try render(["--to", "text", "--quiet"], dataset: dataset).said.isEmpty)
  }

  @Test func colourIsForTerminals() throws {
    let escape = "\u{1B}["
    let text = ["--to", "text"]
    #expect(try !render(text).output.contains(escape))
    #expect(try render(text, isTerminal: true).output.contains(escape))
    #expect(
      try !render(text, environment: ["NO_COLOR": "1"], isTerminal: true).output.contains(escape))
    #expect(
      try !render(text, environment: ["TERM": "dumb"], isTerminal: true).output.contains(escape))
    #expect(try !render(text + ["--color", "never"], isTerminal: true).output.contains(escape))
    #expect(try render(text + ["--color", "always"]).output.contains(escape))
  }

  @Test func theClockIsUsedOnlyWithoutAnotherTime() throws {
    let dataset = #"{"version": 1, "title": "T", "messages": []}"#
    let text = ["--to", "text"]
    let epoch = ["SOURCE_DATE_EPOCH": "86400"]
    #expect(try render(text, dataset: dataset).output.contains("As of 20 Nov 2026"))
    #expect(
      try render(text, dataset: dataset, environment: epoch).output.contains("As of 2 Jan 1970"))
    #expect(try render(text, environment: epoch).output.contains("As of 20 Nov 2026, 09:30 UTC"))
    #expect(
      try render(text + ["--now", "2027-01-02T03:04:00Z"]).output
        .contains("As of 2 Jan 2027, 03:04 UTC"))
    #expect(try render(text, dataset: dataset, environment: ["SOURCE_DATE_EPOCH": "x"]).status == 2)
  }

  @Test func aFilteredOutSingleMessageIsStillCounted() throws {
    let dataset = """
      {"version": 1, "title": "T", "messages": [{"urgency": "error", "title": "Hidden"}]}
      """
    let output = try render(["--to", "text", "--filter", "urgency=warning"], dataset: dataset)
      .output
    #expect(output.contains("1 error"))
    #expect(!output.contains("Hidden"))
  }
}
