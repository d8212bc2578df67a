import Diagnostics
import ImportSupport
import Model
import Testing
import ToolReports

struct TrivyTests {
  private func read(_ result: String, target: String = "Cargo.lock") -> Import {
    Import(
      text:
        #"{"SchemaVersion": 2, "ArtifactName": "x", "Results": [{\#(result), "Target": "\#(target)"}]}"#
    )
  }

  private func vulnerability(_ rest: String = "", severity: String = "HIGH") -> String {
    #""Vulnerabilities": [{"VulnerabilityID": "CVE-1", "PkgName": "openssl", "InstalledVersion": "1.1.1", "Severity": "\#(severity)"\#(rest)}]"#
  }

  @Test(arguments: [
    ("CRITICAL", "error"), ("HIGH", "error"), ("MEDIUM", "warning"), ("LOW", "information"),
    ("UNKNOWN", "information"),
  ])
  func severitiesAreKnown(word: String, urgency: String) {
    let found = read(vulnerability(severity: word))
    #expect(found.message?.urgency.rawValue == urgency)
    #expect(found.diagnostics.isEmpty)
  }

  @Test func anUnknownSeverityIsAWarningAndReported() {
    let found = read(vulnerability(severity: "ODD"))
    #expect(found.message?.urgency == .warning)
    #expect(found.diagnostics.map(\.id) == ["unknown-severity"])
  }

  @Test func aVulnerabilityNamesPackageAndVersions() {
    let found = read(
      vulnerability(
        #", "FixedVersion": "1.1.1k", "Title": "short", "Description": "long", "PrimaryURL": "https://a.example/", "Status": "fixed""#
      ))
    #expect(found.told == ["error CVE-1 openssl 1.1.1 → 1.1.1k | short"])
    #expect(found.message?.details == "long\n\nStatus: fixed")
    #expect(found.message?.link == .init(title: "CVE-1", url: "https://a.example/"))
    #expect(found.place == "Cargo.lock")
    #expect(found.dataset?.categories.map(\.title) == ["Trivy"])
    #expect(found.status == .completed)
  }

  @Test func versionsAndTheTagOfAnImageChangeNoFingerprint() {
    let first = read(vulnerability(), target: "shop:1 (debian 12)")
    let second = read(vulnerability(#", "FixedVersion": "2""#), target: "shop:2 (debian 12)")
    #expect(first.message?.fingerprint == second.message?.fingerprint)
    #expect(first.message?.text == "shop:1 (debian 12)")
    #expect(first.message?.location == nil)
    let other = read(vulnerability(), target: "Gemfile.lock")
    #expect(first.message?.fingerprint != other.message?.fingerprint)
  }

  @Test func onlyFailedChecksOfConfigurationsAreFindings() {
    let found = read(
      #""Misconfigurations": [{"ID": "D1", "Title": "t", "Message": "m", "Description": "d", "Severity": "MEDIUM", "Status": "FAIL", "CauseMetadata": {"StartLine": 2, "Code": {"Lines": [{"Number": 1, "Content": "a"}, {"Number": 2, "Content": "b"}, {"Number": 3, "Content": "c"}]}}}, "#
        + #"{"ID": "D2", "Title": "u", "Severity": "LOW", "Status": "PASS"}, {"ID": "D3", "Title": "v", "Severity": "LOW", "Status": "EXCEPTION"}]"#
    )
    #expect(found.told == ["warning t | m"])
    #expect(found.place == "Cargo.lock:2")
    #expect(found.message?.location?.context?.lines == ["a", "b", "c"])
    #expect(found.facts == "Suppressed 1")
  }

  @Test func theLinesAroundASecretAreNotShown() {
    let found = read(
      #""Secrets": [{"RuleID": "aws", "Severity": "CRITICAL", "Title": "AWS key", "StartLine": 3, "Match": "KEY=****", "Code": {"Lines": [{"Number": 2, "Content": "hunter2"}, {"Number": 3, "Content": "x"}, {"Number": 4, "Content": "y"}]}}]"#
    )
    #expect(found.told == ["error AWS key | KEY=****"])
    #expect(found.message?.location?.context == nil)
    #expect(found.message?.details == nil)
  }

  @Test func licencesAreFindings() {
    let found = read(
      #""Licenses": [{"Severity": "LOW", "Category": "notice", "PkgName": "asm", "Name": "BSD", "FilePath": "", "Link": ""}]"#
    )
    #expect(found.told == ["information BSD asm | notice"])
  }

  @Test func findingsThatAreIgnoredAreCounted() {
    let found = read(
      #""ExperimentalModifiedFindings": [{"Type": "vulnerability", "Status": "ignored", "Finding": {"VulnerabilityID": "CVE-9", "Severity": "HIGH"}}, {"Type": "other"}]"#
    )
    #expect(found.told.isEmpty)
    #expect(found.facts == "Suppressed 2")
  }

  @Test(arguments: [
    #"{"SchemaVersion": 2, "ArtifactName": "x", "Results": [{"Target": "a"}]}"#,
    #"[{"Target": "a (alpine 3)", "Type": "alpine", "Vulnerabilities": null}]"#,
  ])
  func aTargetWithoutFindingsIsClean(text: String) {
    let found = Import(text: text)
    #expect(found.status == .completed)
    #expect(found.told.isEmpty && found.diagnostics.isEmpty)
  }

  @Test func olderReportsAreLists() {
    let found = Import(text: #"[{"Target": "a.lock", \#(vulnerability())}]"#)
    #expect(found.told == ["error CVE-1 openssl 1.1.1"])
  }

  @Test(arguments: [
    "{}", #"{"error": "failed"}"#, #"{"SchemaVersion": 2, "ArtifactName": "x"}"#,
    #"{"SchemaVersion": 2, "ArtifactName": "x", "Results": null}"#,
    #"{"SchemaVersion": 2, "ArtifactName": "x", "Results": []}"#,
  ])
  func aReportWithoutTargetsShowsNoScan(text: String) {
    let found = TextReport(text, as: "trivy")
    #expect(found.problems == ["1 warning no-results"])
    #expect(found.shortfalls == ["Trivy did not run"])
  }

  @Test func findingsThatAreNoListAreNotRead() {
    #expect(
      TextReport(#"{"Results": {"a": 1}}"#, as: "trivy").shortfalls
        == ["A part in line 1 was not read: Results"])
    let target = read(#""Vulnerabilities": {"x": 1}"#)
    #expect(
      target.dataset?.run?.shortfalls.map(\.text)
        == ["A part in line 1 was not read: Vulnerabilities"])
    #expect(read(#""Vulnerabilities": null"#).status == .completed)
  }
}
