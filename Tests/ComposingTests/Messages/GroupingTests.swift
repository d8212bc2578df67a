import Composing
import Model
import TestSupport
import Testing
import Text

@Suite("Messages alike") struct GroupingTests {
  /// Findings of a rule, each in a file of its own.
  private static func findings(
    _ rule: String, _ count: Int, _ urgency: Urgency = .warning, words: String = "Some words"
  ) -> [Message] {
    (0..<count).map { number in
      Message(
        urgency: urgency, category: "lint", title: "'name\(number)': \(words)",
        location: Message.Location(file: "src/\(rule)\(number).c", line: number + 1),
        link: Message.Link(title: rule))
    }
  }

  /// Failed tests with names of their own.
  private static func failures(
    _ count: Int, name: String = "test", text: (Int) -> String?,
    details: (Int) -> String? = { _ in nil }
  ) -> [Message] {
    (0..<count).map { number in
      var message = Message(
        urgency: .error, category: "tests", title: "\(name)_\(number)", text: text(number),
        details: details(number))
      message.textFormat = .plain
      return message
    }
  }

  /// Messages with nothing in common, so that a section is long enough.
  private static let others = "abcdefghijklmnopqrst".map { letter in
    Message(urgency: .neutral, category: "lint", title: "Note \(letter)\(letter)")
  }

  private func composed(
    _ messages: [Message], beyond: Int? = nil, baseline: [Message]? = nil, sort: [String]? = nil,
    filters: [String] = []
  ) throws -> Report {
    var context = try settings(
      sort: sort, filters: filters, baseline: baseline.map { dataset($0) })
    if let beyond { context.settings.groupBeyond = beyond }
    let made = try report(dataset(messages), context)
    #expect(made.reconcile() == nil)
    return made
  }

  /// "rule ×6" for a group, "." for a message.
  private func outline(_ section: Report.Section?) -> [String] {
    guard let section else { return [] }
    return section.blocks.flatMap { block in
      block.group.map { ["\(section.groups[$0].title) ×\(section.groups[$0].count)"] }
        ?? block.items.map { _ in "." }
    }
  }

  @Test func findingsOfARuleAreAGroup() throws {
    let made = try composed(Self.findings("no-var", 9) + Self.findings("eqeqeq", 12, .error))
    #expect(outline(made.sections.first) == ["eqeqeq ×12", "no-var ×9"])
    let group = try #require(made.sections.first?.groups.first)
    #expect(group.likeness == .rule && group.urgency == .error)
    #expect(group.common == "'…': Some words")
  }

  @Test func fewMessagesAlikeStandAlone() throws {
    let five = Self.findings("a", 5) + Self.findings("b", 1, words: "Else") + Self.others
    #expect(try composed(five).sections.allSatisfy { $0.groups.isEmpty })
    let six = Self.findings("a", 6) + Self.findings("b", 1, words: "Else") + Self.others
    #expect(try composed(six).sections.map(\.groups.count) == [1])
    // A section of twenty is read as it is.
    let short = Self.findings("a", 19) + Self.findings("b", 1, words: "Else")
    #expect(try composed(short).sections.allSatisfy { $0.groups.isEmpty })
  }

  @Test func theThresholdIsASetting() throws {
    let messages = Self.findings("a", 3) + Self.findings("b", 8)
    #expect(try outline(composed(messages, beyond: 2).sections.first) == ["a ×3", "b ×8"])
    #expect(try composed(messages + Self.others, beyond: 0).sections.map(\.groups.count) == [0])
  }

  @Test func failuresWithOneFirstLineAreAGroupWhateverTheirValues() throws {
    let made = try composed(
      Self.failures(30) { "Timeout: waited \($0) ms for \"host-\($0)\"\nat line \($0)" })
    #expect(outline(made.sections.first) == ["Timeout: waited … ms for \"…\" ×30"])
    #expect(made.sections.first?.groups.first?.likeness == .failure)
  }

