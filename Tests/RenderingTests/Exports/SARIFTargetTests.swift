import Composing
import Diagnostics
import JSON
import Model
import Testing
import Text

@testable import Rendering

@Suite struct SARIFTargetTests {
  private func run(_ report: Report) throws -> JSONValue {
    let log = try tree(rendered(report, to: .sarif).text)
    #expect(log["version"]?.string == "2.1.0")
    let runs = try #require(log["runs"]?.elements)
    #expect(runs.count == 1)
    return runs[0]
  }

  private func results(_ report: Report) throws -> [JSONValue] {
    try #require(try run(report)["results"]?.elements)
  }

  @Test func aMessageIsAResultWithItsParts() throws {
    let run = try run(try report(completed([finding()])))
    let result = try #require(run["results"]?.elements.first)
    #expect(result["ruleId"]?.string == "L1" && result["ruleIndex"]?.number == 0)
    #expect(result["level"]?.string == "error" && result["kind"] == nil)
    #expect(result["message"]?["text"]?.string == "Leak\n\nin\n  main")
    #expect(result["occurrenceCount"]?.number == 2)
    #expect(result["partialFingerprints"]?["tidemark/v1"]?.string == "sarif:x")
    let place = try #require(result["locations"]?.elements.first?["physicalLocation"])
    #expect(place["artifactLocation"]?["uri"]?.string == "src/a%20b.c")
    #expect(place["region"]?["startLine"]?.number == 3)
    #expect(place["region"]?["startColumn"]?.number == 7)
    let rule = try #require(run["tool"]?["driver"]?["rules"]?.elements.first)
    #expect(rule["id"]?.string == "L1" && rule["name"]?.string == "leak")
    #expect(rule["helpUri"]?.string == "https://lint.example/L1")
    #expect(run["invocations"]?.elements.first?["executionSuccessful"]?.bool == true)
  }

  @Test func theOtherPlaceOfAFailureIsThatOfItsTest() throws {
    var given = finding()
    given.testLocation = Message.Location(file: "tests/test a.py", line: 5)
    let report = try report(completed([given]))
    let related = try #require(try results(report).first?["relatedLocations"]?.elements.first)
    #expect(related["message"]?["text"]?.string == "Test")
    let place = try #require(related["physicalLocation"])
    #expect(place["artifactLocation"]?["uri"]?.string == "tests/test%20a.py")
    #expect(place["region"]?["startLine"]?.number == 5)
    let read = try #require(try readBack(rendered(report, to: .sarif).text).messages.first)
    #expect(read.testLocation == given.testLocation)
    #expect(read.details == given.details)
  }

  @Test(arguments: Urgency.allCases)
  func everyUrgencyIsReadBack(urgency: Urgency) throws {
    let report = try report(completed([finding(urgency)]))
    let read = try readBack(rendered(report, to: .sarif).text)
    #expect(read.messages.map(\.urgency) == [urgency])
    #expect(read.run?.status == .completed)
  }

  @Test func allPartsAreReadBack() throws {
    var markdown = message(.warning, "Docs", text: "see **here** [a](b) {{x}}")
    markdown.fingerprint = "m"
    let plain = finding(.information, "Brackets [0](x) and \\[ and }}")
    let first = try report(completed([finding(), markdown, plain, finding(), finding()]))
    let read = try readBack(rendered(first, to: .sarif).text)
    #expect(read.messages.count == 5)
    for (given, found) in zip(
      first.sections.flatMap(\.items).map { first.messages[$0] }, read.messages)
    {
      #expect(found.title == given.title)
      #expect(found.text == given.text)
      #expect(found.textFormat == given.textFormat)
      #expect(found.details == given.details)
      #expect(found.location?.text == given.location?.text)
      #expect(found.link == given.link)
      #expect(found.fingerprint == given.fingerprint)
      #expect(found.time == given.time)
      #expect(found.owner == given.owner)
      #expect(found.count == given.count)
    }
    let again = try report(read)
    #expect(again.verdict.text == first.verdict.text)
    let written = rendered(again, to: .sarif).text
    #expect(written == rendered(try report(try readBack(written)), to: .sarif).text)
  }

  @Test func aMessageWithoutAFingerprintGetsAStableOne() throws {
    let given = try report(completed([message(.error, "Broken", category: "db")]))
    let read = try readBack(rendered(given, to: .sarif).text)
    let fingerprint = try #require(read.messages.first?.fingerprint)
    #expect(fingerprint == Fingerprint(of: given.messages[0]).hexadecimal)
    let again = try readBack(rendered(try report(read), to: .sarif).text)
    #expect(again.messages.first?.fingerprint == fingerprint)
    #expect(read.messages.first?.link == nil)
  }

  @Test func changesAreStates() throws {
    let before = completed([
      message(.error, "Fixed"), message(.warning, "Worse"), message(.error, "Still"),
    ])
    let now = completed([
      message(.error, "Worse"), message(.error, "Still"), message(.error, "New"),
    ])
    let report = try report(now, baseline: before)
    let states = try results(report).map { result in
      let title = result["message"]?["text"]?.string ?? ""
      return "\(title) \(result["baselineState"]?.string ?? "")"
    }
    #expect(Set(states) == ["Fixed absent", "Worse updated", "Still unchanged", "New new"])
    #expect(try readBack(rendered(report, to: .sarif).text).messages.count == 3)
  }

