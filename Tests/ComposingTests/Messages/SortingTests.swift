import Composing
import Diagnostics
import Model
import Testing

@Suite("Sorting") struct SortingTests {
  private func titles(_ messages: [Message], _ sort: String...) throws -> [String] {
    let composed = try report(dataset(messages), settings(sort: sort))
    return composed.sections.flatMap { $0.items.map { composed.messages[$0].title } }
  }

  @Test func sortingByTextUsesNaturalOrder() throws {
    let messages = try ["item 10", "Item 9", "apple", "item 010b"].map {
      try message(.error, $0, category: "c")
    }
    #expect(try titles(messages, "title:asc") == ["apple", "Item 9", "item 10", "item 010b"])
    #expect(try titles(messages, "title:desc") == ["item 010b", "item 10", "Item 9", "apple"])
  }

  @Test(arguments: ["asc", "desc"])
  func missingValuesSortLastInBothDirections(_ direction: String) throws {
    let messages = try [
      message(.error, "none", category: "c"),
      message(.error, "some", category: "c", time: night, file: "a.swift"),
    ]
    #expect(try titles(messages, "time:\(direction)").last == "none")
    #expect(try titles(messages, "file:\(direction)").last == "none")
    let untitled = try [
      message(.error, "", category: "c"), message(.error, "x", category: "c"),
    ]
    #expect(try titles(untitled, "title:\(direction)").last == "")
  }

  @Test func laterSortKeysDecideBetweenEqualMessages() throws {
    let messages = try [
      message(.error, "b", category: "c", file: "2.swift"),
      message(.error, "a", category: "c", file: "10.swift"),
      message(.warning, "c", category: "c", file: "2.swift"),
      message(.warning, "d", category: "c", file: "1.swift"),
    ]
    #expect(try titles(messages, "urgency:asc,file:asc,title:asc") == ["d", "c", "b", "a"])
    #expect(try titles(messages, "urgency:asc", "file:desc") == ["c", "d", "a", "b"])
  }

  @Test func sortingIsStable() throws {
    let messages = try ["one", "two", "three"].map { try message(.error, $0, category: "c") }
    #expect(try titles(messages, "urgency:desc,time:asc,file:desc") == ["one", "two", "three"])
  }

  @Test func sortingByCategoryOrdersSectionsByTitle() throws {
    let messages = try [
      message(.error, "u"), message(.error, "z", category: "z"),
      message(.error, "a", category: "a"),
    ]
    let categories = [("z", "Build 10"), ("a", "build 9")]
    let ascending = try report(
      dataset(messages, categories: categories), settings(sort: ["category:asc"]))
    #expect(ascending.sections.map(\.title) == ["build 9", "Build 10", "Error"])
    let descending = try report(
      dataset(messages, categories: categories), settings(sort: ["category:desc"]))
    #expect(descending.sections.map(\.title) == ["Build 10", "build 9", "Error"])
  }

