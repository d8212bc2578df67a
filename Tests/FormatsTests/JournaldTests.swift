import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time

@testable import ToolReports

@Suite struct JournaldTests {
  /// An entry with a priority and members: `entry(3, #""MESSAGE":"x""#)`.
  private static func entry(_ priority: Int, _ members: String) -> String {
    #"{"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1795144320000001","PRIORITY":"\#(priority)","#
      + members + "}\n"
  }

  private func journal(
    _ text: String, as format: String? = "journald",
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> TextReport {
    var options = ImportOptions()
    change(&options)
    return TextReport(text, as: format, options: options)
  }

  private static let everyPriority =
    (0...7).map { entry($0, #""MESSAGE":"m\#($0)""#) }.joined()
    + #"{"__CURSOR":"s=1","MESSAGE":"without"}"# + "\n"

  @Test func entriesFromWarningUpAreMessagesAndAllAreCounted() {
    let report = journal(Self.everyPriority)
    #expect(
      report.titles == ["error: m0", "error: m1", "error: m2", "error: m3", "warning: m4"])
    #expect(report.counts == "Log records 9")
    #expect(report.problems == [])
  }

  @Test func quieterEntriesAreToldWhereTheyAreAskedFor() {
    let all = journal(Self.everyPriority) { $0.leastUrgency = .neutral }
    #expect(
      all.titles.suffix(4) == ["information: m5", "neutral: m6", "neutral: m7", "neutral: without"])
    let errors = journal(Self.everyPriority) { $0.leastUrgency = .error }
    #expect(errors.titles.count == 4)
    #expect(errors.counts == "Left out 1, Log records 9")
  }

  @Test func theWordOfAPriorityCanMeanAnotherUrgency() {
    let report = journal(Self.everyPriority) {
      _ = $0.severities.add("journald:notice=warning")
      _ = $0.severities.add("crit=information")
    }
    #expect(
      report.titles == [
        "error: m0", "error: m1", "error: m3", "warning: m4", "warning: m5",
      ])
  }

