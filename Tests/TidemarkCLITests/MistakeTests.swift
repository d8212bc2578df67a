import Testing

@testable import TidemarkCLI

/// All problems are reported in one run, each at its location.
@Suite struct MistakeTests {
  private static let settings = """
    "timeZone": "Mars/Base", "locale": "tlh", "sort": ["urgncy"],
    "filters": {"fast": ["categry"]},
    "timeline": {"headerFormat": "{", "timestampFormat": "QQQQQQQ'", "entries": []}
    """
  private static let wanted = [
    "unknown-time-zone", "unknown-locale", "unknown-sort-key", "unknown-fast-filter",
    "malformed-pattern", "unknown-filter-key",
  ]

  private func render(
    _ words: [String] = [], dataset: String = smallDataset, settings: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Session.Outcome {
    try Session.open { session in
      session.environment = environment
      let path = try session.write(dataset, to: "night.json")
      if let settings { try session.write(settings, to: "tidemark.json") }
      return try session.run(["render", path, "--to", "text"] + words)
    }
  }

  @Test func allSettingsAreCheckedInOneRun() throws {
    let outcome = try render(
      ["--filter", "urgncy=error"],
      dataset: #"{"version": 1, "title": "T", "messages": [], \#(Self.settings)}"#)
    #expect(outcome.status == 3)
    for id in Self.wanted { #expect(outcome.said.contains("[\(id)]"), "\(id)") }
    #expect(outcome.said.contains("did you mean 'category'?"))
    #expect(outcome.output.isEmpty)
  }

  @Test func unknownNamesAreReportedWithTheirKind() throws {
    let cases = [
      (["themes", "exprt"], "unknown command 'themes exprt'", "did you mean 'themes export'?"),
      (
        ["templates", "show"], "unknown command 'templates show'",
        "'tidemark templates' lists the templates"
      ),
      (["themes", "export", "plian", "x"], "unknown theme 'plian'", "did you mean 'plain'?"),
      (["version"], "unknown command 'version'", "did you mean '--version'?"),
    ]
    for (words, summary, help) in cases {
      try Session.open { session in
        let outcome = try session.run(words)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.said.contains(summary) && outcome.said.contains(help), "\(words)")
      }
    }
  }

  @Test func aFileInPlaceOfAFolderIsReportedAsAFile() throws {
    try Session.open { session in
      let path = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run(["render", path, "--theme", path])
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("is a file, not the folder of a theme"))
    }
  }

  @Test func everyCommandPrintsItsOwnHelp() throws {
    for command in Program.commands where command.name != "help" {
      try Session.open { session in
        let outcome = try session.run([command.name, "--help"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("tidemark \(command.name)"))
      }
    }
  }

  @Test func aWrongMessageHidesNoWrongSetting() throws {
    let outcome = try render(
      ["--filter", "urgncy=error"],
      dataset: """
        {"version": 1, "title": "T", "messages": [{"urgency": "eror", "title": "a"}],
         \(Self.settings)}
        """)
    #expect(outcome.status == 3)
    for id in Self.wanted + ["unknown-urgency"] {
      #expect(outcome.said.contains("[\(id)]"), "\(id)")
    }
  }

  @Test(arguments: [
    "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-1099511627776", "1e3",
  ])
  func anAbsurdEpochIsWrongUsage(epoch: String) throws {
    let dataset = #"{"version": 1, "title": "T", "messages": []}"#
    let outcome = try render(dataset: dataset, environment: ["SOURCE_DATE_EPOCH": epoch])
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("SOURCE_DATE_EPOCH is '\(epoch)'"))
  }

  @Test(arguments: [
    "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "9223372036854775807",
    "99999999999999999999-01-01", "0000-01-01", "-0001-01-01T00:00:00Z",
  ])
  func anAbsurdTimeIsShownOrRefused(time: String) throws {
    let outcome = try render(["--now=\(time)"])
    #expect(outcome.status == 0 || outcome.status == 2)
  }

  @Test(arguments: [
    ("width", "wide"), ("columns", "9223372036854775808"), ("budget", "-9223372036854775808"),
  ])
  func aWrongNumberIsReportedAtItsLocation(option: String, value: String) throws {
    let file = try render(settings: "{\n  \"\(option)\": \"\(value)\"}")
    #expect(file.status == 2)
    #expect(file.said.contains("tidemark.json:2:"))
    #expect(!file.said.contains("--\(option)"))
    let variable = "TIDEMARK_\(option.uppercased())"
    let environment = try render(environment: [variable: value])
    #expect(environment.status == 2)
    #expect(environment.said.contains(variable))
  }

  @Test func allWrongNumbersAreReportedTogether() throws {
    let said = try render(["--columns=x", "--budget=y", "--width=z"]).said
    #expect(said.split(separator: "\n").filter { $0.hasPrefix("error: ") }.count == 3)
  }

  @Test func aWrongNumberHidesNoWrongTheme() throws {
    let said = try render(["--theme", "plian"], settings: #"{"columns": 3, "color": "pink"}"#).said
    for word in ["'columns'", "'plian'", "'pink'"] { #expect(said.contains(word)) }
  }

  @Test func aFlagInTheFileCanBeOverridden() throws {
    let dataset = #"{"version": 1, "title": "T", "tilte": "x", "messages": []}"#
    let settings = #"{"strict": true}"#
    #expect(try render(dataset: dataset, settings: settings).status == 3)
    #expect(try render(["--strict=false"], dataset: dataset, settings: settings).status == 0)
  }

  @Test func wrongUsageIsReportedInTheRequestedFormat() throws {
    #expect(try render(["--format", "json", "--nope"]).said.hasPrefix("[\n  {\"severity\":"))
    #expect(try render(["--nope", "--format=github"]).said.hasPrefix("::error "))
    #expect(
      try render(["--nope"], environment: ["TIDEMARK_FORMAT": "github"]).said.hasPrefix("::error "))
    #expect(try render(["--nope"], settings: #"{"format": "json"}"#).said.hasPrefix("["))
    #expect(try render(["--format", "xml"]).said.hasPrefix("error: "))
  }

  @Test func aBudgetWithoutEffectIsReported() throws {
    let outcome = try render(["--budget", "5000", "--to", "json"])
    #expect(outcome.status == 0)
    #expect(outcome.said.contains("note: '--budget' changes nothing here"))
    #expect(try render(["--budget", "5000"]).said.isEmpty)
    #expect(
      try render(["--to", "json"], settings: #"{"budget": 5000}"#).said.contains("unused-budget")
        == false)
  }
}
