import Testing
import Tidemark

/// The library, as its users call it.
@Suite struct ReportMakerTests {
  private static let dataset = """
    {
      "version": 1, "title": "Nightly", "now": "2026-11-20T03:12:00+01:00",
      "timeZone": "Europe/Berlin", "run": { "status": "completed" },
      "messages": [
        { "urgency": "error", "title": "Broken", "fingerprint": "a" },
        { "urgency": "warning", "title": "Slow", "fingerprint": "b" },
        { "urgency": "information", "title": "Done", "fingerprint": "c" }
      ]
    }
    """

  private func input(_ text: String = dataset, name: String = "nightly.json") -> ReportMaker.Input {
    ReportMaker.Input(name: name, bytes: Array(text.utf8))
  }

  private func make(
    _ text: String = dataset, to targets: [ReportMaker.Target] = [.text],
    _ change: (inout ReportMaker.Options) -> Void = { _ in }
  ) -> ReportMaker.Outcome {
    var options = ReportMaker.Options()
    change(&options)
    return ReportMaker(options).make([input(text)], to: targets)
  }

  private func text(
    _ outcome: ReportMaker.Outcome, _ target: ReportMaker.Target = .text
  ) throws -> String {
    String(decoding: try #require(outcome.outputs[target]), as: UTF8.self)
  }

  @Test func makesEveryTarget() throws {
    let outcome = make(to: ReportMaker.Target.allCases)
    // The messages have no place, which Code Quality needs.
    #expect(outcome.findings.map(\.id) == ["not-in-format", "looks-complete"])
    #expect(Set(outcome.outputs.keys) == Set(ReportMaker.Target.allCases))
    #expect(try text(outcome, .page).hasPrefix("<!DOCTYPE html>"))
    #expect(try text(outcome, .markdown).hasPrefix("# Nightly"))
    #expect(try text(outcome, .text).hasPrefix("Nightly\n"))
    #expect(try text(outcome, .json).hasPrefix("{"))
  }

  @Test func makesTheSameBytesTwice() {
    let targets = ReportMaker.Target.allCases
    #expect(make(to: targets).outputs == make(to: targets).outputs)
  }

  private static let tests = """
    <testsuite name="A"><testcase name="one"/>
    <testcase name="two"><failure message="boom"/></testcase></testsuite>
    """

  @Test func reportsOfOtherToolsAreInputs() throws {
    let inputs = [input(), input(Self.tests, name: "tests.xml")]
    let verdict = try #require(ReportMaker().make(inputs, to: []).verdict)
    #expect(verdict.counts[.error] == 2)
    #expect(verdict.run == .completed)
  }

  @Test func optionsSayWhatBecomesOfReports() throws {
    var options = ReportMaker.Options()
    options.now = 1_795_166_000
    options.imports.category = "Unit tests"
    options.imports.included = [.passed]
    options.imports.runStatus = .failed
    let outcome = ReportMaker(options).make([input(Self.tests)], to: [.text])
    #expect(try text(outcome).contains("Unit tests (2)"))
    #expect(outcome.verdict?.run == .failed)
    options.imports.leastUrgency = .error
    options.imports.severities = ["eslint:warning": .information]
    let lint = #"[{"filePath": "a.js", "messages": [{"severity": 1, "message": "m"}]}]"#
    let left = ReportMaker(options).make([input(lint)], to: [])
    #expect(left.findings.map(\.id) == ["left-out"])
  }

  @Test func columnsOfTablesCanBeNamed() throws {
    var options = ReportMaker.Options()
    options.now = 0
    options.imports.columns = ["title": "Host", "urgency": "State"]
    options.imports.columnValues = ["expired": .error]
    let table = ReportMaker.Input(
      name: "certificates.csv", bytes: Array("Host,State\na.example,expired\n".utf8))
    let outcome = ReportMaker(options).make([table], to: [.text])
    #expect(outcome.verdict?.urgency == .error)
    #expect(try text(outcome).contains("a.example"))
  }

  @Test func anInputCanSayItsFormat() {
    #expect(ReportMaker.Format(rawValue: "unknown") == nil)
    #expect(ReportMaker.Format.allCases.map(\.rawValue).contains("dataset"))
    let empty = ReportMaker.Input(
      name: "lint.json", bytes: Array("[]".utf8), format: ReportMaker.Format(rawValue: "eslint"))
    var options = ReportMaker.Options()
    options.now = 0
    #expect(ReportMaker(options).make([empty], to: []).verdict?.total == 0)
    #expect(
      ReportMaker(options).make([input("[]")], to: []).findings.map(\.id) == ["unknown-format"])
  }