  @Test func knownMessagesAreSuppressed() throws {
    var dataset = completed([finding()])
    dataset.known = [
      KnownEntry([KnownCondition(rule: "L1 (leak)")], reason: "accepted until spring")
    ]
    let report = try report(dataset)
    let suppression = try results(report).first?["suppressions"]?.elements.first
    #expect(suppression?["kind"]?.string == "external")
    #expect(suppression?["justification"]?.string == "accepted until spring")
    let read = try readBack(rendered(report, to: .sarif).text)
    #expect(read.messages.isEmpty && read.run?.facts.map(\.kind) == [.suppressed])
  }

  private static let unsure: [(Dataset.Run?, String)] = [
    (nil, "unknown"), (Dataset.Run(), "unknown"), (Dataset.Run(status: .failed), "failed"),
    (Dataset.Run(status: .canceled), "canceled"), (Dataset.Run(status: .missing), "missing"),
  ]

  @Test(arguments: unsure.indices)
  func anIncompleteRunNeverLooksClean(index: Int) throws {
    var dataset = dataset()
    dataset.run = Self.unsure[index].0
    let given = try report(dataset)
    let invocation = try #require(try run(given)["invocations"]?.elements.first)
    #expect(invocation["executionSuccessful"]?.bool == false)
    #expect(invocation["properties"]?["tidemark"]?["status"]?.string == Self.unsure[index].1)
    #expect(invocation["toolExecutionNotifications"]?.elements.isEmpty == false)
    let read = try readBack(rendered(given, to: .sarif).text)
    #expect(read.run?.status == dataset.run?.status)
    #expect(read.messages.isEmpty)
    #expect(try report(read).verdict.kind == given.verdict.kind)
  }

  @Test func unreadInputsNeverLookClean() throws {
    var dataset = completed([])
    dataset.run?.unread.add(.init(path: "b.json", reason: "Bandit JSON is not read"))
    let given = try report(dataset)
    let invocation = try #require(try run(given)["invocations"]?.elements.first)
    #expect(invocation["executionSuccessful"]?.bool == false)
    let told = invocation["toolExecutionNotifications"]?.elements.first?["message"]?["text"]?.string
    #expect(told == "b.json: Bandit JSON is not read")
    let again = try report(try readBack(rendered(given, to: .sarif).text))
    #expect(again.verdict.kind == .nothingReported)
    #expect(again.gaps.first?.items.first?.text == told)
  }

  @Test func aFilterNeverLooksClean() throws {
    let given = try report(completed([finding(.warning)]), filters: ["urgency=error"])
    let (text, problems) = rendered(given, to: .sarif)
    #expect(try tree(text)["runs"]?.elements.first?["results"]?.elements.isEmpty == true)
    #expect(problems.map(\.id) == ["not-in-format"])
    let again = try report(try readBack(text))
    #expect(again.verdict.kind == .nothingReported)
  }

  @Test func omittedPartsAreCountedInANote() throws {
    var action = finding()
    action.actions = [.init(title: "Retry"), .init(title: "Skip")]
    let entry = TimelineEntry(when: .point(hours(2)), title: "Freeze")
    let (_, problems) = rendered(try report(completed([action], entries: [entry])), to: .sarif)
    #expect(
      problems.map(\.summary) == ["SARIF does not contain 2 actions, 1 entry of the timeline"])
    #expect(problems.map(\.severity) == [.note])
  }

  @Test(arguments: [
    ("/abs/a.c", "file:///abs/a.c"), ("C:/x y/a.c", "file:///C:/x%20y/a.c"),
    ("a:b.c", "a%3Ab.c"), ("//host/a.c", "file://host/a.c"), ("50%/ü.c", "50%25/%C3%BC.c"),
    ("https://host/a b.js", "https://host/a%20b.js"), ("<stdin>", "%3Cstdin%3E"),
    ("src/a]]>\u{1}.c", "src/a%5D%5D%3E%01.c"),
  ])
  func pathsAreAddressesThatAreReadBack(path: String, address: String) throws {
    #expect(SARIFTarget.address(ofFile: path) == address)
    var message = finding()
    message.location = Message.Location(file: path, line: 1)
    let read = try readBack(rendered(try report(completed([message])), to: .sarif).text)
    #expect(read.messages.first?.location?.file == path)
  }

  @Test(arguments: [
    ("a { b } [c]", "a { b } [c]"), ("{0} {{1}}", "{{0}} {{{{1}}}}"),
    ("[a](1)", "\\[a\\](1)"), ("a \\[b", "a \\\\\\[b"), ("}}", "}}}}"), ("C:\\x", "C:\\x"),
  ])
  func onlyPlaceholdersAndLinksAreEscaped(text: String, written: String) {
    #expect(SARIFTarget.escaped(text) == written)
  }

  @Test func hostileValuesAreEscaped() throws {
    let hostile = message(.error, "a\u{0}\u{1B}[31m\u{202E}b ]]> ##[error]x", text: "]]>\u{FFFE}\"")
    let (text, _) = rendered(try report(completed([hostile])), to: .sarif)
    #expect(!text.unicodeScalars.contains { HiddenCharacters.contains($0) && $0 != "\n" })
    #expect(!text.contains("##[error]"))
    #expect(try tree(text)["runs"]?.elements.first?["results"]?.elements.count == 1)
  }

  @Test func manyMessagesAreWrittenInOrder() throws {
    let report = try report(completed((0..<1_000).map { message(.error, "Broken \($0)") }))
    let titles = try results(report).compactMap { $0["message"]?["text"]?.string }
    #expect(titles == report.sections.flatMap(\.items).map { report.messages[$0].title })
    let alone = ReportRenderer(report, store: builtIn, threads: 1).string(.sarif).0
    #expect(alone == rendered(report, to: .sarif).text)
  }
}
