import Composing
import Localization
import Model
import Testing

@Suite("Overview") struct OverviewTests {
  @Test func onlyACompletedRunIsAllClear() throws {
    let verdict = try report(dataset(run: .completed)).verdict
    #expect(verdict.kind == .allClear)
    #expect(verdict.urgency == .success)
    #expect(verdict.text == "All clear")
    #expect(verdict.counts.isEmpty)
  }

  @Test(arguments: [nil, .failed, .canceled, .missing] as [Dataset.Run.Status?])
  func withoutMessagesOnlyACompletedRunIsGreen(_ status: Dataset.Run.Status?) throws {
    let verdict = try report(dataset(run: status)).verdict
    #expect(verdict.kind == .nothingReported)
    #expect(verdict.urgency == .neutral)
    #expect(verdict.text == "No messages")
  }

  @Test func oneMessageIsShownWithoutAnOverview() throws {
    let composed = try report(dataset([message(.warning)], run: .completed))
    #expect(composed.verdict.kind == .single)
    #expect(composed.verdict.urgency == .warning)
    #expect(composed.verdict.text == "1 warning")
  }

  @Test func urgenciesAreCountedHighestFirstWithoutZeros() throws {
    let messages = try [
      message(.information), message(.warning), message(.error), message(.warning),
    ]
    let verdict = try report(dataset(messages)).verdict
    #expect(verdict.kind == .several)
    #expect(verdict.text == "4 messages: 1 error, 2 warnings, 1 note")
    #expect(verdict.counts.map(\.urgency) == [.error, .warning, .information])
  }

  @Test func successRanksAboveInformation() throws {
    let messages = try [message(.neutral), message(.information), message(.success)]
    #expect(try report(dataset(messages)).verdict.urgency == .success)
  }

  @Test func anErrorColoursTheOverviewBesideAnOfflineBanner() throws {
    let messages = try [message(.information, kind: .offline), message(.error)]
    #expect(try report(dataset(messages)).verdict.urgency == .error)
  }

  @Test func bannersAndAlertsAreCounted() throws {
    let messages = try [
      message(.warning, kind: .offline), message(.information, kind: .progress),
      message(.error, kind: .alert), message(.error),
    ]
    let composed = try report(dataset(messages))
    #expect(composed.verdict.text == "4 messages: 2 errors, 1 warning, 1 note")
    #expect(composed.alerts == [2])
    #expect(composed.banners.sorted() == [0, 1])
    #expect(composed.sections.flatMap(\.items) == [3])
  }

  @Test func anOfflineOnlyReportHasNoSections() throws {
    let composed = try report(dataset([message(.warning, kind: .offline)], run: .completed))
    #expect(composed.verdict.kind == .single)
    #expect(composed.banners == [0])
    #expect(composed.sections.isEmpty)
  }

  @Test(arguments: [Dataset.Run.Status.failed, .canceled, .missing])
  func theOverviewOfAFailedRunIsNotGreen(_ status: Dataset.Run.Status) throws {
    let messages = try [message(.success), message(.success)]
    #expect(try report(dataset(messages, run: status)).verdict.urgency == .neutral)
    #expect(try report(dataset(messages, run: .completed)).verdict.urgency == .success)
  }

  @Test(arguments: [
    (0, "1 ostrzeżenie"), (1, "2 komunikaty: 1 błąd, 1 ostrzeżenie"),
    (4, "5 komunikatów: 4 błędy, 1 ostrzeżenie"), (20, "21 komunikatów: 20 błędów, 1 ostrzeżenie"),
    (21, "22 komunikaty: 21 błędów, 1 ostrzeżenie"),
    (22, "23 komunikaty: 22 błędy, 1 ostrzeżenie"),
    (1_000, "1001 komunikatów: 1000 błędów, 1 ostrzeżenie"),
  ])
  func countsUsePolishPlurals(_ count: Int, _ text: String) throws {
    let error = try message(.error)
    let messages = try [Message](repeating: error, count: count) + [message(.warning)]
    let verdict = try report(dataset(messages), settings(locale: "pl")).verdict
    #expect(verdict.text == text)
  }

  @Test func countsUseArabicPlurals() throws {
    let locale = try locale("ar")
    let forms = try [1, 2, 3, 11, 100].map { count in
      let error = try message(.error)
      let verdict = try report(
        dataset([Message](repeating: error, count: count)), settings(locale: "ar")
      ).verdict
      #expect(verdict.counts.first?.text == locale.count(.error, count))
      return verdict.counts.first?.text ?? ""
    }
    // Five different forms: one, two, few, many, other.
    #expect(Set(forms.map { $0.filter { !$0.isNumber } }).count == 5)
  }

  @Test func theReportStatesItsTime() throws {
    #expect(try report(dataset()).asOf == "As of 20 Nov 2026, 03:12 CET")
    #expect(
      try report(dataset(), settings(zone: "Asia/Kolkata")).asOf.hasPrefix(
        "As of 20 Nov 2026, 07:42")
    )
  }

  @Test func aReportWithoutTitleHasADefaultTitle() throws {
    var untitled = dataset()
    untitled.title = ""
    untitled.subtitle = ""
    let composed = try report(untitled)
    #expect(composed.title == "Report")
    #expect(composed.subtitle == nil)
  }

  @Test func theCategoryFilterNeedsTwoCategories() throws {
    let one = try [message(.error, category: "a"), message(.error, category: "a")]
    #expect(try report(dataset(one)).offeredCategories == 0)
    let two = try one + [message(.error, category: "b")]
    #expect(try report(dataset(two)).offeredCategories == 2)
  }

  @Test func oneCategoryHasNoFilter() throws {
    let error = try message(.error, category: "a")
    #expect(try report(dataset([Message](repeating: error, count: 21))).offeredCategories == 0)
  }

  @Test func categoriesCountTheirAlertsAndBanners() throws {
    let composed = try report(
      dataset([
        message(.error, category: "a"), message(.error, kind: .alert, category: "a"),
        message(.warning, kind: .offline, category: "b"), message(.error, category: "c"),
        message(.information, kind: .progress),
      ]))
    #expect(composed.sections.map(\.title) == ["a", "c"])
    #expect(composed.categories.map(\.title) == ["a", "c", "b", "Information"])
    #expect(composed.categories.map(\.count) == [2, 1, 1, 1])
    #expect(composed.categories.map(\.above) == [[1], [], [2], [4]])
    #expect(composed.offeredCategories == 3)
    #expect(composed.categories.reduce(0) { $0 + $1.count } == composed.verdict.total)
  }
}
