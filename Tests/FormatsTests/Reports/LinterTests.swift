import Diagnostics
import ImportSupport
import Model
import Testing

/// Checkstyle, Code Quality and ESLint.
struct LinterTests {
  private func checkstyle(_ errors: String) -> Import {
    Import(text: "<checkstyle version='4.3'><file name='src/a.x'>\(errors)</file></checkstyle>")
  }

  @Test(arguments: [
    ("severity='error'", "error"), ("severity='Warning'", "warning"),
    ("severity='INFO'", "information"),
    ("", "error"), ("severity='odd'", "warning"),
  ])
  func checkstyleHasSeveritiesInAnyCase(attribute: String, urgency: String) {
    #expect(checkstyle("<error message='m' \(attribute)/>").message?.urgency.rawValue == urgency)
  }

  @Test func unknownSeveritiesOfCheckstyleAreReportedOnce() {
    let found = checkstyle(
      "<error severity='odd'/><error severity='odd'/><error severity='ignore'/>")
    #expect(found.diagnostics.map(\.id) == ["unknown-severity"])
    #expect(found.dataset?.messages.map(\.count) == [2])
  }

  @Test func linesOfCheckstyleBeginWithOne() {
    #expect(checkstyle("<error line='3' column='0' message='m'/>").place == "src/a.x:3")
    #expect(checkstyle("<error line='0' message='m'/>").place == "src/a.x")
    #expect(checkstyle("<error line='3' column='4' message='m'/>").place == "src/a.x:3:4")
  }

  @Test(arguments: [
    ("com.puppycrawl.tools.checkstyle.checks.UnusedImportsCheck", "Checkstyle", "UnusedImports"),
    ("eslint.rules.no-undef", "ESLint", "no-undef"), ("swiftlint.rules.todo", "SwiftLint", "todo"),
    ("ShellCheck.SC2086", "ShellCheck", "SC2086"),
    ("PSR12.Files.Header", "PHP_CodeSniffer", "Header"),
    ("detekt.MagicNumber", "detekt", "MagicNumber"),
    ("Style/StringLiterals", "RuboCop", "StringLiterals"),
    ("something", "Style", "something"),
  ])
  func theSourceOfCheckstyleNamesToolAndRule(source: String, tool: String, rule: String) {
    let found = checkstyle("<error message='m' source='\(source)'/>")
    #expect(found.dataset?.categories.map(\.title) == [tool])
    #expect(found.message?.link?.title == rule)
  }

  @Test func anExceptionOfTheCheckerFailsTheRun() {
    let found = checkstyle("<exception><![CDATA[\nno such module\n at x]]></exception>")
    #expect(found.status == .failed)
    #expect(found.dataset?.run?.reason == "no such module")
    #expect(found.told == ["error no such module"])
  }

  @Test func anEmptyReportOfCheckstyleIsClean() {
    let found = Import(text: "<?xml version='1.0'?><checkstyle/>")
    #expect(found.status == .completed)
    #expect(found.told.isEmpty && found.facts.isEmpty)
  }

  @Test func joinedReportsOfCheckstyleAreRefusedWithHelp() {
    let found = Import(text: "<checkstyle/>\n<checkstyle/>")
    #expect(found.problems == ["2:1 error second-root"])
    #expect(found.diagnostics.first?.help == ["give files that were joined into one separately"])
  }

  // MARK: Code Quality

  private static let issue =
    #"{"type": "issue", "description": "m", "check_name": "r", "fingerprint": "f", "severity": "minor", "location": {"path": "a.rb", "lines": {"begin": 3}}}"#

  @Test func anIssueOfCodeQualityHasItsParts() {
    let found = Import(text: "[\(Self.issue)]")
    #expect(found.told == ["warning m"])
    #expect(found.place == "a.rb:3")
    #expect(found.message?.fingerprint == "codequality:f")
    #expect(found.message?.link?.title == "r")
    #expect(found.status == .completed)
  }

  @Test(arguments: [
    ("info", "information"), ("minor", "warning"), ("major", "warning"), ("critical", "error"),
    ("BLOCKER", "error"),
  ])
  func severitiesOfCodeQualityAreKnown(word: String, urgency: String) {
    let found = Import(text: "[\(Self.issue.replacing("minor", with: word))]")
    #expect(found.message?.urgency.rawValue == urgency)
    #expect(found.diagnostics.isEmpty)
  }

