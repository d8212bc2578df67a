import Model
import Testing
import Time

@testable import Composing

/// What a report with a baseline says first (N5).
@Suite struct HeadlineTests {
  private let old = (1...6).map {
    Message(urgency: .error, title: "Old \($0)", fingerprint: "o\($0)")
  }

  private func composed(
    _ tonight: [Message], _ before: [Message], run: Dataset.Run.Status? = nil,
    locale: String = "en"
  ) throws -> Report {
    try report(dataset(tonight, run: run), settings(locale: locale, baseline: dataset(before)))
  }

  private func headline(
    _ tonight: [Message], _ before: [Message], run: Dataset.Run.Status? = nil,
    locale: String = "en"
  ) throws -> Headline {
    try #require(composed(tonight, before, run: run, locale: locale).comparison?.headline)
  }

  /// A site's memory of messages, each since a day of its own.
  private func remembered(_ report: Report, since days: [String]) throws -> Report {
    var report = report
    report.histories = try days.compactMap { day in
      guard case .date(let since) = try time(day) else { return nil }
      return MessageHistory(since: since, runs: 9, states: [.there, .there])
    }
    report.settleChanges(groupBeyond: 5)
    return report
  }

  @Test func urgencyOfWhatIsNewComesFirst() throws {
    let new = try [message(.warning, "a"), message(.warning, "b")]
    let made = try headline(old + new, old)
    #expect(made.text == "2 new warnings (6 errors unchanged)")
    #expect(made.withRun == "2 new warnings, 6 errors unchanged")
    let worst = try headline(old + new + [message(.error, "c"), message(.information, "d")], old)
    #expect(worst.text == "1 new error, 2 new warnings (6 errors unchanged)")
  }

  @Test func anErrorThatIsBackStandsBeforeANewWarning() throws {
    let now = try [message(.error, "Back"), message(.warning, "New")]
    var made = try composed(now, [])
    let day = try #require(CivilDate(year: 2026, month: 11, day: 3))
    made.histories = [true, false].map {
      MessageHistory(since: day, runs: 1, states: [.there], isBack: $0)
    }
    made.settleChanges(groupBeyond: 5)
    #expect(made.comparison?.headline?.text == "1 error back, 1 new warning")
    #expect(made.verdict.lines.first.text == "1 error, 1 back")
  }

  @Test func otherMessagesAreNamedWhereNothingUrgentIsNew() throws {
    let made = try headline(old + [message(.information, "a"), message(.neutral, "b")], old)
    #expect(made.text == "2 new messages (6 errors unchanged)")
  }

  @Test func worseMessagesAreNews() throws {
    var disk = try message(.warning, "Disk", fingerprint: "disk")
    let before = disk
    disk.urgency = .error
    #expect(try headline(old + [disk], old + [before]).text == "1 more urgent (6 errors unchanged)")
  }

  @Test func fixedMessagesAloneAreNoNews() throws {
    let made = try headline(Array(old.dropLast(2)), old)
    #expect(made.text == "2 fixed; 4 errors unchanged")
    #expect(made.withRun == made.text)
    #expect(try headline([], old, run: .completed).text == "All clear, 6 fixed")
  }

  @Test func nothingNewIsSaidWithTheUnchangedMessages() throws {
    #expect(try headline(old, old).text == "Nothing new; 6 errors unchanged")
    let less = try headline(
      [message(.warning, "Disk", fingerprint: "d")], [message(.error, "Disk", fingerprint: "d")])
    #expect(less.text == "Nothing new; 1 less urgent")
  }

