import Datasets
import Diagnostics
import Formats
import Foundation
import JSON
import Model
import Testing

@testable import Checking

/// The rules of a dataset's author.
@Suite struct GuidelineTests {
  /// The ids of what is found in a dataset, which must be right otherwise.
  static func found(_ text: String, locale: String? = nil, skipping: Set<String> = []) throws
    -> [String]
  {
    var merger = InputMerger()
    merger.read(file: "a.json", from: ByteSource(bytes: Array(text.utf8)))
    let (dataset, log) = merger.finish()
    #expect(log.isEmpty, "\(log.diagnostics)")
    return Guideline.findings(in: try #require(dataset), locale: locale, skipping: skipping)
      .map(\.id)
  }

  @Test(arguments: Guideline.all.map(\.id))
  func theBadExampleHasExactlyThisFinding(id: String) throws {
    let rule = try #require(Guideline.all.first { $0.id == id })
    #expect(try Self.found(rule.bad) == [id])
    #expect(try Self.found(rule.bad, skipping: [id]) == [])
  }

  @Test(arguments: Guideline.all.map(\.id))
  func theGoodExampleHasNoFinding(id: String) throws {
    let rule = try #require(Guideline.all.first { $0.id == id })
    #expect(rule.good != rule.bad)
    #expect(try Self.found(rule.good) == [])
  }

  @Test func idsAreUniqueSortedByNameAndNoDiagnostics() {
    let ids = Guideline.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids).isDisjoint(with: DiagnosticCatalog.entries.map(\.id)))
    for rule in Guideline.all {
      #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(rule.id)")
      #expect(!rule.title.hasSuffix(".") && rule.title.first?.isUppercase == true, "\(rule.id)")
      #expect(rule.reason.hasSuffix("."), "\(rule.id)")
      #expect(!rule.remedy.hasSuffix(".") && rule.remedy.first?.isLowercase == true, "\(rule.id)")
    }
  }

  @Test func everyFileOfRulesIsInTheTable() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Checking/Rules")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == Guideline.all.count)
  }

  @Test func wordsAreJudgedInTheLanguageOfTheDataset() throws {
    func dataset(_ locale: String, _ title: String) -> String {
      """
      { "version": 1, "locale": "\(locale)", "messages": [{ "urgency": "success", "title": "A",
        "actions": [{ "title": "\(title)", "url": "https://ci.example/" }] }] }
      """
    }
    #expect(try Self.found(dataset("de", "Ja")) == ["yes-or-no"])
    #expect(try Self.found(dataset("de-AT", "Ja")) == ["yes-or-no"])
    #expect(try Self.found(dataset("en", "Ja")) == [])
    #expect(try Self.found(dataset("ja", "はい")) == ["yes-or-no"])
    // "Informations" is French.
    #expect(try Self.found(dataset("fr", "Informations")) == [])
    #expect(try Self.found(dataset("de", "Dateien löschen")) == ["destructive-role"])
    #expect(try Self.found(dataset("en", "Löschen")) == [])
  }

  @Test func theLanguageOfTheCallCountsWhereTheDatasetNamesNone() throws {
    let text = """
      { "version": 1, "messages": [{ "urgency": "success", "title": "More informations" }] }
      """
    #expect(try Self.found(text) == ["uncountable-plural"])
    #expect(try Self.found(text, locale: "fr") == [])
  }

  @Test(arguments: [
    "The table `informations` is empty", "Reading user_informations", "See /srv/informations/a",
    "informations.csv is empty",
  ])
  func namesAndCodeAreNoProse(title: String) throws {
    let text = """
      { "version": 1, "messages": [{ "urgency": "success", "title": "\(title)" }] }
      """
    #expect(try Self.found(text) == [])
  }

  @Test(arguments: [
    ("explained-action", #""title": "A", "text": "The job hit the log limit.""#),
    ("explained-action", #""title": "A", "text": "The tap log is full, says the press log.""#),
    ("shouted-title", #""title": "GET /API HTTP/1.1: 500""#),
    ("shouted-title", #""title": "CVE-2026-1234 CVE-2026-1235 CVE-2026-1236""#),
    ("uncountable-plural", #""title": "The trace evidences a leak""#),
  ])
  func whatOnlyLooksLikeAFaultIsNotFound(rule: String, member: String) throws {
    let link = #""link": { "title": "Log", "url": "https://ci.example/log" }"#
    let text =
      #"{ "version": 1, "messages": [{ "urgency": "success", \#(member), \#(link) }] }"#
    #expect(try !Self.found(text).contains(rule))
  }

  @Test(arguments: [
    "Press Renew", "It is old. Tap on the renew button.", "You may press Renew Now.",
    "Then click *renew*", "- tap renew",
  ])
  func anExplainedButtonIsStillFound(text: String) throws {
    let title = text.contains("Now") ? "Renew Now" : "Renew"
    let text = """
      { "version": 1, "messages": [{ "urgency": "success", "title": "A", "text": "\(text)",
        "actions": [{ "title": "\(title)", "url": "https://ci.example/" }] }] }
      """
    #expect(try Self.found(text) == ["explained-action"])
  }

  @Test func aTitleThatExplainsAButtonIsFound() throws {
    let text = """
      { "version": 1, "messages": [{ "urgency": "error", "kind": "alert", "title": "Tap Retry to go on",
        "actions": [{ "title": "Retry", "url": "https://ci.example/" }] }] }
      """
    #expect(try Self.found(text) == ["explained-action"])
  }

  @Test func anAlertHasTheLinesOfAPhone() throws {
    func found(title: Int, text: Int, kind: String = "alert") throws -> [String] {
      let (title, text) = (
        String(repeating: "a", count: title), String(repeating: "b", count: text)
      )
      return try Self.found(
        """
        { "version": 1, "messages": [{ "urgency": "error", "kind": "\(kind)", "title": "\(title)",
          "text": "\(text)", "time": "2026-11-20T02:00:00Z", "actions": [{ "title": "Retry", "url": "https://ci.example/" }] }] }
        """)
    }
    #expect(try found(title: 36, text: 80) == [])
    #expect(try found(title: 37, text: 81) == ["long-alert", "long-notice"])
    #expect(try found(title: 80, text: 160, kind: "offline") == [])
    #expect(try found(title: 161, text: 80) == ["long-title"])
  }

  @Test(arguments: ["Page On-Call", "Repartition Disk", "Reposition"])
  func aVerbThatLooksLikeANounMayBegin(action: String) throws {
    let text = """
      { "version": 1, "messages": [{ "urgency": "success", "title": "A",
        "actions": [{ "title": "\(action)", "url": "https://ci.example/" }] }] }
      """
    #expect(try !Self.found(text).contains("action-noun"))
    #expect(try Self.found(text.replacing(action, with: "Page")).contains("action-noun"))
  }

  @Test func anAlertMayCountMines() throws {
    let text = """
      { "version": 1, "messages": [{ "urgency": "error", "kind": "alert", "title": "Pump of mine 4 failed",
        "actions": [{ "title": "Stop", "url": "https://ci.example/" }] }] }
      """
    #expect(try !Self.found(text).contains("alert-pronoun"))
  }

  @Test func anAddressInATextSaysWhereToLook() throws {
    func dataset(_ text: String) -> String {
      #"{ "version": 1, "messages": [{ "urgency": "error", "title": "The disk is full", "text": "\#(text)" }] }"#
    }
    #expect(try Self.found(dataset("See [the log](https://ci.example/log)")) == [])
    #expect(try Self.found(dataset("See [the log](log.txt)")) == [])
    #expect(try Self.found(dataset("See https://ci.example/log")) == [])
    #expect(try Self.found(dataset("See the log")) == ["missing-place"])
  }

  @Test func aLongTitleIsMeasuredInLines() throws {
    var merger = InputMerger()
    let title = String(repeating: "長", count: 81)
    let text = #"{ "version": 1, "messages": [{ "urgency": "success", "title": "\#(title)" }] }"#
    merger.read(file: "a.json", from: ByteSource(bytes: Array(text.utf8)))
    let found = Guideline.findings(in: try #require(merger.finish().dataset))
    #expect(found.map(\.id) == ["long-title"])
    #expect(found.first?.summary.hasSuffix("takes more than two lines") == true)
  }

  @Test func reportsOfToolsAreLeftAlone() throws {
    var merger = InputMerger()
    let junit = """
      <testsuite name="a" tests="1" failures="1"><testcase classname="a" name="ERROR IN THE TEST">
      <failure message="x"/></testcase></testsuite>
      """
    merger.read(file: "a.xml", from: ByteSource(bytes: Array(junit.utf8)))
    let (dataset, log) = merger.finish()
    #expect(log.isEmpty)
    let read = try #require(dataset)
    #expect(read.messages.count == 1)
    #expect(Guideline.findings(in: read).isEmpty)
  }

  @Test(arguments: ["", "{}", "```", "`", "``` ` ```", String(repeating: "`a ", count: 1_000)])
  func oddMarkdownIsRead(text: String) {
    #expect(Wording.prose(text).utf8.count <= text.utf8.count * 8 + 8)
    _ = Wording.plainWords(of: Wording.prose(text))
    #expect(Wording.bare(text).allSatisfy { $0.isLetter || $0 == "`" || $0 == " " })
  }

  @Test func aFindingHasItsPlace() throws {
    var merger = InputMerger()
    let text = """
      { "version": 1, "messages": [
        { "urgency": "success", "title": "Fine" },
        { "urgency": "error", "title": "Disk full" } ] }
      """
    merger.read(file: "a.json", from: ByteSource(bytes: Array(text.utf8)))
    let found = Guideline.findings(in: try #require(merger.finish().dataset))
    #expect(found.map(\.location) == [SourceLocation(file: "a.json", line: 3, column: 3)])
    #expect(found.first?.severity == .warning)
  }
}