  @Test func otherSeveritiesOfCodeQualityAreReadWithAWarning() {
    let odd = Self.issue.replacing("minor", with: "error")
    let found = Import(text: "[\(odd), \(odd)]")
    #expect(found.message?.urgency == .error)
    #expect(found.diagnostics.map(\.id) == ["unknown-severity"])
  }

  @Test(arguments: [
    (#""lines": 7"#, "a.rb:7"), (#""lines": {"begin": "8"}"#, "a.rb:8"),
    (#""positions": {"begin": {"line": 9, "column": 2}}"#, "a.rb:9:2"),
  ])
  func linesOfCodeQualityHaveSeveralShapes(lines: String, place: String) {
    let text = Self.issue.replacing(#""lines": {"begin": 3}"#, with: lines)
    #expect(Import(text: "[\(text)]").place == place)
  }

  @Test func issuesMayStandOneByOne() {
    let issue = Self.issue.replacing(
      #""type""#,
      with:
        #""engine_name": "rubocop", "content": {"body": "why"}, "other_locations": [{"path": "b.rb", "lines": {"begin": 4}}], "type""#
    )
    let bytes = Array("\(issue)\0\n\(Self.issue)\0".utf8)
    for piece in [1, 7, Int.max] {
      let found = Import(bytes: bytes, piece: piece)
      #expect(found.told == ["warning m", "warning m"])
      #expect(found.dataset?.categories.map(\.title) == ["rubocop", "Code Quality"])
      #expect(found.message?.details == "why\nAlso: b.rb:4")
      #expect(found.status == nil)
    }
  }

  // MARK: ESLint

  @Test func aReportOfNoFileIsNotComplete() {
    let found = TextReport("[]", as: "eslint")
    #expect(found.status == nil)
    #expect(found.problems == ["1 warning no-files"])
    #expect(found.shortfalls == ["ESLint did not run"])
    #expect(found.dataset.scope?.parts.map(\.files) == [[]])
    let one = TextReport(#"[{"filePath": "a.js", "messages": []}]"#, as: "eslint")
    #expect(one.status == .completed && one.problems.isEmpty)
    let odd = TextReport(#"[{"filePath": "a.js", "messages": {}}]"#, as: "eslint")
    #expect(odd.problems == ["1 error wrong-type"])
  }

  @Test func lintersThatWriteLikeESLintHaveTheirOwnNames() {
    let secretlint = Import(
      text: #"[{"filePath": "a.env", "sourceContentType": "text", "messages": [{"type": "message","#
        + #""ruleId": "@secretlint/x", "loc": {"start": {"line": 3, "column": 0}},"#
        + #""severity": "error", "message": "found"}]}]"#)
    #expect(secretlint.told == ["error found"])
    #expect(secretlint.place == "a.env:3:1")
    #expect(secretlint.dataset?.categories.map(\.title) == ["secretlint"])
    let textlint = Import(
      text: #"[{"filePath": "a.md", "messages": [{"type": "lint", "ruleId": "no-todo","#
        + #""message": "m", "severity": 2, "line": 1, "column": 2}]}]"#)
    #expect(textlint.told == ["error m"])
    #expect(textlint.dataset?.categories.map(\.title) == ["textlint"])
    let odd = Import(
      text: #"[{"filePath": "a", "messages": [{"message": "m", "severity": "odd"}]}]"#)
    #expect(odd.diagnostics.map(\.id) == ["unknown-severity"])
  }

  @Test func messagesOfESLintHaveSeverityRuleAndPlace() {
    let found = Import(
      text:
        #"[{"filePath": "/w/a.js", "messages": [{"ruleId": "no-undef", "severity": 2, "message": "m", "line": 3, "column": 4}, "#
        + #"{"ruleId": null, "severity": 1, "fatal": true, "message": "n"}, {"severity": 1, "message": "o"}], "#
        + #""suppressedMessages": [{"severity": 2, "message": "p"}]}]"#)
    #expect(found.told == ["error m", "error n", "warning o"])
    #expect(found.place == "/w/a.js:3:4")
    #expect(found.message?.link?.title == "no-undef")
    #expect(found.facts == "Suppressed 1")
    #expect(found.dataset?.categories.map(\.title) == ["ESLint"])
    #expect(found.status == .completed)
  }
}
