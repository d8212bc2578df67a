import Diagnostics
import Formats
import ImportSupport
import Model
import Testing
import ToolReports

/// Reports of coverage, which become facts.
struct CoverageTests {
  private func report(_ name: String) throws -> String {
    let bytes = try #require(DamagedReportTests.reports.first { $0.name == name }?.bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let junit = "<testsuite><testcase name='a'/></testsuite>"

  @Test(arguments: [
    ("cobertura-plain.xml", "Coverage 50.0 %"), ("jacoco-plain.xml", "Coverage 66.6 %"),
    ("lcov-plain.info", "Coverage 50.0 %"), ("llvmcov-plain.json", "Coverage 37.5 %"),
  ])
  func theShareOfLinesIsAFactAndClaimsNothing(name: String, fact: String) throws {
    let found = try Import(report: report(name))
    #expect(found.facts == fact)
    #expect(found.dataset?.run?.facts.first?.kind == .coverage)
    #expect(found.dataset?.messages.isEmpty == true)
    #expect(found.status == nil)
    #expect(found.diagnostics.isEmpty)
  }

  @Test(arguments: [
    (
      "cobertura-plain.xml",
      "Coverage 50.0 %, Coverage src/berth 66.6 %, Coverage src/quay 0.0 %"
    ),
    ("jacoco-plain.xml", "Coverage 66.6 %, Coverage org/harbor 66.6 %"),
    (
      "lcov-plain.info",
      "Coverage 50.0 %, Coverage src/berth 100.0 %, Coverage src/quay 25.0 %"
    ),
    (
      "llvmcov-plain.json",
      "Coverage 37.5 %, Coverage src/berth 75.0 %, Coverage src/quay 0.0 %"
    ),
  ])
  func foldersHaveFactsOnDemand(name: String, facts: String) throws {
    let found = try Import(report: report(name)) {
      $0.category = .folder(depth: 2)
      $0.paths.setRoots(["/ci/harbor", "/ci"])
    }
    #expect(found.facts == facts)
    #expect(found.dataset?.run?.facts.allSatisfy { $0.kind == .coverage } == true)
  }

  @Test func theTotalOfCoberturaIsThatOfItsRoot() {
    let found = Import(
      text: "<coverage lines-valid='1000' lines-covered='999'><packages/></coverage>")
    #expect(found.facts == "Coverage 99.9 %")
  }

  @Test(arguments: [("0", "0.0"), ("18446744073709551616", "100.0"), ("-1", "0.0"), ("", "0.0")])
  func hitsOfCoberturaMayBeAnyNumber(hits: String, share: String) {
    let found = Import(
      text: "<coverage><packages><package><classes><class filename='a'><lines>"
        + "<line number='1' hits='\(hits)'/></lines></class></classes></package></packages></coverage>"
    )
    #expect(found.facts == "Coverage \(share) %")
  }

  @Test func onlyTheWholeIsAHundredPercent() {
    let found = Import(
      text: "<coverage lines-valid='1000000' lines-covered='999999'><packages/></coverage>")
    #expect(found.facts == "Coverage 99.9 %")
  }

  @Test func classesWithoutLinesCountInstructions() {
    let found = Import(
      text:
        "<report><package name='a'/><counter type='INSTRUCTION' missed='1' covered='3'/></report>")
    #expect(found.facts == "Coverage 75.0 %")
  }

  @Test func severalReportsHaveOneShareOfAllLines() throws {
    let found = try Import(reports: [
      ("a", "<coverage lines-valid='90' lines-covered='90'><packages/></coverage>"),
      ("b", "SF:x\nLF:10\nLH:0\nend_of_record\n"),
    ])
    #expect(found.facts == "Coverage 90.0 %")
    #expect(found.dataset?.run?.facts[0].origins.map(\.value) == ["100.0 %", "0.0 %"])
    #expect(found.dataset?.run?.facts[0].number == 90)
  }

  @Test func coverageBesideTestsLeavesTheRunAsItIs() throws {
    let found = try Import(reports: [
      ("a", Self.junit), ("b", try report("lcov-plain.info")),
    ])
    #expect(found.status == .completed)
    #expect(found.facts == "Tests 1, Passed 1, Coverage 50.0 %")
    let failed = try Import(reports: [
      ("b", try report("lcov-plain.info")),
      ("a", "<checkstyle><exception>x</exception></checkstyle>"),
    ])
    #expect(failed.status == .failed)
  }

  @Test func sharesOfDatasetsStayOneForEach() throws {
    let dataset = { (value: String) in
      "{version: 1, messages: [], run: {facts: [{kind: 'coverage', title: 'Coverage', value: '\(value) %', "
        + "number: \(value)}]}}"
    }
    let found = try Import(reports: [("a", dataset("80.5")), ("b", dataset("70.5"))])
    #expect(found.facts == "Coverage 80.5 %, Coverage 70.5 %")
  }

  @Test(arguments: [
    "<coverage><packages/></coverage>", "<report><package name='a'/></report>",
    "SF:a\nend_of_record\n", #"{"data": [{"files": [], "totals": {}}]}"#,
  ])
  func aReportWithoutLinesIsAWarning(text: String) {
    let found = Import(text: text)
    #expect(found.diagnostics.map(\.id) == ["no-lines"])
    #expect(found.dataset?.run?.facts.isEmpty == true)
  }

  @Test func aRecordThatDoesNotEndIsRefused() {
    let found = Import(text: "SF:a\nDA:1,1\nend_of_record\nSF:b\nDA:1,1\n")
    #expect(found.diagnostics.map(\.id) == ["truncated-file"])
    #expect(found.dataset == nil)
  }

  @Test func countsBeyondAllMeasureAreBounded() {
    let most = String(repeating: "9", count: 18)
    for text in [
      "SF:a\nLF:\(most)\nLH:\(most)\nend_of_record\nSF:b\nLF:\(most)\nLH:1\nend_of_record\n",
      #"{"data": [{"files": [], "totals": {"lines": {"count": 1e300, "covered": -5}}}]}"#,
      "<coverage lines-valid='\(most)9' lines-covered='-1'><packages/></coverage>",
      "SF:a\nDA:\(most)99,1\nDA:0,1\nDA:-1,x\nDA:\nend_of_record\n",
    ] {
      #expect(Import(text: text).dataset != nil)
    }
  }

  @Test func theFormatsOfCoverageAreRecognized() {
    for name in ["cobertura", "jacoco", "lcov", "llvmcov"] {
      #expect(InputFormat(named: name) != nil)
    }
    #expect(Import(text: "<coverage clover='4'><project/></coverage>").dataset == nil)
    #expect(Import(text: "SF:a\nnothing\n").dataset == nil)
  }
}
