import Diagnostics
import Testing

@testable import TidemarkCLI

/// `tidemark.json` and the environment beneath the command line.
@Suite struct SettingsTests {
  private func complete(
    _ words: [String] = [], file: String? = nil, environment: [String: String] = [:]
  ) throws -> (arguments: Arguments, problems: [Diagnostic]) {
    try Session.open { session in
      if let file { try session.write(file, to: "tidemark.json") }
      session.environment = environment
      let options = RenderCommand.spec.options
      var arguments = try Arguments(parsing: words, options: options)
      var host = session.host()
      let problems = Settings.complete(&arguments, with: options, &host)
      return (arguments, problems)
    }
  }

  @Test func theCommandLineWinsThenTheEnvironmentThenTheFile() throws {
    let file = #"{"timeZone": "Europe/Paris", "locale": "fr", "theme": "plain"}"#
    let environment = ["TIDEMARK_TIME_ZONE": "Europe/Rome", "TIDEMARK_LOCALE": "de"]
    let (arguments, problems) = try complete(
      ["--time-zone", "Asia/Tokyo"], file: file, environment: environment)
    #expect(problems.map(\.summary) == ["settings in force: theme 'plain'"])
    #expect(arguments.value("time-zone") == "Asia/Tokyo")
    #expect(arguments.value("locale") == "de")
    #expect(arguments.value("theme") == "plain")
  }

  @Test func nothingIsSetByDefault() throws {
    let (arguments, problems) = try complete()
    #expect(arguments.settings.isEmpty)
    #expect(problems.isEmpty)
  }

  @Test func anEmptyValueUnsetsASetting() throws {
    let file = #"{"locale": "fr", "baseline": "last.json", "strict": true, "theme": ""}"#
    let (variable, problems) = try complete(
      file: file, environment: ["TIDEMARK_LOCALE": "", "TIDEMARK_STRICT": ""])
    #expect(problems.map(\.summary) == ["settings in force: baseline"])
    #expect(variable.value("locale") == nil && !variable.flag("strict"))
    #expect(variable.value("baseline")?.hasSuffix("/last.json") == true)
    #expect(variable.value("theme") == nil)
    let (word, _) = try complete(
      ["--baseline", ""], file: file, environment: ["TIDEMARK_BASELINE": "other.json"])
    #expect(word.values("baseline").isEmpty)
    // An empty reason still makes a run without a report.
    let missing = try Arguments(
      parsing: ["--missing", ""], options: RenderCommand.spec.options)
    #expect(missing.value("missing") == "")
  }

  @Test func theFileTakesListsNumbersAndFlags() throws {
    let (arguments, problems) = try complete(
      file: """
        // As people write it.
        {"to": ["page", "text"], "columns": 100, "ascii": true, "strict": false,
         "filter": ["urgency=error,warning", "kind=message"], "sort": "time:desc,title",}
        """)
    #expect(problems.map(\.id) == ["settings-in-force"])
    #expect(arguments.values("to").map(\.value) == ["page", "text"])
    #expect(arguments.value("columns") == "100")
    #expect(arguments.flag("ascii"))
    #expect(!arguments.flag("strict"))
    #expect(
      arguments.values("filter").map(\.value) == ["urgency=error,warning", "kind=message"])
    #expect(arguments.values("sort").map(\.value) == ["time:desc", "title"])
  }

  @Test func semicolonsSeparateFiltersInTheEnvironment() throws {
    let (arguments, _) = try complete(
      environment: ["TIDEMARK_FILTER": "urgency=error,warning;kind=message"])
    #expect(
      arguments.values("filter").map(\.value) == ["urgency=error,warning", "kind=message"])
  }

  @Test func anUnknownKeyIsAnErrorAtItsLocationWithASuggestion() throws {
    let (_, problems) = try complete(file: "{\n  \"timezone\": \"UTC\"\n}")
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.severity == .error)
    #expect(problem.location?.line == 2)
    #expect(problem.location?.column == 3)
    #expect(problem.help == ["did you mean 'timeZone'?"])
  }

  @Test func aSchemaKeyIsIgnored() throws {
    #expect(try complete(file: #"{"$schema": "x.json"}"#).problems.isEmpty)
  }

  @Test func aWrongValueIsAnErrorAtItsLocation() throws {
    let (_, problems) = try complete(
      file: "{\n  \"color\": \"allways\",\n  \"to\": [\"page\", {}]\n}")
    #expect(problems.map(\.id) == ["bad-value", "wrong-type"])
    #expect(problems.allSatisfy { $0.severity == .error })
    #expect(problems.compactMap(\.location).map(\.line) == [2, 3])
    #expect(problems.compactMap(\.location).map(\.column) == [12, 18])
    #expect(problems[0].help == ["did you mean 'always'?"])
  }

  @Test func anErrorOfAVariableNamesIt() throws {
    let (_, problems) = try complete(environment: ["TIDEMARK_COLOR": "pink"])
    #expect(problems.count == 1)
    #expect(problems.first?.summary.contains("TIDEMARK_COLOR") == true)
  }

  @Test func aBrokenFileIsAnErrorAtItsLocation() throws {
    let (_, problems) = try complete(file: "{\"locale\": ")
    #expect(problems.contains { $0.severity == .error && $0.location?.line == 1 })
    #expect(try complete(file: "[]").problems.map(\.id) == ["wrong-type"])
  }

  @Test func aWrongSettingIsWrongUsage() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write(#"{"sort": ["colour"]}"#, to: "tidemark.json")
      let outcome = try session.run("render", dataset, "--to", "text")
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("tidemark.json:1:11: error: unknown sort key 'colour'"))
      #expect(outcome.output.isEmpty)
    }
  }
}
