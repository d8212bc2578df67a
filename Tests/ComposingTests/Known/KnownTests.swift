import Composing
import Diagnostics
import Model
import TestSupport
import Testing
import Time

/// What is known and how it is counted (K1, K2, K3).
struct KnownTests {
  private func dataset(_ messages: [Message], now: String? = nil) throws -> Dataset {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = messages
    dataset.now = try now.map { try time($0) }
    return dataset
  }

  private func entry(
    _ condition: KnownCondition, until: CivilDate? = nil, reason: String = "A reason"
  ) -> KnownEntry {
    KnownEntry([condition], reason: reason, until: until)
  }

  private func report(
    _ dataset: Dataset, _ known: [KnownEntry], baseline: Dataset? = nil, now: String = night,
    zone: String = "Europe/Berlin", filters: [String] = []
  ) throws -> Report {
    var context = try settings(now: now, zone: zone, filters: filters, baseline: baseline)
    context.settings.known = known
    let (report, problems) = Composer().compose(dataset, in: context)
    #expect(problems.isEmpty)
    let found = try #require(report)
    #expect(found.reconcile() == nil)
    return found
  }

  private let third = CivilDate(year: 2026, month: 11, day: 3)

  @Test func aKnownMessageIsInNothingButItsList() throws {
    let found = try report(
      dataset([
        message(.error, "Old", file: "a.c"), message(.warning, "Other"), message(.warning, "Third"),
      ]),
      [entry(KnownCondition(rule: "Old"))])
    #expect(found.verdict.text == "2 warnings")
    #expect(found.verdict.urgency == .warning)
    #expect(found.messages.map(\.title) == ["Other", "Third"])
    #expect(found.known.text == "1 known")
    #expect(found.known.messages.map(\.title) == ["Old"])
    #expect(!found.fails(on: .error) && found.fails(on: .warning))
    #expect((0..<2).map { Report.number(of: $0, in: found.positions) } == [2, 3])
  }

  @Test func aMessageHasItsOwnOwnerElseThatOfTheEntryItMatches() throws {
    var messages = try [
      message(.error, "Own", file: "old/a.c"), message(.error, "Other", file: "old/b.c"),
      message(.error, "Worse"), message(.warning, "None"), message(.error, "Known"),
    ]
    messages[0].owner = "@own"
    let expired = KnownEntry(
      [KnownCondition(file: "old/*")], reason: "A reason", owner: "@entry", until: third)
    let accepted = KnownEntry(
      [KnownCondition(rule: "Worse", urgency: .warning)], reason: "A reason", owner: "@worse")
    let empty = KnownEntry(
      [KnownCondition(rule: "None")], reason: "A reason", owner: "", until: third)
    let known = KnownEntry([KnownCondition(rule: "Known")], reason: "A reason", owner: "@known")
    let found = try report(dataset(messages), [expired, accepted, empty, known])
    #expect(found.messages.map(\.owner) == ["@own", "@entry", "@worse", nil])
    #expect(found.known.messages.map(\.owner) == ["@known"])
  }

  @Test func aReportOfKnownMessagesAloneSaysSo() throws {
    let all = try dataset([message(.error, "Old"), message(.warning, "Old")])
    let known = [entry(KnownCondition(rule: "Old"))]
    #expect(try report(all, known).verdict.text == "All clear, 2 known")
    #expect(try report(all, known).verdict.urgency == .success)
    let quiet = try report(all, known, baseline: dataset([]))
    #expect(quiet.comparison?.headline?.text == "All clear, 2 known")
    #expect(quiet.comparison?.counts == ChangeCounts())
    var unsure = all
    unsure.run = nil
    #expect(try report(unsure, known).verdict.text == "2 known")
    #expect(try report(unsure, known).verdict.urgency == .neutral)
    unsure.run = Dataset.Run(status: .failed)
    #expect(try report(unsure, known).verdict.text == "2 known")
  }

