import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time

@testable import Formats
@testable import Inputs
@testable import ToolReports

/// Records of loggers, and messages of a dataset, one a line.
@Suite struct JSONLinesTests {
  @Test func findingsWithAnEmptyLevelAreNoLog() {
    let line =
      #"{"Control": "[c1] x", "Message": "y", "Severity": "Critical", "Status": "FAIL", "Level": ""}"#
    #expect(Import(text: line + "\n" + line + "\n").diagnostics.contains { $0.severity == .error })
  }

  private func log(
    _ lines: String..., as format: String? = "jsonl",
    change: (inout ImportOptions) -> Void = { _ in }
  ) -> TextReport {
    var options = ImportOptions()
    change(&options)
    return TextReport(
      lines.map { $0 + "\n" }.joined(), as: format, file: "logs/api.jsonl", options: options)
  }

  // MARK: Records

  /// What each logger writes of an error, as it does without settings.
  private static let loggers: [(line: String, category: String, title: String, details: String?)] =
    [
      (
        #"{"name":"app","hostname":"h","pid":1,"level":50,"err":{"message":"boom","name":"E","stack":"E: boom\n    at a.js:1"},"msg":"failed","time":"2026-11-20T03:12:00.123Z","v":0}"#,
        "app", "failed", "E: boom\n    at a.js:1"
      ),
      (
        #"{"level":60,"time":1795144320123,"pid":1,"hostname":"h","msg":"over"}"#, "api", "over",
        nil
      ),
      (
        #"{"level":"dpanic","ts":1795144320.123,"logger":"db","caller":"a/b.go:12","msg":"odd","stacktrace":"main.f\n\ta/b.go:12"}"#,
        "db", "odd", "main.f\n\ta/b.go:12"
      ),
      (
        #"{"error":"no route","level":"fatal","msg":"over","time":"2026-11-20T03:12:00Z"}"#,
        "api", "over", "no route"
      ),
      (
        #"{"time":"2026-11-20T03:12:00.1Z","level":"ERROR+2","source":{"function":"m.f","file":"/a/b.go","line":12},"msg":"failed"}"#,
        "api", "failed", nil
      ),
      (
        #"{"event":"failed","level":"critical","timestamp":"2026-11-20T03:12:00Z","logger":"a.b","exception":"Traceback\nE: x"}"#,
        "a.b", "failed", "Traceback\nE: x"
      ),
      (
        #"{"@timestamp":"2026-11-20T03:12:00Z","log.level":"ERROR","message":"failed","ecs.version":"1.2.0","log":{"logger":"a.B"},"error":{"message":"boom","stack_trace":"x: y\n\tat z"}}"#,
        "a.B", "failed", "boom\nx: y\n\tat z"
      ),
      (
        #"{"@t":"2026-11-20T03:12:00Z","@mt":"Failed {Id}","@l":"Fatal","@x":"System.E: x","SourceContext":"A.B"}"#,
        "A.B", "Failed {Id}", "System.E: x"
      ),
      (
        #"{"timestamp":"2026-11-20T03:12:00Z","level":"ERROR","fields":{"message":"failed"},"target":"a::b"}"#,
        "a::b", "failed", nil
      ),
      (
        #"{"asctime":"2026-11-20 03:12:00,904","levelname":"ERROR","levelno":40,"name":"x","message":"e","pathname":"a.py","lineno":6,"exc_info":"Trace"}"#,
        "x", "e", "Trace"
      ),
      (
        #"{"@level":"error","@message":"failed","@module":"core","@timestamp":"2026-11-20T03:12:00Z"}"#,
        "core", "failed", nil
      ),
      (
        #"{"severity":"ALERT","message":"failed","timestamp":"2026-11-20T03:12:00Z","logging.googleapis.com/sourceLocation":{"file":"a.go","line":"3"}}"#,
        "api", "failed", nil
      ),
      (
        #"{"text":"x\n","record":{"level":{"name":"ERROR","no":40},"message":"failed","name":"m","file":{"path":"/a.py"},"line":3}}"#,
        "m", "failed", nil
      ),
      (#"{"SeverityText":"Error","body":"failed"}"#, "api", "failed", nil),
      (#"{"SeverityNumber":17,"body":"failed"}"#, "api", "failed", nil),
      (#"{"level_value":40000,"message":"failed"}"#, "api", "failed", nil),
      (#"{"priority":"3","message":"failed"}"#, "api", "failed", nil),
      (#"{"version":"1.1","level":2,"short_message":"failed"}"#, "api", "failed", nil),
    ]

  @Test(arguments: loggers.indices) func anErrorOfEachLoggerIsOne(index: Int) {
    let logger = Self.loggers[index]
    let report = log(logger.line)
    #expect(report.titles == ["error: " + logger.title])
    #expect(report.message?.category == "jsonl:" + logger.category)
    #expect(report.message?.details == logger.details)
    #expect(report.counts == "Log records 1")
    #expect(report.status == nil)
    #expect(report.problems == [])
  }

  @Test(arguments: loggers.indices) func theRecordsOfALoggerAreRecognized(index: Int) {
    let head = InputHead(Array((Self.loggers[index].line + "\n").utf8))
    if Self.loggers[index].line.contains("level_value") || InputFormat.lines.recognizes(head) {
      return
    }
    #expect(InputFormat.all.first { $0.recognizes(head) }?.name == "jsonl")
  }

  @Test func timesAreReadInEveryUnit() {
    let second: Int64 = 1_795_144_320
    for time in [
      "1795144320", "1795144320.9", "1795144320123", "1795144320123456", "1795144320123456789",
      #""2026-11-20T03:12:00Z""#, #""2026-11-20T04:12:00.123456789+01:00""#, #""1795144320""#,
    ] {
      let report = log(#"{"level":"error","msg":"x","time":\#(time)}"#)
      #expect(report.message?.time == .instant(Instant(seconds: second)), "\(time)")
    }
    #expect(log(#"{"level":"error","msg":"x","time":3}"#).message?.time == nil)
    let local = log(#"{"levelname":"ERROR","message":"x","asctime":"2026-11-20 03:12:00,904"}"#)
    #expect(local.message?.time == TimePoint(parsing: "2026-11-20T03:12:00"))
  }

  @Test(arguments: [
    (#""caller":"a/b.go:12""#, "a/b.go:12"), (#""source":{"file":"a.go","line":3}"#, "a.go:3"),
    (#""pathname":"a.py","lineno":6"#, "a.py:6"), (#""file":"x.c""#, "x.c"),
    (#""log":{"origin":{"file":{"name":"A.java","line":9}}}"#, "A.java:9"),
  ])
  func thePlaceIsThatOfTheCall(members: String, place: String) {
    #expect(log(#"{"level":"error","msg":"x",\#(members)}"#).place == place)
  }

  @Test(arguments: [
    (#""level":40"#, "warning"), (#""level":30"#, ""), (#""level":35"#, ""),
    (#""level":"WARN-1""#, "warning"), (#""level":"Warning""#, "warning"),
    (#""levelno":30"#, "warning"), (#""level":30,"levelname":"x""#, "warning"),
    (#""level":"50""#, "error"), (#""level_value":30000"#, "warning"),
    (#""PRIORITY":4"#, "warning"), (#""severity":null,"level":"panic""#, "error"),
    (#""level":"notice""#, ""), (#""level":"trace""#, ""),
  ])
  func aLevelIsAWordOrANumberOfItsLogger(members: String, urgency: String) {
    let report = log(#"{"msg":"x",\#(members)}"#)
    #expect(report.titles == (urgency.isEmpty ? [] : [urgency + ": x"]))
    #expect(report.problems == [])
  }

  @Test func anUnknownLevelIsInformationAndReportedOnce() {
    let report = log(
      #"{"level":"odd","msg":"a"}"#, #"{"level":"odd","msg":"b"}"#, #"{"level":99999,"msg":"c"}"#,
      #"{"msg":"d"}"#, #"{"level":null,"msg":"e"}"#
    ) { $0.leastUrgency = .information }
    #expect(
      report.titles == [
        "information: a", "information: b", "error: c", "information: d", "information: e",
      ])
    #expect(report.problems == ["1 warning unknown-severity", "4 warning unknown-severity"])
    #expect(report.diagnostics.last?.summary.hasPrefix("2 records have no level") == true)
    let asked = log(#"{"level":"odd","msg":"a"}"#) { _ = $0.severities.add("odd=error") }
    #expect(asked.titles == ["error: a"])
  }

  @Test func quietRecordsAreCounted() {
    let report = log(#"{"level":"info","msg":"a"}"#, #"{"level":"debug","msg":"b"}"#, "")
    #expect(report.messages.isEmpty)
    #expect(report.counts == "Log records 2")
    #expect(!report.looksWell)
  }

  @Test func aTemplateIsSaidWithItsValuesAndKnownWithoutThem() {
    let report = log(
      #"{"@l":"Error","@mt":"Failed {Id:x} of {@User} in {Time,8} {{x}","Id":3,"Time":"2 s","User":{}}"#,
      #"{"@l":"Error","@mt":"Failed {Id:x} of {@User} in {Time,8} {{x}","Id":4}"#,
      #"{"@l":"Error","@mt":"Failed {Id}","@m":"Failed 5"}"#, #"{"@l":"Error","@mt":"odd {"}"#)
    #expect(
      report.titles == [
        "error: Failed 3 of {@User} in 2 s {{x}", "error: Failed 4 of {@User} in {Time,8} {{x}",
        "error: Failed 5", "error: odd {",
      ])
    #expect(report.messages[0].fingerprint == report.messages[1].fingerprint)
  }

  @Test func aRecordWithoutTextIsSaidByItsErrorOrItsLogger() {
    #expect(log(#"{"level":"error","error":"no route"}"#).titles == ["error: no route"])
    #expect(log(#"{"level":"error","error":"no route"}"#).message?.details == nil)
    #expect(log(#"{"level":"error","logger":"db"}"#).titles == ["error: db"])
  }

  @Test func brokenLinesAreLeftOutUnlessTheyAreMost() {
    let good = #"{"level":"error","msg":"x"}"#
    let report = log(good, "plain text", good, "[1, 2]", good, "3", good)
    #expect(report.titles.count == 4)
    #expect(
      report.problems == [
        "2 warning broken-line", "4 warning broken-line", "6 warning broken-line",
      ])
    #expect(log(good, "a", "b").problems.contains("1 error few-objects"))
    #expect(TextReport("", as: "jsonl").problems == [])
    #expect(
      TextReport(good + "\n" + good + "\n{\"le", as: "jsonl").problems == ["3 warning cut-off"])
  }

  @Test func aLogIsTakenFromAFolderOnlyWhereItIsAskedFor() {
    let records = InputHead(Array("{\"level\":\"error\",\"msg\":\"x\"}\n".utf8))
    #expect(InputFormat.jsonLines.recognizes(records))
    #expect(!InputFormat.jsonLines.isCertain(records))
    let messages = InputHead(Array("{\"urgency\":\"error\",\"title\":\"x\"}\n".utf8))
    #expect(InputFormat.jsonLines.recognizes(messages))
    #expect(InputFormat.jsonLines.isCertain(messages))
  }

  @Test func otherLinesMayStandBeforeTheRecords() {
    let text =
      "> api@1.0.0 start\n> node .\n"
      + String(
        repeating: "{\"level\":50,\"msg\":\"x\"}\n", count: 3)
    let report = TextReport(text)
    #expect(report.titles.count == 3)
    #expect(report.problems == ["1 warning broken-line", "2 warning broken-line"])
  }

  // MARK: Messages

  private static let messages = [
    #"{"run":{"started":"2026-11-20T03:00:00Z","facts":[{"title":"Hosts","value":"4"}]}}"#,
    #"{"urgency":"error","title":"a","text":"**b**","details":"c"}"#,
    #"{"urgency":"success","title":"d"}"#,
    #"{"run":{"status":"completed","facts":[{"title":"Disks","value":"9"}]}}"#,
  ]

  @Test func messagesOfADatasetAreReadAsTheyAre() {
    let report = TextReport(Self.messages.joined(separator: "\n") + "\n")
    #expect(report.titles == ["error: a", "success: d"])
    #expect(report.message?.textFormat == .markdown)
    #expect(report.message?.category == nil)
    #expect(report.message?.source.line == 2)
    #expect(report.status == .completed)
    #expect(report.dataset.run?.started == TimePoint(parsing: "2026-11-20T03:00:00Z"))
    #expect(report.counts == "Hosts 4, Disks 9")
    #expect(report.problems == [])
  }

  @Test func messagesWithoutARunClaimNothing() {
    let report = TextReport(#"{"urgency":"success","title":"d"}"# + "\n")
    #expect(report.titles == ["success: d"])
    #expect(report.status == nil)
  }

  @Test func aRunThatCompletedBeforeItsLastMessageHasNot() {
    let report = TextReport((Self.messages + Self.messages[1...1]).joined(separator: "\n") + "\n")
    #expect(report.status == nil)
    #expect(report.problems == ["5 warning early-end"])
  }

  @Test(arguments: [
    "text", "<testsuite/>", "[1]", "{broken", #"{"urgency": "information", "title": "#,
  ])
  func messagesAreNotCompleteWithALineThatIsNotRead(line: String) {
    let run = #"{"run": {"status": "completed"}}"#
    for text in ["\(line)\n\(run)\n", "\(run)\n\(line)\n"] {
      let report = TextReport(#"{"urgency": "information", "title": "a"}"# + "\n" + text)
      #expect(report.status != .completed)
      #expect(report.shortfalls.first?.contains("was not read") == true)
    }
  }

  @Test func recordsOfALogAreNotCompleteWithOneThatIsNotRead() {
    let found = log(
      #"{"level":"info","msg":"a"}"#, "a line of text", #"{"level":"er{"level":"info","msg":"b"}"#)
    #expect(
      found.shortfalls == [
        "A part in line 3 was not read: {\"level\":\"er{\"level\":\"info\",\"msg\":\"b\"}"
      ])
  }

  @Test func messagesCutOffAnywhereAreNotComplete() {
    let bytes = Array(Self.messages.joined(separator: "\n").utf8)
    for count in 1..<bytes.count {
      let report = TextReport(Array(bytes[..<count]), as: "jsonl")
      #expect(report.status != .completed, "cut at \(count)")
      #expect(!report.looksWell)
    }
  }

  @Test func mistakesInMessagesAreErrorsOfTheirLine() {
    let report = TextReport(
      #"{"urgency":"eror","title":"a"}"# + "\n\n" + #"{"urgency":"error","titel":"a"}"# + "\n"
        + "garbage\n" + #"{"urgency":"error","title":"a","run":{}}"# + "\n", as: "jsonl")
    #expect(
      report.problems == [
        "1 error unknown-urgency", "3 error missing-title", "3 warning unknown-key",
        "4 warning broken-line", "5 warning unknown-key",
      ])
  }

  @Test func aLaterLineDoesNotUndoAFailureOfTheRun() {
    let report = TextReport(
      #"{"run":{"status":"failed","shortfalls":[{"input":"a","text":"b"}]}}"# + "\n"
        + #"{"run":{"status":"completed"}}"# + "\n")
    #expect(report.status == .failed)
    #expect(report.shortfalls == ["b"])
  }
}
