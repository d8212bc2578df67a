import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time

@testable import Datasets
@testable import ToolReports

@Suite struct AlertmanagerTests {
  /// An alert of a name with labels and other members.
  private static func alert(
    _ name: String, labels: String = "", _ members: String = #""status":"firing""#
  ) -> String {
    #"{"labels":{"alertname":"\#(name)"\#(labels)},"annotations":{"summary":"\#(name)!"},"#
      + #""startsAt":"2026-11-20T01:00:00.123Z","endsAt":"2026-11-20T01:20:00Z","fingerprint":"f\#(name)",\#(members)}"#
  }

  private func webhook(
    _ alerts: String..., change: (inout ImportOptions) -> Void = { _ in }
  ) -> TextReport {
    var options = ImportOptions()
    change(&options)
    return TextReport(Self.request(alerts), options: options)
  }

  private static func request(_ alerts: [String], _ more: String = "") -> String {
    #"{"receiver":"r","version":"4","externalURL":"https://a.example.org",\#(more)"alerts":[\#(alerts.joined(separator: ","))]}"#
  }

  @Test(arguments: [
    ("critical", "error"), ("page", "error"), ("error", "error"), ("warning", "warning"),
    ("info", "information"), ("none", "neutral"), ("P1", "warning"),
  ])
  func theSeverityOfAFiringAlertIsItsLabel(severity: String, urgency: String) {
    let report = webhook(Self.alert("A", labels: #","severity":"\#(severity)""#))
    #expect(report.titles == ["\(urgency): A!"])
    #expect(report.problems == (severity == "P1" ? ["1 warning unknown-severity"] : []))
    #expect(report.status == nil)
  }

  @Test func aWordCanMeanAnotherUrgency() {
    let report = webhook(Self.alert("A", labels: #","severity":"P1""#)) {
      _ = $0.severities.add("alertmanager:P1=error")
    }
    #expect(report.titles == ["error: A!"])
  }

  @Test func anAlertSaysWhatItIsAbout() {
    let alert =
      #"{"status":"firing","labels":{"instance":"db1","alertname":"Disk"},"annotations":{"description":"98 %","runbook_url":"https://r.example.org/disk"},"generatorURL":"https://p.example.org","startsAt":"2026-11-20T01:00:00Z"}"#
    let report = webhook(alert)
    #expect(report.titles == ["warning: Disk"])
    #expect(report.message?.text == "98 %")
    #expect(report.message?.details == "alertname: Disk\ninstance: db1")
    #expect(report.message?.link == .init(title: "Disk", url: "https://r.example.org/disk"))
    #expect(report.message?.category == "alertmanager:Alertmanager")
    #expect(report.message?.fingerprint == "alert:alertname: Disk\u{1F}instance: db1")
    #expect(report.dataset.url == "https://a.example.org")
  }

  @Test func anAlertWithoutAnAddressHasNone() {
    let report = webhook(Self.alert("A", #""status":"firing","generatorURL":"""#))
    #expect(report.message?.link == .init(title: "A"))
    #expect(report.dataset.timeline?.entries.first.map { $0.url == nil } == true)
  }

  @Test func aResolvedAlertIsASuccessWithAnEnd() {
    let report = webhook(
      Self.alert("A"), Self.alert("B", labels: #","severity":"critical""#, #""status":"resolved""#))
    #expect(report.titles == ["warning: A!", "success: B!"])
    let entries = report.dataset.timeline?.entries ?? []
    let start = TimePoint.instant(Instant(seconds: 1_795_136_400))
    #expect(
      entries.map(\.when) == [
        .span(start: start, end: nil),
        .span(start: start, end: .instant(Instant(seconds: 1_795_137_600))),
      ])
    #expect(entries.map(\.status) == [.inProgress, .completed])
    #expect(entries.map(\.title) == ["A!", "B!"])
  }

  @Test func theLastRequestCountsForAnAlert() {
    let firing = Self.request([Self.alert("A"), Self.alert("B")])
    let resolved = Self.request([Self.alert("A", #""status":"resolved""#)])
    for separator in ["\n", "", "\n\n"] {
      let report = TextReport(firing + separator + resolved + "\n")
      #expect(report.titles == ["success: A!", "warning: B!"])
      #expect(report.dataset.timeline?.entries.count == 2)
    }
  }

  @Test func theListOfTheInterfaceIsReadAlike() {
    let report = TextReport(
      "[" + Self.alert("A", #""status":{"state":"active"}"#) + ","
        + Self.alert("B", #""status":{"state":"suppressed"}"#) + "]")
    #expect(report.titles == ["warning: A!"])
    #expect(report.counts == "Suppressed 1")
  }

  @Test func alertsThatAreLeftOutAreSaid() {
    let report = TextReport(Self.request([Self.alert("A")], #""truncatedAlerts":3,"#))
    #expect(report.problems == ["1 warning alerts-left-out"])
    #expect(report.shortfalls == ["3 failures have no details"])
  }

  @Test func aRequestThatIsCutOffIsRefused() {
    let text = Self.request([Self.alert("A"), Self.alert("B")])
    for count in 1..<text.utf8.count {
      let report = TextReport(String(text.prefix(count)), as: "alertmanager")
      #expect(report.diagnostics.contains { $0.severity == .error }, "cut at \(count)")
    }
    #expect(TextReport("{}", as: "alertmanager").problems == ["1 error wrong-type"])
  }

  @Test func secretsInAnAlertAreHiddenEverywhere() {
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    let alert =
      #"{"status":"firing","labels":{"alertname":"A","t":"\#(token)"},"annotations":{"summary":"\#(token)","description":"x \#(token)"},"startsAt":"2026-11-20T01:00:00Z"}"#
    let report = webhook(alert)
    #expect(!String(decoding: DatasetWriter.bytes(report.dataset), as: UTF8.self).contains(token))
  }
}