  @Test(arguments: [
    (KnownCondition(fingerprint: "given"), ["given"]),
    (KnownCondition(rule: "E501"), ["lint", "third"]),
    (KnownCondition(rule: "E501", file: "vendor/**"), ["third"]),
    (KnownCondition(rule: "E501", file: "src/a.c"), ["lint"]),
    (KnownCondition(file: "*.c"), ["lint", "third"]),
    (KnownCondition(file: "src/a.c"), ["lint"]),
    (KnownCondition(file: "src/**/a.c"), ["lint"]),
    (KnownCondition(file: "**/src/?.c"), ["lint"]),
    (KnownCondition(file: "*[b-z].c"), ["third"]),
    (KnownCondition(file: "SRC/*"), []),
    (KnownCondition(text: "IN THE text"), ["given"]),
    (KnownCondition(text: "iv"), ["given"]),
    (KnownCondition(rule: "E5"), []),
    (KnownCondition(rule: "given", file: "*"), []),
    // The fingerprint decides alone.
    (KnownCondition(fingerprint: "given", rule: "another", file: "x.c"), ["given"]),
  ])
  func matchesWhatHasEverything(condition: KnownCondition, titles: [String]) throws {
    var given = try message(.warning, "given", fingerprint: "given")
    given.text = "It is in the text."
    var lint = try message(.warning, "lint", file: "src/a.c")
    lint.link = Message.Link(title: "E501")
    var third = try message(.warning, "third", file: "vendor/x/b.c")
    third.link = Message.Link(title: "E501")
    let found = try report(dataset([given, lint, third]), [entry(condition)])
    #expect(found.known.messages.map(\.title) == titles)
  }

  @Test func digitsOfAFingerprintMatch() throws {
    let one = try message(.warning, "One", file: "a.c")
    let print = Fingerprint(of: one)
    for digits in [print.short, print.hexadecimal] {
      let found = try report(
        dataset([one, message(.warning, "Two")]), [entry(KnownCondition(fingerprint: digits))])
      #expect(found.known.messages.map(\.title) == ["One"])
    }
  }

  @Test(arguments: [
    ("2026-11-03T23:59:59+01:00", "Europe/Berlin", true),
    ("2026-11-04T00:00:00+01:00", "Europe/Berlin", false),
    ("2026-11-04T00:30:00+01:00", "UTC", true),
    ("2026-11-03T20:00:00+01:00", "Asia/Tokyo", false),
    ("2026-11-02T12:00:00+01:00", "Europe/Berlin", true),
  ])
  func anEntryHoldsToTheEndOfItsDayInTheZoneOfTheReport(now: String, zone: String, holds: Bool)
    throws
  {
    let found = try report(
      dataset([message(.error, "Old")]), [entry(KnownCondition(rule: "Old"), until: third)],
      now: now, zone: zone)
    #expect(found.known.total == (holds ? 1 : 0))
    #expect(found.knownNotes[0]?.text == (holds ? nil : "Accepted until 3 Nov 2026"))
  }

  @Test func anExpiredEntryIsLoudOnceAndNeverNew() throws {
    let messages = [try message(.warning, "Old"), try message(.error, "Still")]
    let known = [entry(KnownCondition(rule: "Old"), until: third, reason: "Waits")]
    let before = try dataset(messages, now: "2026-11-03T03:12:00+01:00")
    let first = try report(
      dataset(messages), known, baseline: before, now: "2026-11-04T03:12:00+01:00")
    #expect(first.changes == [.expired, .still])
    #expect(first.comparison?.headline?.text == "1 acceptance expired (1 error unchanged)")
    #expect(first.comparison?.text == "1 acceptance expired, 1 unchanged")
    #expect(first.changeLists(pastLimit: nil).map(\.kind) == [.expired])
    #expect(first.fails(on: .newWarning) && !first.fails(on: .newError))
    #expect(first.lacksOccasion(for: .new) == nil)
    #expect(first.knownNotes[0]?.reason == "Waits")
    let second = try report(
      dataset(messages), known, baseline: dataset(messages, now: "2026-11-04T03:12:00+01:00"),
      now: "2026-11-05T03:12:00+01:00")
    #expect(second.changes == [.still, .still])
    #expect(second.knownNotes[0] != nil)
    let last = try report(
      dataset([messages[1]]), known, baseline: dataset(messages, now: "2026-11-04T03:12:00+01:00"),
      now: "2026-11-05T03:12:00+01:00")
    #expect(last.comparison?.fixed == 1)
  }

  @Test func whatIsWorseThanAcceptedComesBack() throws {
    let known = [entry(KnownCondition(rule: "Old", urgency: .warning))]
    let found = try report(
      dataset([message(.error, "Old")]), known, baseline: dataset([message(.warning, "Old")]))
    #expect(found.changes == [.worse])
    #expect(found.knownNotes[0]?.text == "Known as Warning")
    #expect(found.comparison?.headline?.text == "1 more urgent")
    for urgency in [Urgency.warning, .information, .success] {
      #expect(try report(dataset([message(urgency, "Old")]), known).known.total == 1)
    }
  }

  @Test func changingEntriesAloneChangesNothing() throws {
    let messages = try (0..<6).map { try message($0 < 3 ? .error : .warning, "Title \($0)") }
    let before = try dataset(messages)
    for known in [
      [], [entry(KnownCondition(rule: "Title 1"))], [entry(KnownCondition(text: "title"))],
    ] {
      let found = try report(before, known, baseline: before)
      #expect(found.comparison?.hasNews == false)
      #expect(found.changes.allSatisfy { $0 == .still })
    }
  }

