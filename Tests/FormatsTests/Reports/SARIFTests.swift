import Diagnostics
import ImportSupport
import Model
import TestSupport
import Testing
import Text
import Time
import ToolReports

struct SARIFTests {
  /// A log of one run; `result` and `run` are members, `driver` those beside the tool's name.
  private func log(
    _ results: [String], run: String = "", driver: String = ""
  ) -> String {
    #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint"\#(driver)}}\#(run), "#
      + #""results": [\#(results.map { "{\($0)}" }.joined(separator: ", "))]}]}"#
  }

  private func read(
    _ results: String..., run: String = "", driver: String = ""
  ) -> Import {
    Import(text: log(results, run: run, driver: driver))
  }

  private static let rules =
    #", "rules": [{"id": "A", "defaultConfiguration": {"level": "error"}}, {"id": "B"}]"#

  @Test(arguments: [
    (#""level": "error""#, "error"), (#""level": "warning""#, "warning"),
    (#""level": "note""#, "information"), (#""level": "none""#, "neutral"),
    (#""level": "Error""#, "error"),
    (#""ruleId": "A""#, "error"), (#""ruleId": "A/sub""#, "error"), (#""ruleId": "B""#, "warning"),
    (#""ruleId": "C", "ruleIndex": 0"#, "error"), (#""ruleIndex": 7"#, "warning"),
    (#""rule": {"index": 0}"#, "error"), (#""kind": "open""#, "information"),
    (#""kind": "review""#, "information"), (#""kind": "informational""#, "information"),
    (#""kind": "fail", "level": "note""#, "information"),
    (#""ruleId": "B", "provenance": {"invocationIndex": 0}"#, "information"),
  ])
  func theLevelIsTheResultsOrTheInvocationsOrTheRules(result: String, urgency: String) {
    let invocations =
      #", "invocations": [{"executionSuccessful": true, "ruleConfigurationOverrides": "#
      + #"[{"descriptor": {"id": "B"}, "configuration": {"level": "note"}}]}]"#
    let found = read(
      #""message": {"text": "m"}, \#(result)"#, run: invocations, driver: Self.rules)
    #expect(found.message?.urgency.rawValue == urgency)
    #expect(found.status == .completed)
  }

  @Test func passesAreCountedAndAbsentResultsAreNot() {
    let found = read(
      #""kind": "pass""#, #""kind": "notApplicable""#, #""baselineState": "absent""#,
      #""message": {"text": "m"}, "baselineState": "unchanged""#)
    #expect(found.facts == "Tests 1, Passed 1")
    #expect(found.told == ["warning m"])
  }

  @Test func anUnknownLevelIsAWarningAndReported() {
    let found = read(
      #""message": {"text": "m"}, "level": "critical""#,
      #""message": {"text": "n"}, "level": "critical""#)
    #expect(found.told == ["warning m", "warning n"])
    #expect(found.diagnostics.map(\.id) == ["unknown-severity"])
    let ruled = read(
      #""message": {"text": "m"}, "ruleId": "A", "level": "critical""#, driver: Self.rules)
    #expect(ruled.told == ["error m"])
  }

  @Test func suppressedResultsAreCounted() {
    let found = read(
      #""suppressions": [{"kind": "inSource"}]"#,
      #""message": {"text": "m"}, "suppressions": [{"kind": "external", "status": "underReview"}]"#,
      #""message": {"text": "n"}, "suppressions": []"#)
    #expect(found.facts == "Suppressed 1")
    #expect(found.told == ["warning m", "warning n"])
    let text = log([#""message": {"text": "m"}, "suppressions": [{"kind": "inSource"}]"#])
    #expect(Import(text: text) { $0.included = [.suppressed] }.told == ["neutral m"])
  }

  @Test(arguments: [
    (#""text": "one {0}, {{1}}, {2}", "arguments": ["a", "b"]"#, "one a, {1}, {2}"),
    (#""id": "own", "arguments": ["x"]"#, "own x"), (#""id": "all""#, "for all rules"),
    (#""id": "none""#, "none"), (#""text": "{0}", "arguments": ["{1}", "b"]"#, "{1}"),
    (#""text": "see \\[this\\]""#, "see [this]"), (#""text": "see [it](3)""#, "see it (src/b.c:4)"),
    (#""text": "see [it](9)""#, "see it"),
    (#""text": "see [it](https://a.example/)""#, "see it (https://a.example/)"),
    (#""text": "see [it](javascript:x)""#, "see it"), (#""text": "a[0] and [b""#, "a[0] and [b"),
  ])
  func messagesAreFilledAndTheirLinksShown(message: String, title: String) {
    let driver =
      #", "globalMessageStrings": {"all": {"text": "for all rules"}}, "#
      + #""rules": [{"id": "A", "messageStrings": {"own": {"text": "own {0}"}}}]"#
    let related =
      #""relatedLocations": [{"id": 3, "physicalLocation": {"artifactLocation": {"uri": "src/b.c"}, "region": {"startLine": 4}}}]"#
    let found = read(
      #""ruleId": "A", "message": {\#(message)}, \#(related)"#, driver: driver)
    #expect(found.message?.title == title)
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func argumentsDoNotMultiplyAText() {
    let places = String(repeating: "{0}", count: 20_000)
    let argument = String(repeating: "x", count: 20_000)
    let found = read(#""message": {"text": "\#(places)", "arguments": ["\#(argument)"]}"#)
    #expect((found.message?.text ?? "").utf8.count < 2 << 20)
  }

  @Test func markdownWinsOverText() {
    let found = read(
      #""message": {"text": "a *b*", "markdown": "a **b**"}"#, #""message": {"text": "a *b*"}"#)
    let messages = found.dataset?.messages ?? []
    #expect(messages.map(\.title) == ["a *b*", "a *b*"])
    #expect(messages.map(\.text) == ["a **b**", nil])
    #expect(messages.map(\.textFormat) == [.markdown, .plain])
  }

  @Test func aMessageOfSeveralLinesHasTheRulesTitle() {
    let driver = #", "rules": [{"id": "A", "shortDescription": {"text": "Overflow in openssl"}}]"#
    let message = #""message": {"text": "Package: openssl\nFixed: 1.2"}"#
    let found = read(#""ruleId": "A", \#(message)"#, #""ruleId": "B", \#(message)"#, driver: driver)
    #expect(
      found.told == [
        "warning Overflow in openssl | Package: openssl\nFixed: 1.2",
        "warning Package: openssl | Fixed: 1.2",
      ])
  }

  @Test func aResultWithoutAMessageIsNamedByItsRule() {
    #expect(read(#""ruleId": "A""#).message?.title == "A")
    #expect(read("").message?.title == "Lint")
  }

  @Test func theRuleIsTheLinkAndItsHelpIsShownWithoutAPage() {
    let driver =
      #", "rules": [{"id": "A", "name": "unused", "helpUri": "https://a.example/A", "help": {"text": "long"}, "#
      + #""properties": {"security-severity": "9.8"}}, {"id": "B", "help": {"text": "long"}}]"#
    let found = read(
      #""ruleId": "A", "message": {"text": "m"}"#, #""ruleId": "B", "message": {"text": "m"}"#,
      driver: driver)
    let messages = found.dataset?.messages ?? []
    #expect(messages.map(\.link?.title) == ["A (unused)", "B"])
    #expect(messages.map(\.link?.url) == ["https://a.example/A", nil])
    #expect(messages.map(\.details) == [nil, "long"])
    #expect(messages.map(\.text) == ["Severity 9.8", nil])
  }

  @Test(arguments: [
    (
      #""artifactLocation": {"uri": "src/a%20b.c"}, "region": {"startLine": 3, "startColumn": 2}"#,
      "src/a b.c:3:2"
    ),
    (#""artifactLocation": {"index": 0}"#, "src/x.c"),
    (#""artifactLocation": {"uri": "a.c", "uriBaseId": "SRC"}"#, "/w/src/a.c"),
    (#""artifactLocation": {"uri": "a.c", "uriBaseId": "OTHER"}"#, "a.c"),
    (#""artifactLocation": {"uri": "a.c"}, "region": {"startLine": 0}"#, "a.c"),
    (#""artifactLocation": {"uri": "a.c"}, "region": {"startLine": 1.5}"#, "a.c"),
    (#""artifactLocation": {"index": 7}"#, nil),
  ])
  func placesDependOnArtifactsAndBases(physical: String, place: String?) {
    let rest =
      #", "artifacts": [{"location": {"uri": "src/x.c"}}], "originalUriBaseIds": "#
      + #"{"ROOT": {"uri": "file:///w/"}, "SRC": {"uri": "src/", "uriBaseId": "ROOT"}}"#
    let result = #""message": {"text": "m"}, "locations": [{"physicalLocation": {\#(physical)}}]"#
    #expect(read(result, run: rest).place == place)
    // What a result refers to may follow it.
    let later =
      #"{"runs": [{"results": [{\#(result)}]\#(rest), "tool": {"driver": {"name": "Lint"}}}], "version": "2.1.0"}"#
    #expect(Import(text: later).place == place)
  }

  @Test func aNameStandsInForAPlace() {
    let found = read(
      #""message": {"text": "m"}, "locations": [{"logicalLocations": [{"fullyQualifiedName": "a.B.c"}]}]"#
    )
    #expect(found.told == ["warning m | a.B.c"])
  }

  @Test func basesThatDependOnThemselvesAreReported() {
    let found = read(
      #""message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c", "uriBaseId": "A"}}}]"#,
      run:
        #", "originalUriBaseIds": {"A": {"uriBaseId": "B"}, "B": {"uri": "b/", "uriBaseId": "A"}}"#)
    #expect(found.diagnostics.map(\.id) == ["cyclic-base"])
    #expect(found.place == "b/a.c")
  }

  @Test func detailsAreSnippetLocationsStepsAndFixes() {
    func place(_ line: Int, _ message: String = "") -> String {
      #"{"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": \#(line)}}, "message": {"text": "\#(message)"}}"#
    }
    let steps = (1...60).map { #"{"location": \#(place($0))}"# }.joined(separator: ",")
    let found = read(
      #""message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"snippet": {"text": "x = 1"}}}}, \#(place(9))], "#
        + #""relatedLocations": [\#(place(8, "here"))], "codeFlows": [{"threadFlows": [{"locations": [\#(steps)]}]}, {"threadFlows": []}], "#
        + #""fixes": [{"description": {"text": "remove it"}}], "stacks": [{"frames": [{"location": \#(place(7))}]}]"#
    )
    let details = found.message?.details ?? ""
    #expect(details.hasPrefix("x = 1\n\nAlso: a.c:9: \n\na.c:8: here\n\n1. a.c:1: \n"))
    #expect(details.contains("50. a.c:50: \nand 10 more\n\nFix: remove it\n\na.c:7: "))
  }

  @Test(arguments: [
    #""message": {"text": "m", "text": "n"}"#,
    #""message": {"text": "m", "other": 1, "other": {}}"#,
    #""message": {"text": "m"}, "locations": [{"physicalLocation": {"region": {"startLine": 1, "startLine": 2}}}]"#,
    #""message": {"text": "m"}, "locations": [{"properties": {"a": 1, "a": 2}}]"#,
    #""message": {"text": "m"}, "codeFlows": [{"threadFlows": [{"locations": [{"location": {"id": 1, "id": 2}}]}]}]"#,
  ])
  func aKeyThatIsGivenTwiceIsReportedWhereverItStands(result: String) {
    let found = read(result)
    #expect(found.diagnostics.map(\.id) == ["duplicate-key"])
    #expect(found.diagnostics.first?.help.first?.hasPrefix("first given at 1:") == true)
  }

  @Test func whatIsNoLocationOrMessageIsPassedOver() {
    let found = read(
      #""message": {"text": 5, "markdown": null}, "ruleId": "A", "locations": [7, {"physicalLocation": []}], "#
        + #""codeFlows": [{"threadFlows": [[]]}, 3], "stacks": [{"frames": {}}], "relatedLocations": [null]"#
    )
    #expect(found.told == ["warning A"])
    #expect(found.diagnostics.isEmpty)
  }

  @Test func fingerprintsOfTheHighestVersionCount() {
    func fingerprint(_ members: String) -> String? {
      read(#""ruleId": "A", "message": {"text": "m"}, \#(members)"#).message?.fingerprint
    }
    #expect(
      fingerprint(
        #""fingerprints": {"x/v2": "two", "x/v10": "ten"}, "partialFingerprints": {"p": "q"}"#)
        == "sarif:Lint\u{1F}A\u{1F}ten")
    #expect(
      fingerprint(#""partialFingerprints": {"a": "1", "primaryLocationLineHash": "2:1"}"#)
        == "sarif:Lint\u{1F}A\u{1F}2:1")
    #expect(
      fingerprint(#""partialFingerprints": {"b": "2", "a": "1"}"#)
        == "sarif:Lint\u{1F}A\u{1F}1\u{1F}2")
    #expect(fingerprint(#""guid": "1-2-3""#)?.contains("1-2-3") == false)
  }

  @Test func rulesOfExtensionsAreFound() {
    let text =
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint"}, "extensions": [{"name": "more", "guid": "g", "#
      + #""rules": [{"id": "X", "defaultConfiguration": {"level": "error"}}]}]}, "results": ["#
      + #"{"message": {"text": "a"}, "rule": {"index": 0, "toolComponent": {"index": 0}}}, "#
      + #"{"message": {"text": "b"}, "rule": {"id": "X", "toolComponent": {"guid": "g"}}}, "#
      + #"{"message": {"text": "c"}, "rule": {"id": "X", "toolComponent": {"name": "more"}}}, "#
      + #"{"message": {"text": "d"}, "ruleId": "X"}]}]}"#
    #expect(Import(text: text).told == ["error a", "error b", "error c", "error d"])
  }

  // MARK: Runs

  @Test func aRunWithoutResultsIsNotComplete() {
    for results in ["", #", "results": null"#] {
      let found = Import(
        text:
          #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint"}}\#(results)}]}"#)
      #expect(found.problems.map { $0.split(separator: " ").last } == ["no-results"])
      #expect(found.status == nil)
      #expect(found.dataset?.run?.reason == "Lint did not run")
    }
    #expect(read(run: "").status == .completed)
  }

  @Test(arguments: [#""runs": []"#, #""runs": null"#])
  func aLogWithoutRunsIsNotComplete(runs: String) {
    let found = Import(text: #"{"version": "2.1.0", \#(runs)}"#)
    #expect(found.diagnostics.map(\.id) == ["no-runs"])
    #expect(found.status == nil)
  }

  @Test func otherVersionsAreRefused() {
    for version in [#""version": "1.0.0", "#, ""] {
      let found = Import(text: #"{\#(version)"runs": []}"#)
      #expect(found.dataset == nil)
      #expect(found.diagnostics.contains { $0.id == "unsupported-version" && !$0.help.isEmpty })
    }
  }

  @Test func nothingIsSaidBesideTheVersionThatIsNotRead() {
    let runs =
      #""runs": [{"tool": {"name": "x"}}, {"originalUriBaseIds": {"A": {"uriBaseId": "A"}}}]"#
    for text in [
      #"{\#(runs), "version": "2.0.0"}"#, #"{"version": "2.0.0", \#(runs)}"#, "{\(runs)}",
    ] {
      #expect(Import(text: text).diagnostics.map(\.id) == ["unsupported-version"])
    }
  }

  @Test func nothingIsSaidBesideTheEndOfACutLog() {
    let whole =
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}}, {"originalUriBaseIds": {"A": {"uriBaseId": "A"}}, "results": []}]}"#
    for count in 12..<whole.utf8.count {
      let found = Import(bytes: Array(whole.utf8.prefix(count)))
      #expect(found.diagnostics.map(\.id) == ["truncated-file"], "cut at \(count)")
    }
  }

  @Test func aFailedInvocationFailsTheRunWithItsReason() {
    func run(_ members: String) -> Import {
      read(run: #", "invocations": [{"executionSuccessful": false, \#(members)}]"#)
    }
    let killed = run(
      #""exitCode": 137, "startTimeUtc": "2026-11-20T03:12:00Z", "endTimeUtc": "2026-11-20T03:13:00.5Z""#
    )
    #expect(killed.status == .failed)
    #expect(killed.dataset?.run?.reason == "exit status 137")
    #expect(killed.dataset?.run?.finished == TimePoint(parsing: "2026-11-20T03:13:00Z"))
    let told = run(
      #""toolExecutionNotifications": [{"level": "error", "message": {"text": "no memory"}}]"#)
    #expect(told.dataset?.run?.reason == "no memory")
    #expect(told.told.isEmpty)
  }

  @Test func notificationsAreMessagesFromWarningUp() {
    let found = read(
      run: #", "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": ["#
        + #"{"level": "error", "message": {"text": "a"}}, {"message": {"text": "b"}}, {"level": "note", "message": {"text": "c"}}]}]"#
    )
    #expect(found.told == ["error a", "warning b"])
    #expect(found.status == .completed)
  }

  @Test func partsElsewhereAreNotComplete() {
    let inRun = read(run: #", "externalPropertyFileReferences": {"results": []}"#)
    let inLog = Import(
      text:
        #"{"version": "2.1.0", "inlineExternalProperties": [{"results": [{}]}], "runs": [{"tool": {"driver": {"name": "L"}}, "results": []}]}"#
    )
    for found in [inRun, inLog] {
      #expect(found.diagnostics.map(\.id) == ["external-properties"])
      #expect(found.status == nil)
    }
  }

  @Test func partsElsewhereWithoutResultsHideNothing() {
    let found = Import(
      text:
        #"{"version": "2.1.0", "inlineExternalProperties": [{"guid": "g", "artifacts": [{"location": {"uri": "a.c"}}], "results": []}], "runs": [{"tool": {"driver": {"name": "L"}}, "results": []}]}"#
    )
    #expect(found.diagnostics.isEmpty)
    #expect(found.status == .completed)
  }

  @Test func runsOfAToolAreCategoriesOnlyWhenAskedFor() {
    let text =
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "QL"}}, "results": [{"message": {"text": "m"}}], "#
      + #""automationDetails": {"id": "java/"}}]}"#
    #expect(Import(text: text).dataset?.categories.map(\.title) == ["QL"])
    let byRun = Import(text: text) { $0.category = .run }
    #expect(byRun.dataset?.categories.map(\.title) == ["QL (java)"])
    // The rest after the last slash is another one in each run.
    let nightly = Import(text: text.replacing("java/", with: "java/2026-11-26")) {
      $0.category = .run
    }
    #expect(nightly.dataset?.categories.map(\.title) == ["QL (java)"])
  }

  @Test func theCommitIsThatOfTheSources() {
    let found = read(
      run:
        #", "versionControlProvenance": [{"repositoryUri": "https://a.example/", "revisionId": "abc", "branch": "main"}]"#
    )
    #expect(found.dataset?.run?.commit == "abc")
    #expect(found.dataset?.run?.branch == "main")
  }
}