  @Test func thereIsAMostNumberOfInputs() {
    let inputs = (0...65_535).map { input("<testsuite name='\($0)'/>", name: "\($0)") }
    #expect(
      ReportMaker().make(inputs, to: []).findings.map(\.id) == ["too-many-inputs"])
  }

  @Test func brokenInputsCanBeReported() throws {
    var options = ReportMaker.Options()
    options.imports.reportsBroken = true
    let outcome = ReportMaker(options).make([input(), input("<testsuite>", name: "cut.xml")])
    #expect(outcome.verdict?.counts[.error] == 2)
    #expect(outcome.verdict?.run == .failed)
  }

  @Test func anOutcomeHasAVerdict() throws {
    let verdict = try #require(make().verdict)
    #expect(verdict.text == "3 messages: 1 error, 1 warning, 1 note")
    #expect(verdict.total == 3 && verdict.shown == 3)
    #expect(verdict.counts == [.error: 1, .warning: 1, .information: 1])
    #expect(verdict.run == .completed)
    #expect(verdict.changes == nil)
    #expect(verdict.fails(on: .error) && verdict.fails(on: .information))
    #expect(!verdict.fails(on: .newError))
  }

  @Test func comparesWithThePreviousReport() throws {
    let before = Self.dataset.split(separator: "\n").filter { !$0.contains("Broken") }
    let outcome = ReportMaker().make(
      [input()], baseline: input(before.joined(separator: "\n"), name: "last.json"), to: [.text])
    let verdict = try #require(outcome.verdict)
    #expect(verdict.changes?.new == 1)
    #expect(verdict.changes?.still == 2 && verdict.changes?.fixed == 0)
    #expect(verdict.changes?.text == "1 new, 2 unchanged")
    #expect(verdict.changes?.runBefore == nil && verdict.urgency == .error)
    #expect(verdict.fails(on: .newError) && verdict.fails(on: .newWarning))
  }

  @Test func comparesTheStatusesOfRuns() throws {
    let failed = Self.dataset.replacing("\"completed\"", with: "\"failed\"")
    let outcome = ReportMaker().make(
      [input()], baseline: input(failed, name: "last.json"), to: [.text])
    let changes = try #require(outcome.verdict?.changes)
    #expect(changes.runBefore == .failed && !changes.isUnchanged)
    #expect(changes.text.hasPrefix("run completed again"))
  }

  @Test func mergesSeveralInputs() throws {
    let lint = #"{ "version": 1, "messages": [ { "urgency": "error", "title": "Unused" } ] }"#
    let outcome = ReportMaker().make([input(), input(lint, name: "lint.json")], to: [.text])
    #expect(outcome.verdict?.total == 4)
    #expect(try text(outcome).contains("Unused"))
  }

  @Test func anErrorHasALocationAndPreventsOutputs() throws {
    let wrong = Self.dataset.split(separator: "\n").map {
      $0.replacing("\"error\"", with: "\"eror\"")
    }
    let outcome = make(wrong.joined(separator: "\n"), to: [.page, .text])
    #expect(outcome.outputs.isEmpty && outcome.verdict == nil && outcome.hasErrors)
    let finding = try #require(outcome.findings.first)
    #expect(finding.severity == .error && finding.id == "unknown-urgency")
    #expect(finding.file == "nightly.json" && finding.line == 5 && finding.column == 18)
    #expect(finding.help == ["did you mean 'error'?"])
    #expect(
      finding.description == """
        nightly.json:5:18: error: unknown urgency 'eror' [unknown-urgency]
          help: did you mean 'error'?
        """)
  }

  @Test func theTimeComesOnlyFromOptionsAndDataset() throws {
    let timeless = Self.dataset.replacing(#", "now": "2026-11-20T03:12:00+01:00""#, with: "")
    #expect(make(timeless).findings.map(\.id) == ["no-time"])
    let outcome = make(timeless) { $0.now = 1_795_140_720 }
    #expect(try text(outcome).contains("As of 20 Nov 2026, 03:12 CET"))
  }

  @Test func takesZoneLanguageAndThemeFromTheOptions() throws {
    let outcome = make(to: [.text, .page]) {
      $0.timeZone = "UTC"
      $0.locale = "de"
      $0.theme = "contrast"
    }
    #expect(try text(outcome).contains("20. Nov. 2026, 02:12 UTC"))
    #expect(try text(outcome, .page) != text(make(to: [.page]), .page))
  }

  @Test func wrongOptionsAreFindings() {
    func found(_ change: (inout ReportMaker.Options) -> Void) -> [String] {
      let outcome = make(Self.dataset, to: [.page], change)
      #expect(outcome.hasErrors && outcome.outputs.isEmpty && outcome.verdict == nil)
      return outcome.findings.map(\.id)
    }
    #expect(found { $0.timeZone = "Europe/Nowhere" } == ["unknown-time-zone"])
    #expect(found { $0.zoneFolder = "/nonexistent" } == ["unknown-time-zone"])
    #expect(found { $0.locale = "x" } == ["unknown-locale"])
    #expect(found { $0.theme = "horizn" } == ["unknown-theme"])
    #expect(found { $0.template = "none" } == ["unknown-template"])
    #expect(found { $0.filters = ["urgncy=error"] }.count == 1)
    #expect(found { $0.sort = ["tilte"] }.count == 1)
  }

  @Test func allErrorsAreReportedTogether() {
    let wrong = Self.dataset.replacing("\"error\"", with: "\"eror\"")
    let ids = make(wrong, to: [.page]) {
      $0.timeZone = "Europe/Nowhere"
      $0.locale = "xx"
      $0.theme = "horizn"
      $0.sort = ["tilte"]
      $0.filters = ["urgncy=error"]
    }.findings.map(\.id)
    for id in [
      "unknown-urgency", "unknown-time-zone", "unknown-locale", "unknown-theme",
      "unknown-sort-key", "unknown-filter-key",
    ] {
      #expect(ids.contains(id), "\(id)")
    }
  }

  @Test(arguments: [Int64.min, Int64.max, -1 << 40, 1 << 40])
  func acceptsAnyTime(now: Int64) throws {
    let outcome = make(to: [.page, .markdown, .text, .json]) { $0.now = now }
    #expect(outcome.outputs.count == 4)
  }

  @Test func sortsFiltersAndKeepsToABudget() throws {
    let outcome = make { $0.filters = ["urgency=error"] }
    #expect(outcome.verdict?.shown == 1 && outcome.verdict?.total == 3)
    #expect(try !text(outcome).contains("Slow"))
    let sorted = try text(make { $0.sort = ["title:asc"] })
    #expect(sorted.contains("Sorted by"))
    let tight = make(to: [.markdown]) { $0.budget = 20 }
    #expect(tight.findings.map(\.id) == ["budget-too-small"])
    #expect(tight.outputs.isEmpty)
  }

  @Test func similarMessagesAreAGroupUnlessTheLimitForbidsIt() throws {
    let messages = (1...24).map { #"{"urgency": "warning", "title": "Slow", "text": "\#($0)"}"# }
    let dataset = """
      {"version": 1, "title": "Nightly", "now": "2026-11-20T03:12:00Z",
       "messages": [\(messages.joined(separator: ","))]}
      """
    #expect(try text(make(dataset)).contains("×24"))
    for limit in [0, -1, 24] {
      #expect(try !text(make(dataset) { $0.groupBeyond = limit }).contains("×24"), "\(limit)")
    }
  }

  @Test func optionsKeepTheirValuesAndRanges() {
    var options = ReportMaker.Options()
    #expect(options.groupBeyond == 5 && options.columns == 72 && options.screenWidth == .regular)
    (options.now, options.timeZone, options.locale) = (7, "UTC", "de")
    (options.screenWidth, options.columns, options.groupBeyond) = (.compact, 5, -1)
    #expect(options.now == 7 && options.timeZone == "UTC" && options.locale == "de")
    #expect(options.screenWidth == .compact && options.columns == 20 && options.groupBeyond == 0)
    options.now = nil
    #expect(options.now == nil)
  }

  @Test func textHasTheRequestedWidth() throws {
    let narrow = try text(make { $0.columns = 30 })
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 30 })
    let plain = try text(make { $0.usesASCII = true })
    #expect(plain.utf8.allSatisfy { $0 < 0x80 })
    #expect(try text(make { $0.usesColor = true }).contains("\u{1B}["))
    #expect(try text(make { $0.columns = .min }) != "")
  }

  @Test func aPreviewShowsFewerEntriesOnACompactScreen() throws {
    let entries = (21...24).map { #"{ "title": "Day \#($0)", "time": "2026-11-\#($0)" }"# }
    let dataset = """
      {
        "version": 1, "title": "Plan", "now": "2026-11-20T03:12:00+01:00", "messages": [],
        "timeline": { "entries": [\(entries.joined(separator: ","))] }
      }
      """
    // Each entry of the preview is in the timeline, too.
    func previewed(_ width: ReportMaker.ScreenWidth) throws -> Int {
      try text(make(dataset) { $0.screenWidth = width }).split(separator: "Day ").count - 1 - 4
    }
    #expect(try previewed(.compact) == 2)
    #expect(try previewed(.regular) == 4)
  }

  @Test func filesOverrideTheBuiltInOnes() throws {
    let outcome = make(to: [.page]) {
      $0.templateFiles = ["report.md": "# Own: {{title}}\n\n{{> overview}}\n"]
      $0.themeFiles = ["page.css": ".own { color: red }"]
    }
    #expect(outcome.findings == [])
    #expect(try text(outcome, .page).contains("Own: Nightly"))
    #expect(try text(outcome, .page).contains(".own{"))
    let wrong = make(to: [.page, .markdown]) { $0.templateFiles = ["report.md": "# {{titel}}\n"] }
    #expect(wrong.findings.map(\.id) == ["unknown-name"])
    #expect(wrong.findings.first?.line == 1)
    #expect(wrong.hasErrors && wrong.outputs.isEmpty)
  }

  @Test func strictPromotesWarningsToErrors() {
    let outcome = make(to: [.page]) {
      $0.templateFiles = ["report.md": "# {{title}}\n\n![a](b.png)\n"]
      $0.isStrict = true
    }
    #expect(outcome.findings.map(\.severity) == [.error])
    #expect(outcome.outputs.isEmpty)
  }

  @Test func emptyAndInvalidInputsAreFindings() {
    #expect(ReportMaker().make([]).findings.map(\.id) == ["no-input"])
    for text in ["", "{", "null", "\u{0}", "[1]", "{\"version\":1}"] {
      let outcome = make(text)
      #expect(outcome.hasErrors && outcome.outputs.isEmpty && outcome.verdict == nil)
    }
  }

  @Test func makesAMail() throws {
    var mail = ReportMaker.Mail(
      from: "Nightly <nightly@example.org>", to: ["a@example.org, b@example.org"])
    let outcome = ReportMaker().mail([input()], mail)
    #expect(outcome.findings == [])
    #expect(outcome.verdict?.total == 3)
    let message = String(decoding: try #require(outcome.message), as: UTF8.self)
    #expect(message.hasPrefix("Date: Fri, 20 Nov 2026 03:12:00 +0100\r\n"))
    #expect(message.contains("\r\nTo: a@example.org, b@example.org\r\n"))
    #expect(message.contains("\r\nSubject: Nightly: 1 error\r\n"))
    mail.subject = "{{title}}: {{total}}"
    mail.attachments = []
    let other = ReportMaker().mail([input()], mail)
    let words = String(decoding: try #require(other.message), as: UTF8.self)
    #expect(words.contains("\r\nSubject: Nightly: 3\r\n") && !words.contains("attachment"))
  }

  @Test func aMailWithInvalidFieldsIsAnError() {
    let wrong: [(inout ReportMaker.Mail) -> Void] = [
      { $0.from = "nobody" }, { $0.from = "a@example.org, b@example.org" }, { $0.to = [] },
      { $0.to = ["a@example.org\r\nBcc: c@example.org"] }, { $0.subject = "a\nBcc: c@example.org" },
      { $0.unsubscribe = ["stop@example.org"] }, { $0.subject = "{{#title}}" },
    ]
    for change in wrong {
      var mail = ReportMaker.Mail(from: "a@example.org", to: ["b@example.org"])
      change(&mail)
      let outcome = ReportMaker().mail([input()], mail)
      #expect(outcome.message == nil && outcome.hasErrors && outcome.verdict == nil)
    }
  }
}