  @Test func theDatesAreThoseOfTheFirstAndTheLastMessage() throws {
    let quiet = try composed(old, old)
    let days = ["2026-10-01", "2026-11-03", "2026-09-30", "2025-01-01", "2026-11-01", "2026-11-02"]
    let known = try remembered(quiet, since: days)
    #expect(
      known.comparison?.headline?.text
        == "Nothing new since 3 Nov; 6 errors, the oldest since 1 Jan 2025")
    #expect(known.verdict.lines.first.text == "6 errors, the oldest since 1 Jan 2025")
    let together = try remembered(quiet, since: days.map { _ in "2026-11-03" })
    #expect(together.comparison?.headline?.text == "Nothing new; 6 errors since 3 Nov")
    // Of one message nothing is known.
    let partly = try remembered(quiet, since: Array(days.dropLast()))
    #expect(partly.comparison?.headline?.text == "Nothing new; 6 errors unchanged")
    let last = try remembered(composed([old[0]], [old[0]]), since: ["2025-11-03"])
    #expect(last.comparison?.headline?.text == "Nothing new; 1 error since 3 Nov 2025")
  }

  @Test func aRunThatWentWrongIsSaidFirstInTheSubject() throws {
    let new = try message(.warning, "a")
    let made = try headline(old + [new], old, run: .failed)
    #expect(made.withRun == "Run failed, 1 new warning, 6 errors unchanged")
    #expect(made.text == "1 new warning (6 errors unchanged)")
    let quiet = try headline(Array(old.dropLast()), old, run: .failed)
    #expect(quiet.withRun == "Run failed, 1 not checked, 5 errors unchanged")
    #expect(try headline([], [], run: .failed).withRun == "Run failed")
  }

  // MARK: States

  /// The report of a site whose baseline ends with messages that were not run already.
  private func composed(
    _ tonight: [Message], _ before: [Message], kept: Int, outdated: Set<Int> = [],
    run: Dataset.Run.Status = .failed
  ) throws -> Report {
    let (now, baseline) = (dataset(tonight, run: run), dataset(before, run: run))
    var settings = try settings(baseline: baseline)
    settings.recall = MessageRecall(
      matches: MessageMatches(baseline, now), histories: [],
      fingerprints: tonight.map { Fingerprint(of: $0) },
      earlier: [], keptCount: kept, outdated: outdated)
    return try report(now, settings)
  }

  @Test func whatWasNotRunBeforeIsNoNews() throws {
    let quiet = try composed([old[0]], Array(old[0...2]), kept: 2)
    #expect(quiet.comparison?.hasNews == false && quiet.comparison?.unseen == 2)
    #expect(quiet.comparison?.text == "nothing has changed, 2 still not checked")
    #expect(quiet.comparison?.headline?.text == "1 error unchanged, 2 still not checked")
    let lists = quiet.changeLists(pastLimit: nil)
    #expect(lists.map(\.kind) == [.unseen] && lists.map(\.isFolded) == [true])
    #expect(quiet.verdict.kind == .single)
    let more = try composed([old[0]], Array(old[0...3]), kept: 2)
    #expect(more.comparison?.hasNews == true)
    #expect(
      more.comparison?.text == "1 not checked, 1 unchanged, 2 still not checked")
    #expect(
      more.comparison?.headline?.withRun
        == "Run failed, 1 not checked, 1 error unchanged, 2 still not checked")
  }

  @Test func aRunThatIsQuietButForWhatIsNotRunIsNotSent() throws {
    let test = try message(.error, "t", fingerprint: "test:t")
    var now = dataset([], run: .completed)
    now.scope = RunScope([])
    let baseline = dataset([test], run: .completed)
    var settings = try settings(baseline: baseline)
    settings.recall = MessageRecall(
      matches: MessageMatches(baseline, now), histories: [], fingerprints: [], earlier: [],
      keptCount: 1, outdated: [])
    let quiet = try report(now, settings)
    #expect(quiet.lacksOccasion(for: .changed) != nil && quiet.verdict.kind == .nothingReported)
    #expect(quiet.comparison?.headline?.text == "No messages; 1 still not run")
    settings.recall = settings.recall?.withoutBaseline
    let other = try report(now, settings)
    #expect(other.lacksOccasion(for: .changed) == nil)
    #expect(other.comparison?.headline?.text == "No messages, 1 not run")
  }

  @Test func whatIsForgottenIsSaidOnce() throws {
    let made = try composed([old[0]], Array(old[0...2]), kept: 2, outdated: [2])
    #expect(made.comparison?.hasNews == true)
    #expect(
      made.comparison?.text
        == "1 dropped after 90 days without a run, 1 unchanged, 1 still not checked")
    #expect(
      made.comparison?.headline?.withRun
        == "Run failed, 1 dropped after 90 days without a run, 1 error unchanged, 1 still not checked"
    )
  }

  @Test func aRunThatCoversLessSaysSo() throws {
    func run(_ tests: Int) -> Dataset.Run {
      Dataset.Run(
        status: .completed,
        facts: tests > 0
          ? [.init(title: "Tests", value: "", number: Double(tests), kind: .tests)] : [])
    }
    func composed(_ tests: Int, _ messages: [Message]) throws -> Report {
      var (now, before) = (dataset(messages), dataset(messages))
      (now.run, before.run) = (run(tests), run(6))
      return try report(now, settings(baseline: before))
    }
    let clear = try composed(1, [])
    let text = "No messages, partial run, 1 test (was 6)"
    #expect(clear.comparison?.headline?.text == text && clear.verdict.urgency == .neutral)
    #expect(
      try composed(5, []).comparison?.headline?.text
        == "No messages, partial run, 5 tests (was 6)")
    #expect(clear.comparison?.headline?.withRun == clear.comparison?.headline?.text)
    #expect(clear.comparison?.text == "nothing new, nothing fixed")
    #expect(clear.lacksOccasion(for: .changed) == nil && clear.lacksOccasion(for: .new) != nil)
    #expect(
      try composed(5, old).comparison?.headline?.text
        == "Nothing new, partial run, 5 tests (was 6); 6 errors unchanged")
    // No report of a test at all.
    let none = try composed(0, [])
    #expect(none.verdict.kind == .nothingReported && none.verdict.urgency == .neutral)
    #expect(
      none.comparison?.headline?.text == "No test was run, partial run, 0 tests (was 6)")
    #expect(try composed(6, []).comparison?.headline?.text == "All clear")
  }

  @Test func aNewSuccessIsNoNews() throws {
    let success = try message(.success, "Backup")
    let made = try composed(old + [success], old)
    #expect(made.comparison?.headline?.text == "6 errors unchanged")
    #expect(made.lacksOccasion(for: .new) != nil && made.lacksOccasion(for: .changed) == nil)
    let mixed = try composed(old + [success, message(.information, "i")], old)
    #expect(mixed.comparison?.headline?.text == "1 new message (6 errors unchanged)")
    // It asks for nothing, so it stands last.
    #expect(mixed.comparison?.news.map { mixed.messages[$0].title } == ["i", "Backup"])
    let quiet = try headline(
      [success, message(.information, "i")], [success, message(.information, "i")])
    #expect(quiet.text == "Nothing new; 1 note unchanged")
  }

  @Test func theHeadlineOfNoMessageHasTheVerdict() throws {
    let made = try headline([], Array(old.prefix(1)), run: .failed)
    #expect(made.text == "No messages, 1 not checked")
    #expect(made.withRun == "Run failed, 1 not checked")
  }

  @Test func aRunThatIsBackToNormalIsSaid() throws {
    let made = try report(
      dataset(old, run: .completed), settings(baseline: dataset(old, run: .failed)))
    let headline = made.comparison?.headline
    #expect(headline?.text == "Nothing new, run completed again; 6 errors unchanged")
  }

  @Test func aRunThatIsCompletedWithNewErrorsIsNotBackToNormal() throws {
    let made = try report(
      dataset(old + [message(.error, "Fresh")], run: .completed),
      settings(baseline: dataset(old, run: .failed)))
    let headline = made.comparison?.headline
    #expect(headline?.text == "1 new error, run completed again (6 errors unchanged)")
  }

  @Test func whatWasThereBeforeIsBackAgain() throws {
    var made = try composed(old + [message(.warning, "Flaky")], old)
    guard case .date(let since) = try time("2026-11-20") else { return }
    let always = MessageHistory(since: since, runs: 3, states: [.there, .there, .there])
    let back = MessageHistory(
      since: since, runs: 1, states: [.there, .gone, .there], lastSeen: since, isBack: true)
    made.histories = Array(repeating: always, count: 6) + [back]
    made.settleChanges(groupBeyond: 5)
    #expect(made.comparison?.headline?.text == "1 warning back (6 errors unchanged)")
    #expect(made.comparison?.text == "1 back, 6 unchanged")
    #expect(made.comparison?.new == 1 && made.comparison?.back == 1)
    #expect(made.changeLists(pastLimit: nil).map(\.kind) == [.back])
    // A further copy of what has been there all along is new.
    made.histories[6] = always
    made.settleChanges(groupBeyond: 5)
    #expect(made.changeLists(pastLimit: nil).map(\.kind) == [.new])
  }

  @Test(arguments: [
    ("de", "2 neue Warnungen (6 Fehler unverändert)", "Nichts Neues; 6 Fehler unverändert"),
    (
      "fr", "2 nouveaux avertissements (6 erreurs sans changement)",
      "Rien de nouveau\u{202F}; 6 erreurs sans changement"
    ),
    ("es", "2 advertencias nuevas (6 errores sin cambios)", "Nada nuevo; 6 errores sin cambios"),
    ("pl", "2 nowe ostrzeżenia (6 błędów bez zmian)", "Nic nowego; 6 błędów bez zmian"),
    ("ja", "新規警告2件（エラー6件が継続）", "新規なし、エラー6件が継続"),
    ("he", "שתי אזהרות חדשות (6 שגיאות ללא שינוי)", "אין חדש; 6 שגיאות ללא שינוי"),
    ("ar", "تحذيران جديدان (6 أخطاء دون تغيير)", "لا جديد؛ 6 أخطاء دون تغيير"),
  ])
  func headlinesAreInTheReportsLanguage(_ tag: String, _ news: String, _ quiet: String) throws {
    let new = try [message(.warning, "a"), message(.warning, "b")]
    #expect(try headline(old + new, old, locale: tag).text == news)
    #expect(try headline(old, old, locale: tag).text == quiet)
  }

  @Test func withoutABaselineThereIsNoHeadline() throws {
    let made = try report(dataset(old))
    #expect(made.comparison == nil && made.changeLists(pastLimit: nil).isEmpty)
  }
}