  @Test func aJournalNeverSaysThatAllIsWell() {
    for text in [
      "", "-- No entries --\n", Self.entry(6, #""MESSAGE":"x""#), Self.everyPriority,
    ] {
      let report = journal(text)
      #expect(report.status == nil)
      #expect(!report.looksWell)
      #expect(report.counts.hasPrefix("Log records "))
    }
  }

  @Test(arguments: [
    (#""MESSAGE":"a\u001b[31mb\u001b[0m""#, "ab"),
    (#""MESSAGE":[97,195,188,27,91,49,109,98]"#, "aüb"),
    (#""MESSAGE":[97,255,98]"#, "a\u{FFFD}b"),
    (#""MESSAGE":null"#, "Too long (journalctl --all)"),
    (#""MESSAGE":["first","second"]"#, "first"),
    (#""MESSAGE":[[97,98],"second"]"#, "ab"),
    (#""MESSAGE":"","_SYSTEMD_UNIT":"a.service""#, "a"),
    (#""OTHER":"x""#, "kernel"),
  ])
  func aMessageIsTextOrBytesOrTooLong(members: String, title: String) {
    #expect(journal(Self.entry(3, members)).titles == ["error: " + title])
  }

  @Test func furtherLinesAndMessagesAreNotLost() {
    let report = journal(
      Self.entry(3, #""MESSAGE":"one\ntwo""#) + Self.entry(3, #""MESSAGE":["one","two"]"#))
    #expect(report.messages.map(\.text) == ["two", nil])
    #expect(report.messages.map(\.details) == [nil, "two"])
  }

  @Test(arguments: [
    (#""_SYSTEMD_UNIT":"nginx.service","SYSLOG_IDENTIFIER":"x""#, "nginx"),
    (#""_SYSTEMD_UNIT":"dev-sda.device""#, "dev-sda.device"),
    (#""_SYSTEMD_UNIT":"init.scope","_PID":"1","UNIT":"backup.service""#, "backup"),
    (#""_SYSTEMD_UNIT":"init.scope","_PID":"1","SYSLOG_IDENTIFIER":"systemd""#, "systemd"),
    (#""_SYSTEMD_UNIT":"app.service","_PID":"12","UNIT":"other.service""#, "app"),
    (#""_SYSTEMD_UNIT":"systemd-coredump@3-9.service","COREDUMP_UNIT":"app.service""#, "app"),
    (#""_SYSTEMD_UNIT":"session-4.scope","SYSLOG_IDENTIFIER":"sudo""#, "sudo"),
    (#""_SYSTEMD_UNIT":"run-r3f2a.service","SYSLOG_IDENTIFIER":"job""#, "job"),
    (
      #""_SYSTEMD_UNIT":"user@1000.service","_SYSTEMD_USER_UNIT":"pulse.service""#, "pulse"
    ),
    (#""SYSLOG_IDENTIFIER":"sshd""#, "sshd"), (#""_TRANSPORT":"kernel""#, "kernel"),
  ])
  func theCategoryIsTheUnitThatAnEntryIsOf(members: String, unit: String) {
    let report = journal(Self.entry(3, members + #","MESSAGE":"x""#))
    #expect(report.message?.category == "journald:" + unit)
  }

  @Test func timeAndPlaceAreThoseOfTheSource() {
    let report = journal(
      Self.entry(
        3,
        #""_SOURCE_REALTIME_TIMESTAMP":"1795144310999999","CODE_FILE":"src/a.c","CODE_LINE":"12","MESSAGE":"x""#
      ) + Self.entry(3, #""MESSAGE":"y","CODE_LINE":"x""#))
    #expect(report.message?.time == .instant(Instant(seconds: 1_795_144_310)))
    #expect(report.place == "src/a.c:12")
    #expect(report.messages.last?.time == .instant(Instant(seconds: 1_795_144_320)))
  }

  @Test func entriesOfOneIDOrOneTextAreTheSameEachNight() {
    func fingerprint(_ members: String) -> String? {
      journal(Self.entry(3, members + #","_SYSTEMD_UNIT":"a.service""#)).message?.fingerprint
    }
    #expect(
      fingerprint(#""MESSAGE_ID":"7d4958e8","MESSAGE":"took 3 s""#) == "journal:a\u{1F}7d4958e8")
    #expect(
      fingerprint(#""MESSAGE":"lost at 0x7ffd12345678","__CURSOR":"s=2""#)
        == fingerprint(#""MESSAGE":"lost at 0x7ffd87654321","_PID":"3""#))
    #expect(fingerprint(#""MESSAGE":"lost""#) != fingerprint(#""MESSAGE":"found""#))
  }

  @Test func hostsAreNamedOnceThereAreSeveral() {
    let first = Self.entry(3, #""_HOSTNAME":"web1","MESSAGE":"a\nb""#)
    #expect(journal(first + first).messages.map(\.text) == ["b", "b"])
    let second = Self.entry(3, #""_HOSTNAME":"web2","MESSAGE":"a""#)
    #expect(
      journal(first + second + first).messages.map(\.text) == ["web1\nb", "web2", "web1\nb"])
    let runs = journal(first + second) { $0.category = .run }
    #expect(runs.messages.map(\.category) == ["journald:kernel (web1)", "journald:kernel (web2)"])
  }

  @Test func everyFormOfJSONIsReadAlike() {
    let lines = [3, 6, 4].map {
      Self.entry($0, #""_SYSTEMD_UNIT":"a.service","MESSAGE":"m\#($0)""#)
    }
    let plain = journal(lines.joined(), as: nil)
    #expect(plain.titles == ["error: m3", "warning: m4"])
    let pretty = lines.map {
      $0.replacing("{", with: "{\n\t").replacing(",", with: ",\n\t").replacing("}", with: "\n}")
    }
    let forms = [
      lines.map { "\u{1E}" + $0 }, lines.map { "data: " + $0 + "\n" }, pretty,
      lines.map { String($0.dropLast()) + "\r\n" },
    ]
    for form in forms {
      let report = journal(form.joined(), as: nil)
      #expect(report.titles == plain.titles)
      #expect(report.counts == "Log records 3")
      #expect(report.messages.map(\.fingerprint) == plain.messages.map(\.fingerprint))
      #expect(report.problems == [])
    }
  }

  @Test func brokenEntriesAreCountedAndLeftOut() {
    let good = Self.entry(3, #""MESSAGE":"x""#)
    let report = journal(
      good + "garbage\n" + good + #"{"PRIORITY":"6","MESSAGE":"cut"# + "\n" + good + "{\n" + good
        + good)
    #expect(report.titles.count == 5)
    #expect(
      report.problems == [
        "2 warning broken-line", "4 warning broken-line", "6 warning broken-line",
      ])
    #expect(journal(good + good.dropLast(9)).problems == ["2 warning cut-off"])
  }

  /// What was cut off may have been the error: no word from outside makes it complete.
  @Test(arguments: ["journald", "jsonl"])
  func whatIsCutOffIsNotCompleted(format: String) {
    let lines = String(
      repeating: #"{"PRIORITY":"6","MESSAGE":"x","level":"info"}"# + "\n", count: 2)
    let asked: (inout ImportOptions) -> Void = { $0.runStatus = .completed }
    #expect(journal(lines, as: format, asked).status == .completed)
    #expect(journal(lines + #"{"PRIORITY":"3","MESS"#, as: format, asked).status == nil)
  }

  @Test func textOfTheJournalIsRefusedWithTheRightCommand() {
    for text in [
      "Nov 20 03:12:00 host unit[1]: text\nNov 20 03:12:01 host unit[1]: text\n",
      "__CURSOR=s=1\n__REALTIME_TIMESTAMP=1\nMESSAGE\n\u{4}\0\0\0\0\0\0\0a\nbc\n\n",
    ] {
      let asked = journal(text)
      #expect(asked.problems.contains("1 error few-objects"))
      #expect(asked.diagnostics.contains { $0.help.first?.contains("journalctl -o json") == true })
      let found = journal(text, as: nil).diagnostics.first
      #expect(found?.id == "unknown-format")
      #expect(found?.help.contains { $0.contains("journalctl -o json") } == true)
    }
  }

  @Test func manyHostileEntriesTakeLinearTime() {
    let deep =
      #"{"__CURSOR":"s","PRIORITY":"3","MESSAGE":"# + String(repeating: "[", count: 100_000)
    #expect(journal(deep + "\n").problems.contains("1 error few-objects"))
    let long = Self.entry(3, #""MESSAGE":""# + String(repeating: "x", count: 3 << 20) + "\"")
    #expect(journal(long + Self.entry(3, #""MESSAGE":"y""#)).titles == ["error: y"])
    let bytes = Self.entry(
      3, #""MESSAGE":["# + Array(repeating: "999", count: 200_000).joined(separator: ",") + "]")
    #expect(journal(bytes).titles.count == 1)
  }
}
