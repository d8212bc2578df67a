import Basics
import Model
import Testing

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
    report.settleChanges()
    return report
  }

  @Test func urgencyOfWhatIsNewComesFirst() throws {
    let new = try [message(.warning, "a"), message(.warning, "b")]
    let made = try headline(old + new, old)
    #expect(made.text == "2 new warnings (6 errors unchanged)")
    #expect(made.subject == "2 new warnings, 6 errors unchanged")
    let worst = try headline(old + new + [message(.error, "c"), message(.information, "d")], old)
    #expect(worst.text == "1 new error, 2 new warnings (6 errors unchanged)")
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
    #expect(made.subject == made.text)
    #expect(try headline([], old, run: .completed).text == "All clear, 6 fixed")
  }

  @Test func nothingNewIsSaidWithTheUnchangedMessages() throws {
    #expect(try headline(old, old).text == "Nothing new; 6 errors unchanged")
    let less = try headline(
      [message(.warning, "Disk", fingerprint: "d")], [message(.error, "Disk", fingerprint: "d")])
    #expect(less.text == "Nothing new; 1 less urgent")
  }

  @Test func theDateIsThatOfTheMessageThatCameLast() throws {
    let quiet = try composed(old, old)
    let days = ["2026-10-01", "2026-11-03", "2026-09-30", "2025-01-01", "2026-11-01", "2026-11-02"]
    let known = try remembered(quiet, since: days)
    #expect(known.comparison?.headline?.text == "Nothing new; 6 errors since 3 Nov")
    // Of one message nothing is known.
    let partly = try remembered(quiet, since: Array(days.dropLast()))
    #expect(partly.comparison?.headline?.text == "Nothing new; 6 errors unchanged")
    let last = try remembered(composed([old[0]], [old[0]]), since: ["2025-11-03"])
    #expect(last.comparison?.headline?.text == "Nothing new; 1 error since 3 Nov 2025")
  }

  @Test func aRunThatWentWrongIsSaidFirstInTheSubject() throws {
    let new = try message(.warning, "a")
    let made = try headline(old + [new], old, run: .failed)
    #expect(made.subject == "The run failed, 1 new warning, 6 errors unchanged")
    #expect(made.text == "1 new warning (6 errors unchanged)")
    let quiet = try headline(Array(old.dropLast()), old, run: .failed)
    #expect(quiet.subject == "The run failed, 1 not run, 5 errors unchanged")
    #expect(try headline([], [], run: .failed).subject == "The run failed")
  }

  @Test func aRunThatIsBackToNormalIsSaid() throws {
    let made = try report(
      dataset(old, run: .completed), settings(baseline: dataset(old, run: .failed)))
    let headline = made.comparison?.headline
    #expect(headline?.text == "Nothing new, back to normal; 6 errors unchanged")
  }

  @Test func whatWasThereBeforeIsBackAgain() throws {
    var made = try composed(old + [message(.warning, "Flaky")], old)
    guard case .date(let since) = try time("2026-11-20") else { return }
    let always = MessageHistory(since: since, runs: 3, states: [.there, .there, .there])
    let back = MessageHistory(
      since: since, runs: 1, states: [.there, .gone, .there], lastSeen: since, isBack: true)
    made.histories = Array(repeating: always, count: 6) + [back]
    made.settleChanges()
    #expect(made.comparison?.headline?.text == "1 warning back again (6 errors unchanged)")
    #expect(made.comparison?.text == "1 back again, 6 still there")
    #expect(made.comparison?.new == 1 && made.comparison?.back == 1)
    #expect(made.changeLists(pastLimit: nil).map(\.kind) == [.back])
    // A further copy of what has been there all along is new.
    made.histories[6] = always
    made.settleChanges()
    #expect(made.changeLists(pastLimit: nil).map(\.kind) == [.new])
  }

  @Test(arguments: [
    ("de", "2 neue Warnungen (6 Fehler unverändert)", "Nichts Neues; 6 Fehler unverändert"),
    (
      "fr", "2 nouveaux avertissements (6 erreurs sans changement)",
      "Rien de nouveau\u{A0}; 6 erreurs sans changement"
    ),
    ("es", "2 advertencias nuevas (6 errores sin cambios)", "Nada nuevo; 6 errores sin cambios"),
    ("pl", "2 nowe ostrzeżenia (6 błędów bez zmian)", "Nic nowego; 6 błędów bez zmian"),
    ("ja", "新規警告 2 件（エラー 6 件は変化なし）", "新規なし、エラー 6 件は変化なし"),
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
