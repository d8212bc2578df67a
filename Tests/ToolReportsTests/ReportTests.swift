import Diagnostics
import ImportSupport
import JSON
import Model
import TestSupport
import Testing

@testable import Datasets
@testable import ToolReports

/// What is the same for the reports of all tools.
@Suite struct ReportTests {
  // MARK: Attachments

  private func attached(
    _ paths: String..., named name: String = "build/x/TEST-a.xml",
    _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> Message {
    let lines = paths.map { "[[ATTACHMENT|\($0)]]\n" }.joined()
    let result = try Import(suite: failing(output: lines), named: name, configure)
    return try #require(result.message)
  }

  @Test func theFirstAttachmentIsALinkAndTheOthersAreActions() throws {
    let message = try attached("shots/a 1.png", "log.txt", "https://h/x/video.webm?a=1")
    #expect(message.link == .init(title: "a 1.png", url: "build/x/shots/a%201.png"))
    #expect(
      message.actions == [
        .init(title: "log.txt", url: "build/x/log.txt"),
        .init(title: "video.webm?a=1", url: "https://h/x/video.webm?a=1"),
      ])
  }

  @Test func attachmentsBelowTheRootAreLinked() throws {
    for path in ["/home/me/app/out/a.png", "file:///home/me/app/out/a.png"] {
      let message = try attached(path) { $0.paths.addRoot("/home/me/app") }
      #expect(message.link == .init(title: "a.png", url: "out/a.png"))
    }
    let outside = try attached("out/a.png", named: "/tmp/reports/x.xml")
    #expect(outside.link == .init(title: "a.png", url: "out/a.png"))
    let above = try attached("../shots/a.png")
    #expect(above.link == .init(title: "a.png", url: "build/shots/a.png"))
  }

  @Test(arguments: [
    "/etc/passwd", #"\\server\share\a.png"#, #"C:\a.png"#, "../../../a.png", "javascript:alert(1)",
    "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "//host/a.png",
    "https://h/\u{7F}",
  ])
  func otherAttachmentsStayText(path: String) throws {
    let message = try attached(path)
    #expect(message.link == nil && message.actions.isEmpty)
    #expect(message.details?.hasSuffix("Attachments:\n" + path) == true)
  }

  // MARK: Limits