  @Test func sectionsFollowTheOrderByTheirFirstMessage() throws {
    let plain = try [message(.error, "e"), message(.warning, "w"), message(.neutral, "n")]
    #expect(
      try report(dataset(plain), settings(sort: ["urgency:asc"])).sections.map(\.title)
        == ["Neutral", "Warning", "Error"])
    let filed = try [
      message(.error, "m", category: "b", time: "2026-11-02"),
      message(.error, "z", category: "a", time: "2026-11-03"),
      message(.warning, "a", category: "c"), message(.error, "m", category: "d"),
    ]
    func sections(_ sort: String) throws -> [String?] {
      let listed = dataset(filed, categories: ["b", "a", "c", "d"].map { ($0, $0) })
      return try report(listed, settings(sort: [sort])).sections.map(\.category)
    }
    #expect(try sections("urgency:desc,time:desc") == ["b", "a", "c", "d"], "as they are filed")
    #expect(try sections("title:asc") == ["c", "b", "d", "a"])
    #expect(try sections("time:desc") == ["a", "b", "c", "d"])
    #expect(try sections("urgency:asc,category:desc") == ["c", "d", "b", "a"])
  }

  @Test func sortingByChangePutsNewMessagesFirst() throws {
    let messages = try ["old", "new"].map { try message(.error, $0, category: "c") }
    let composed = try report(
      dataset(messages), settings(sort: ["change:asc"], baseline: dataset([messages[0]])))
    #expect(composed.outline == ["c: new, old"])
  }

  @Test func theDatasetsSortIsUsed() throws {
    var sorted = try dataset(["b", "a"].map { try message(.error, $0, category: "c") })
    sorted.sort = ["title:asc"]
    #expect(try report(sorted).outline == ["c: a, b"])
    #expect(try report(sorted, settings(sort: ["title:desc"])).outline == ["c: b, a"])
  }

  @Test func sortKeysHaveADefaultDirection() throws {
    let messages = try [
      message(.warning, "b", category: "c", time: "2026-11-01"),
      message(.error, "a", category: "c", time: "2026-11-02"),
    ]
    #expect(try titles(messages, "title") == ["a", "b"])
    #expect(try titles(messages, "urgency") == ["a", "b"])
    #expect(try titles(messages, "time") == ["a", "b"])
  }

  @Test func aReportInAnotherOrderHasANote() throws {
    #expect(try report(dataset()).sortNote == nil)
    #expect(try report(dataset(), settings(sort: ["urgency:desc", "time:desc"])).sortNote == nil)
    #expect(
      try report(dataset(), settings(sort: ["time:asc,title:desc"])).sortNote
        == "Sorted by Time (Oldest first), Title (Z to A).")
  }

  @Test func unknownSortKeysAndDirectionsHaveASuggestion() throws {
    let findings = diagnostics(dataset(), try settings(sort: ["urgncy:desc", "time:dsc"]))
    #expect(findings.map(\.id) == ["unknown-sort-key", "unknown-sort-direction"])
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(findings.flatMap(\.help) == ["did you mean 'urgency'?", "did you mean 'desc'?"])
    #expect(findings.allSatisfy { $0.location == nil })
  }

  @Test func anInvalidSortIsReportedAtItsLocation() throws {
    var mistaken = dataset()
    mistaken.sort = ["colour:asc"]
    mistaken.sortSource = SourceMark(file: 0, line: 7, column: 11)
    let finding = try #require(diagnostics(mistaken, settings()).first)
    #expect(finding.location == SourceLocation(file: "night.json", line: 7, column: 11))
    #expect(finding.help == ["valid keys: urgency, category, time, title, file, owner, change"])
  }

  @Test func anEmptySortIsAWarning() throws {
    let (composed, findings) = Composer().compose(dataset(), in: try settings(sort: []))
    #expect(findings.map(\.id) == ["no-sort-key"])
    #expect(findings.map(\.severity) == [.warning])
    #expect(composed?.sortNote == nil)
  }

  @Test(arguments: ["", ":desc", "title:asc,"])
  func blankSortKeysAreRefused(_ sort: String) throws {
    let (composed, findings) = Composer().compose(dataset(), in: try settings(sort: [sort]))
    #expect(composed == nil)
    #expect(findings.map(\.id) == ["no-sort-key"])
  }

  @Test func sortingByChangeNeedsABaseline() throws {
    #expect(
      diagnostics(dataset(), try settings(sort: ["change:asc"])).map(\.id) == ["needs-baseline"])
  }

  @Test func duplicateSortKeysAreAWarning() throws {
    let findings = diagnostics(dataset(), try settings(sort: ["time:asc,time:desc"]))
    #expect(findings.map(\.id) == ["repeated-sort-key"])
    #expect(findings.map(\.severity) == [.warning])
  }

  @Test func sortCriteriaAreWrittenAsParsed() throws {
    for key in SortCriterion.Key.all {
      for isDescending in [false, true] {
        let criterion = SortCriterion(key, isDescending: isDescending)
        var problems: [Diagnostic] = []
        let read = SortCriterion.parse(
          [criterion.written], hasBaseline: true, at: nil, &problems)
        #expect(read == [criterion] && problems == [])
      }
    }
    let composed = try report(dataset([message(.error)]), settings(sort: ["title", "time:asc"]))
    #expect(composed.sort.map(\.written) == ["title:asc", "time:asc"])
    #expect(try report(dataset()).sort == SortCriterion.standard(hasBaseline: false))
  }
}