  @Test func whatWasKnownIsNeitherFixedNorNotRun() throws {
    let known = [entry(KnownCondition(rule: "Old"))]
    let before = try dataset([message(.error, "Old"), message(.error, "Gone")])
    let found = try report(dataset([]), known, baseline: before)
    #expect(found.comparison?.fixedMessages.map(\.title) == ["Gone"])
    var partial = try dataset([])
    partial.scope = RunScope([])
    let quiet = try report(partial, known, baseline: dataset([message(.error, "Old")]))
    #expect(quiet.comparison?.hasNews == false)
    #expect(quiet.verdict.kind == .allClear)
    #expect(quiet.known.unmatched?.isEmpty == true, "it may still be there")
    #expect(found.known.unmatched?.count == 1)
  }

  @Test func oneMoreThanAcceptedIsNewAndTheOldOnesStayKnown() throws {
    let same = try message(.warning, "Same", file: "a.c")
    let known = [
      KnownEntry(
        [KnownCondition(fingerprint: Fingerprint(of: same).short, count: 2)], reason: "Backlog")
    ]
    var lines = [same, same, same]
    for index in 0..<3 { lines[index].location?.line = (index + 1) * 100 }
    let found = try report(dataset(lines), known, baseline: dataset([lines[0], lines[2]]))
    #expect(found.known.messages.map(\.location?.line) == [100, 300])
    #expect(found.changes == [.new])
    #expect(found.messages.map(\.location?.line) == [200])
    // One of the three goes again: it was not known.
    let after = try report(dataset([lines[0], lines[2]]), known, baseline: dataset(lines))
    #expect(after.comparison?.fixed == 1 && after.known.total == 2)
  }

  @Test func aMessageOfARenamedFileStaysKnown() throws {
    func found(in file: String) throws -> Dataset {
      try dataset(
        (0..<4).map { try message(.warning, "Title \($0)", file: file, line: $0 * 7 + 1) })
    }
    let before = try found(in: "src/old.c")
    let known = [
      KnownEntry(
        before.messages.map { KnownCondition(fingerprint: Fingerprint(of: $0).short, count: 1) },
        reason: "Backlog")
    ]
    #expect(try report(found(in: "src/new.c"), known, baseline: before).known.total == 4)
  }

  @Test func theFirstEntryThatAcceptsIsNamed() throws {
    let known = [
      entry(KnownCondition(text: "old"), until: third, reason: "over"),
      entry(KnownCondition(rule: "Old", urgency: .warning), reason: "too low"),
      entry(KnownCondition(fingerprint: "x"), reason: "this"),
      entry(KnownCondition(text: "l"), reason: "later"),
    ]
    let found = try report(dataset([message(.error, "Old", fingerprint: "x")]), known)
    #expect(found.known.issues.map(\.reason) == ["this"])
    let refused = try report(dataset([message(.error, "Old")]), Array(known.prefix(2)))
    #expect(refused.knownNotes[0]?.reason == "over")
  }

  @Test func aFilterHidesKnownMessagesAndNotTheirNumber() throws {
    let found = try report(
      dataset([message(.error, "Old"), message(.warning, "Old"), message(.error, "Other")]),
      [entry(KnownCondition(rule: "Old"))], filters: ["urgency=warning"])
    #expect(found.known.total == 2)
    #expect(found.known.issues.map(\.items.count) == [1])
    #expect(found.known.issues.map(\.count) == [2])
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func manyEntriesAndMessagesTakeLinearTime() throws {
    let count = 20_000
    func time(_ count: Int) throws -> Double {
      let known = (0..<count).map { number in
        switch number % 4 {
        case 0: entry(KnownCondition(fingerprint: "print \(number)"))
        case 1: entry(KnownCondition(rule: "Title \(number)", file: "src/*.c"))
        case 2: entry(KnownCondition(rule: "Shared", file: "src/\(number).c"))
        default: entry(KnownCondition(file: "lib/\(number).c"))
        }
      }
      let messages = try (0..<count).map { number in
        var one = try message(
          .warning, "Title \(number)", file: "src/\(number).c", fingerprint: "print \(number)")
        if number % 4 == 2 { one.link = Message.Link(title: "Shared") }
        return one
      }
      let dataset = try dataset(messages)
      let clock = CPUClock()
      let total = try report(dataset, known).known.total
      #expect(total == count / 4 * 3)
      return clock.seconds
    }
    _ = try time(100)
    let (small, large) = (try time(count / 4), try time(count))
    // Quadratic time would be sixteen times as much.
    #expect(large < small * 10)
  }
}