  @Test func tooManyMessagesAreAnError() throws {
    let five = (1...5).map { failing("t\($0)") }.joined()
    #expect(try Import(suite: five) { $0.messageLimit = 5 }.dataset?.messages.count == 5)
    let reports = ["a", "b"].map { ($0, "<testsuite name='\($0)'>\(five)</testsuite>") }
    let result = try Import(reports: reports) { $0.messageLimit = 9 }
    #expect(result.problems == ["0:0 error too-many-messages"])
    #expect(result.diagnostics.first?.help.first?.contains("--min-level") == true)
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func longTitlesAndTextsAreCut() throws {
    let long = String(repeating: "ä", count: 500_000)
    let result = try Import(
      suite: "<testcase name='\(long)'><failure message='\(long)'>x</failure></testcase>")
    let message = try #require(result.message)
    #expect(message.title.utf8.count <= 1_003 && message.title.hasSuffix("ä…"))
    #expect((message.text ?? "").utf8.count < 17_000)
    #expect((message.fingerprint ?? "").utf8.count < 100)
  }

  @Test func longNamesKeepTheirFingerprintsApart() throws {
    let long = String(repeating: "x", count: 10_000)
    let result = try Import(suite: failing(long + "a") + failing(long + "b"))
    let prints = result.dataset?.messages.map(\.fingerprint) ?? []
    #expect(prints.count == 2 && Set(prints).count == 2)
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func detailsOfManyPartsAreBounded() throws {
    let failures = String(
      repeating: "<failure>\(String(repeating: "trace\n", count: 50))</failure>", count: 2_000)
    let result = try Import(suite: "<testcase name='t'>\(failures)</testcase>")
    let details = try #require(result.message?.details)
    #expect(details.utf8.count < 66_000)
    #expect(details.contains("kB left out …]"))
    let short = try Import(suite: "<testcase name='t'>\(failures)</testcase>") {
      $0.detailsLimit = 0
    }
    #expect((short.message?.details ?? "").utf8.count > 500_000)
  }

  @Test(arguments: ["suite", "file", "standard"])
  func manyFailuresTakeLinearTime(rule: String) {
    var options = ImportOptions()
    options.category = CategoryRule(rule) ?? .standard
    let ratio = growth { count in
      var maker = MessageMaker(ImportContext(format: "x", path: "f", options: options))
      for number in 0..<count / 25 {
        var test = TestCase(title: "t")
        test.outcome = .failed
        (test.suites, test.identity, test.file) = (["\(number / 2)"], ["t"], "\(number / 2).c")
        maker.add(test, .error)
      }
    }
    #expect(ratio < 40)
  }

  @Test(arguments: ["1e999", "-1", "", "nan", "99999999999", "x"])
  func impossibleDurationsCountAsNone(time: String) throws {
    let result = try Import(suite: "<testcase name='t' time='\(time)'/>")
    #expect(result.dataset?.run?.facts.map(\.title) == ["Tests", "Passed"])
  }

  @Test func sumsOfLongDurationsAreSaid() throws {
    let tests = String(repeating: "<testcase name='t' time='999999999'/>", count: 20)
    let facts = try Import(suite: tests).dataset?.run?.facts ?? []
    #expect(facts.last?.value.hasSuffix(" h") == true || facts.last?.value.contains(" h ") == true)
  }

  @Test(arguments: ["0", "-3", "2147483648", "99999999999999999999", "x"])
  func impossibleLinesCountAsNone(line: String) throws {
    let message = try Import(suite: failing("t", "file='a.c' line='\(line)'")).message
    #expect(message?.location == .init(file: "a.c"))
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func longPathsAreCut() throws {
    let long = String(repeating: "a/", count: 500_000)
    let message = try Import(suite: failing("t", "file='\(long)'")).message
    #expect((message?.location?.file ?? "").utf8.count <= 4_100)
  }

  // MARK: Facts

  @Test func propertiesThatAreNamedBecomeFacts() throws {
    var report = ImportedReport(ImportContext(format: "x", path: "f"))
    report.addProperty("java.version", "21")
    report.addProperty("user.home", "/home/me")
    #expect(report.run.facts.map(\.kind) == [.environment])
    var options = ImportOptions()
    options.properties = ["java.version", "token"]
    report = ImportedReport(ImportContext(format: "x", path: "f", options: options))
    for (name, value) in [
      ("java.version", "21"), ("user.home", "/home/me"), ("java.version", "25"),
      ("java.version", "21"), ("token", RedactorTests.tokens[0]),
    ] {
      report.addProperty(name, value)
    }
    report.finish()
    #expect(
      report.run.facts == [
        .init(title: "java.version", value: "21, 25"), .init(title: "token", value: "‹redacted›"),
      ])
  }

  @Test func aPropertyWithManyValuesIsBounded() {
    var options = ImportOptions()
    options.properties = ["p"]
    var report = ImportedReport(ImportContext(format: "x", path: "f", options: options))
    for number in 0..<100_000 { report.addProperty("p", "\(number)") }
    #expect(report.run.facts.first?.value.hasSuffix(", 18, 19") == true)
  }

  @Test func aCategoryOfAReportAndADatasetIsListedOnce() throws {
    let dataset =
      #"{"version": 1, "categories": [{"id": "tests", "title": "Our tests"}], "messages": []}"#
    let junit = "<testsuite name='s'>\(failing())</testsuite>"
    for reports in [[("a", dataset), ("b", junit)], [("b", junit), ("a", dataset)]] {
      let result = try Import(reports: reports)
      #expect(result.dataset?.categories.map(\.id) == ["tests"])
      #expect(result.problems == [])
    }
  }

  // MARK: Words

  private static let flaky = "<testcase name='f'><flakyFailure message='m'/></testcase>"

  @Test(arguments: [
    ("en", "Failed in 1 of 2 tries", "Tests"),
    ("de", "In 1 von 2 Versuchen fehlgeschlagen", "Tests"),
    ("fr", "Échecs\u{A0}: 1 sur 2 tentatives", "Tests"),
    ("pl", "Niepowodzenie w 1 z 2 prób", "Testy"),
    ("ja", "2回中1回失敗", "テスト"), ("he", "נכשל ב-1 מתוך שני ניסיונות", "בדיקות"),
    ("ar", "فشل في 1 من محاولتين", "الاختبارات"), ("es", "Falló en 1 de 2 intentos", "Pruebas"),
  ])
  func whatImportersAddIsSaidInTheReportsLanguage(tag: String, text: String, tests: String) throws {
    let result = try Import(suite: Self.flaky, locale: tag)
    #expect(result.message?.text?.split(separator: "\n").first.map(String.init) == text)
    #expect(result.dataset?.categories.map(\.title) == [tests])
  }

  @Test func fingerprintsAndCategoriesDoNotDependOnTheLanguage() throws {
    let suite =
      Self.flaky + "<testcase><failure/></testcase><testcase name='t'><failure>"
      + String(repeating: "x\n", count: 20_000) + "</failure></testcase>"
    let junit = "<testsuite name='s' failures='9'>\(suite)</testsuite>"
    let sarif = #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}}]}"#
    let checkstyle = "<checkstyle><file name='a'><exception/></file></checkstyle>"
    let ctrf = #"{"results": {"tests": [], "summary": {}, "environment": {"healthy": false}}}"#
    let unnamed =
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {}}, "results": [{"message": {}}]}]}"#
    let style = "<checkstyle><file name='a'><error message='m'/></file></checkstyle>"
    let build = #"{"Action": "build-fail", "ImportPath": "a/b"}"# + "\n"
    let log = "a.c:1:1: error: x\n"
    let counted = "ld: 3 errors generated.\na.c:1:1: error: x\n"
    let reports = [
      ("a", junit), ("b", sarif), ("c", checkstyle), ("d", ctrf), ("e", unnamed), ("f", style),
      ("g", build), ("h", "1..0 # SKIP\n"), ("-", log), ("i", counted),
    ]
    let configure: (inout ImportOptions) -> Void = { $0.included = [.skipped] }
    let english = try Import(reports: reports, configure).dataset
    for tag in ["de", "ar", "ja"] {
      let other = try Import(reports: reports, locale: tag, configure).dataset
      #expect(other?.messages.map(\.title) != english?.messages.map(\.title))
      #expect(other?.messages.map(\.fingerprint) == english?.messages.map(\.fingerprint))
      #expect(other?.messages.allSatisfy { $0.fingerprint != nil } == true)
      #expect(other?.messages.map(\.category) == english?.messages.map(\.category))
    }
  }

  @Test(arguments: [
    ("-", "a.c:1:1: error: x\n", "Protokoll"),
    ("a", "<checkstyle><file name='a'><error message='m'/></file></checkstyle>", "Stil"),
    ("a", #"{"version": "2.1.0", "runs": [{"tool": {}, "results": [{}]}]}"#, "Befunde"),
  ])
  func aToolWithoutANameIsCalledSoInTheReportsLanguage(name: String, text: String, title: String)
    throws
  {
    let german = try Import(report: text, named: name, locale: "de").dataset
    #expect(german?.categories.map(\.title) == [title])
    #expect(
      german?.categories.map(\.id)
        == (try Import(report: text, named: name)).dataset?.categories.map(\.id))
  }

  @Test func levelsAreSectionsWithTheWordsOfTheLanguage() throws {
    let eslint =
      #"[{"filePath": "a.js", "messages": [{"severity": 2, "message": "m"}, {"severity": 1, "message": "n"}]}]"#
    let found = try Import(report: eslint, locale: "de") { $0.category = .level }.dataset
    #expect(found?.categories.map(\.title) == ["Fehler", "Warnung"])
    #expect(found?.categories.map(\.id) == ["eslint:error", "eslint:warning"])
    let tests = try Import(suite: failing(), locale: "de") { $0.category = .level }.dataset
    #expect(tests?.categories.map(\.title) == ["Fehler"])
  }

  @Test func theLanguageOfADatasetBeforeAReportCounts() throws {
    let (english, german) = (try words(), try words("de"))
    var merger = InputMerger(locale: { $0 == "de" ? german : english })
    let texts = [
      #"{"version": 1, "locale": "de", "messages": []}"#,
      "<testsuite name='s'>\(Self.flaky)</testsuite>",
    ]
    for text in texts { merger.read(file: "f", from: .init(bytes: Array(text.utf8))) }
    let message = merger.finish().dataset?.messages.first
    #expect(message?.text?.hasPrefix("In 1 von 2 Versuchen fehlgeschlagen") == true)
  }
}