  @Test func aValueThatAllHaveIsSaid() throws {
    let made = try composed(Self.failures(30) { "Port 5432 of 'db' refused test \($0)" })
    #expect(made.sections.first?.groups.first?.title == "Port 5432 of 'db' refused test …")
  }

  @Test func theNameOfAnErrorAloneIsNoCause() throws {
    #expect(
      try composed(Self.failures(30) { _ in "AssertionError" }).sections.map(\.groups.count) == [0])
  }

  @Test func failuresWithTheSameInnermostFramesAreAGroup() throws {
    let made = try composed(
      Self.failures(
        30, text: { "Error\($0)" },
        details: {
          """
          Error\($0)
              at check (node_modules/expect/index.js:1:1)
              at connect (db/pool.js:\($0):3)
              at query (db/query.js:7:3)
              at test\($0) (test.js:\($0):1)
          """
        }
      ).map { message in
        var message = message
        message.details = message.details?.split(separator: "\n").prefix(4)
          .joined(separator: "\n")
        return message
      })
    #expect(outline(made.sections.first) == ["at connect (db/pool.js:0:3) ×30"])
    let python = try composed(
      Self.failures(
        30, text: { "Error\($0)" },
        details: {
          """
          Traceback (most recent call last):
            File "test_\($0)x.py", line \($0), in test
              query()
            File "query.py", line 8, in query
              connect()
            File "pool.py", line 7, in connect
              dial()
            File "dial.py", line 9, in dial
          """
        }))
    #expect(python.sections.first?.groups.map(\.title) == ["File \"dial.py\", line 9, in dial"])
  }

  @Test func equalTitlesAreAGroupAndTitlesWithoutATextAsideFromValues() throws {
    let equal = (0..<30).map {
      Message(urgency: .warning, title: "Backup failed", text: "word\($0)x")
    }
    #expect(try outline(composed(equal).sections.first) == ["Backup failed ×30"])
    let numbered = (0..<30).map {
      Message(urgency: .warning, title: "Backup of host \($0) failed")
    }
    #expect(try outline(composed(numbered).sections.first) == ["Backup of host … failed ×30"])
    // Tests that differ in a number may fail for different reasons.
    let scenarios = Self.failures(30, name: "Scenario ") { "cause\($0)x" }
    #expect(try composed(scenarios).sections.map(\.groups.count) == [0])
    // Of values alone nothing is alike.
    let values = (0..<30).map { Message(urgency: .warning, title: "\($0)") }
    #expect(try composed(values).sections.map(\.groups.count) == [0])
  }

  @Test func aLinkThatAllMessagesHaveIsNoRule() throws {
    let messages = "abcdefghijklmnopqrstuvwxyz".map { letter in
      Message(
        urgency: .warning, title: "Finding \(letter)\(letter)",
        location: Message.Location(file: "a.c"), link: Message.Link(title: "Job", url: "/job/7"))
    }
    #expect(try composed(messages).sections.map(\.groups.count) == [0])
  }

  @Test func aGroupStandsWhereItsFirstMemberWouldAndKeepsTheOrderOfIts() throws {
    var lint = Self.findings("a", 8)
    lint[5].urgency = .error
    let before = lint.enumerated().filter { $0.offset != 3 }.map(\.element)
    let old = before.map { message in
      var message = message
      message.urgency = .warning
      return message
    }
    let made = try composed(
      lint + Self.findings("b", 1, .neutral) + Self.others, baseline: old + Self.others)
    let section = try #require(made.sections.first)
    #expect(outline(section).first == "a ×8")
    #expect(Array(section.items.prefix(8)) == [5, 3, 0, 1, 2, 4, 6, 7])
    let group = try #require(section.groups.first)
    #expect(group.urgency == .error && group.new == 1 && group.worse == 1)
    #expect(group.urgencies.map(\.urgency) == [.error, .warning])
    #expect(group.urgencies.map(\.count) == [1, 7])
    let sorted = try composed(lint + Self.others, sort: ["file:desc"])
    #expect(Array(try #require(sorted.sections.first).items.prefix(8)) == [7, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test func aFilterLeavesAGroupOfWhatItShows() throws {
    let messages = Self.findings("a", 30) + Self.findings("b", 7, .error) + Self.others
    let made = try composed(messages, filters: ["urgency=warning"])
    #expect(outline(made.sections.first) == ["a ×30"])
  }

  @Test func newsAlikeIsOneLineOfItsList() throws {
    let messages = Self.failures(40) { _ in "Database is missing" } + Self.findings("a", 2)
    let made = try composed(messages, baseline: [])
    let list = try #require(made.changeLists(pastLimit: nil).first)
    #expect(list.items == [0, 40, 41] && list.count == 42 && list.more == 0)
    #expect(list.alike.map { $0?.count } == [40, nil, nil])
    #expect(list.alike.first??.title == "Database is missing")
  }

  @Test func newsAlikeNamesItsFirstPlaces() throws {
    func finding(_ file: String, _ line: Int?) -> Message {
      Message(
        urgency: .error, category: "lint", title: "Long line",
        location: Message.Location(file: file, line: line), link: Message.Link(title: "E501"))
    }
    func places(_ messages: [Message]) throws -> String? {
      let made = try composed(messages + Self.others, baseline: [])
      let news = try #require(made.comparison?.alikeNews.first).value
      return news.places.map { news.morePlaces > 0 ? "\($0) + \(news.morePlaces)" : $0 }
    }
    let findings = [
      finding("src/cal/event.c", 7), finding("src/cal/event.c", 7), finding("lib/list.c", nil),
      finding("test/event.c", 40), finding("src/a.c", 1), finding("src/b.c", 2),
    ]
    #expect(try places(findings) == "cal/event.c:7, list.c, test/event.c:40 + 2")
    #expect(try places(findings.map { _ in finding("src/a.c", 7) }) == "a.c:7")
    #expect(try places(Self.failures(30) { _ in "Database is missing" }) == nil)
  }

  @Test func aBudgetCountsWhatItLeavesOutInItsGroup() throws {
    let messages = Self.findings("a", 40) + Self.findings("b", 30, .error) + Self.others
    let made = try composed(messages)
    let trimming = Trimming(made, bytes: 4_000)
    for count in stride(from: 0, through: trimming.count, by: 7) {
      let short = trimming.report(after: count)
      #expect(short.reconcile() == nil)
      for group in short.sections.flatMap(\.groups) { #expect([30, 40].contains(group.count)) }
    }
  }

  @Test func signsOfValuesInATextCollideWithoutHarm() throws {
    let messages = (0..<30).map { number in
      Message(
        urgency: .error, title: "t\(number)x",
        text: number % 2 == 0 ? "Issue # of all" : "Issue 5 of all")
    }
    let made = try composed(messages)
    #expect(made.sections.first?.groups.map(\.count) == [30])
    #expect(made.sections.first?.groups.map(\.title) == ["t0x"])
  }

  @Test(.enabled(if: FuzzScale.isThorough), arguments: [true, false])
  func aHundredThousandTextsTakeLinearTime(areEqual: Bool) throws {
    func seconds(_ count: Int) throws -> Double {
      let messages = (0..<count).map { number in
        Message(
          urgency: .error, category: "c", title: "t\(number)x",
          text: areEqual ? "The disk is full" : "The disk d\(number)x is full of \(number)z")
      }
      let context = try settings()
      let clock = CPUClock()
      let made = try report(dataset(messages), context)
      let took = clock.seconds
      #expect(made.sections.map(\.groups.count) == [areEqual ? 1 : 0])
      return took
    }
    _ = try seconds(1_000)
    let (few, many) = (try seconds(10_000), try seconds(100_000))
    #expect(many < few * 40)
  }
}
