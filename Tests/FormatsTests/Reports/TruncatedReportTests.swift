import Foundation
import ImportSupport
import Model
import Testing
import ToolReports

/// A report that ends in the middle, as a killed job or a loss of power leaves it (I3, I7).
struct TruncatedReportTests {
  private static let cases = [
    #"<testcase classname="C" name="a"/>"#,
    #"<testcase classname="C" name="b"><failure message="no">line 1</failure></testcase>"#,
    #"<testcase classname="C" name="c"><skipped/></testcase>"#,
    #"<testcase classname="C" name="d"><failure message="lost">line 1</failure></testcase>"#,
  ]
  private static let report =
    #"<testsuites><testsuite name="s" tests="9" failures="5">"# + cases.joined()
    + "</testsuite></testsuites>"

  @Test func testsBeforeTheEndAreRead() throws {
    let end = try #require(Self.report.range(of: "line 1</failure></testcase></testsuite>"))
    let found = Import(text: String(Self.report[..<end.lowerBound]))
    #expect(found.facts == "Tests 4, Passed 1, Failed 2, Skipped 1")
    #expect(found.told == ["error C.b | no", "error C.d | lost"])
    #expect(found.problems.map { $0.suffix(22) } == ["warning truncated-file"])
    #expect(
      found.dataset?.run?.shortfalls.map(\.text) == [
        "The file ends in the middle; tests before it: 4"
      ])
    #expect(found.status == nil && found.dataset?.run?.hasCompleted == false)
  }

  @Test func aTestThatIsCutIsReadOnceItHasFailed() {
    let bytes = Array(Self.report.utf8)
    var counts: Set<Int> = []
    for length in 0..<bytes.count {
      let found = Import(bytes: Array(bytes[..<length]))
      let isRead = found.dataset != nil
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      let whole = text.split(separator: "<testcase").dropFirst().count {
        ["</testcase>", #""a"/>"#, #""no">"#, #""lost">"#].contains(where: $0.contains)
      }
      #expect(isRead == (whole > 0), "cut at \(length)")
      guard isRead else { continue }
      counts.insert(whole)
      #expect(found.facts.hasPrefix("Tests \(whole),"), "cut at \(length): \(found.facts)")
      #expect(found.dataset?.run?.hasCompleted == false, "cut at \(length)")
    }
    #expect(counts == [1, 2, 3, 4])
  }

  @Test func aTestThatEnclosesOthersIsKept() {
    let go =
      #"<testsuite name="p"><testcase classname="p" name="T"><failure message="Failed"/></testcase><testcase classname="p" name="T/one"><failure message="Failed">no</failure></testcase>"#
    #expect(Import(text: go).facts == Import(text: go + "</testsuite>").facts)
    #expect(Import(text: go).told == Import(text: go + "</testsuite>").told)
  }

  @Test func otherFilesThatEndInTheMiddleAreRefused() {
    let cut = String(Self.report.dropLast(30))
    #expect(Import(text: cut).dataset != nil)
    #expect(Import(text: cut) { $0.readsTruncated = false }.dataset == nil)
    let noTest = #"<testsuite name="s"><testcase name="a">"#
    #expect(Import(text: noTest).problems == ["1:40 error truncated-file"])
    // Another error comes first.
    #expect(Import(text: #"<testsuite><testcase name="a"/></b>"#).dataset == nil)
    let nunit = #"<test-run result="Passed"><test-case name="t" result="Passed"/>"#
    #expect(Import(text: nunit).dataset == nil)
  }

  @Test(arguments: [1, 16, 5_000]) func zerosAfterTheEndAreNoMistakeInTheReport(count: Int) {
    let zeros = [UInt8](repeating: 0, count: count)
    for (text, problem) in [
      (#"<testsuite name="s"><testcase name="a"/><testcase na"#, "warning truncated-file"),
      (#"<testsuite name="s"><testcase name="a"#, "error truncated-file"),
      (#"[{"filePath": "/a.js", "messages": [{"ruleId": "x","#, "error truncated-file"),
      (#"[{"filePath": "/a.js", "messages": [{"ruleId": "x"#, "error truncated-file"),
    ] {
      let found = Import(bytes: Array(text.utf8) + zeros)
      #expect(
        found.problems.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
          problem
        ])
    }
    let whole = Import(bytes: Array(Self.report.utf8) + zeros)
    #expect(whole.facts == Import(text: Self.report).facts)
  }

  @Test func zerosInTheMiddleAreKept() {
    let zeros = String(repeating: "\0", count: 20)
    let text =
      #"<testsuite name="s"><testcase name="a"/>"# + zeros + #"<testcase name="b"/></testsuite>"#
    #expect(Import(text: text).dataset == nil)
    #expect(Import(text: #"{"version": 1, "# + zeros + #""messages": []}"#).dataset == nil)
  }
}
