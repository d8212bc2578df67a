import Localization
import Testing
import TimeSupport

@Suite struct DatePatternTests {
  private let time = wall("2026-11-05T09:07:03")

  private func format(_ pattern: String, _ tag: String = "en") throws -> String {
    try DatePattern(pattern).format(
      time, locale: locale(tag), offset: 19_800, abbreviation: "IST")
  }

  @Test func writesEveryField() throws {
    #expect(try format("y yy yyyy M MM MMM MMMM") == "2026 26 2026 11 11 Nov November")
    #expect(try format("d dd E EEE EEEE") == "5 05 Thu Thu Thursday")
    #expect(try format("w ww Y Q QQ QQQ") == "45 45 2026 4 04 Q4")
    #expect(try format("H HH h hh a m mm s ss") == "9 09 9 09 am 7 07 3 03")
    #expect(try format("z xxx XXX") == "IST +05:30 +05:30")
  }

  @Test func keepsWordsInQuotes() throws {
    #expect(try format("'Week' w") == "Week 45")
    #expect(try format("h 'o''clock'") == "9 o'clock")
    #expect(try format("d''y") == "5'2026")
    #expect(try format("y年M月d日") == "2026年11月5日")
    #expect(try format("") == "")
  }

  @Test func writesMidnightAndNoonByTheTwelveHourClock() throws {
    let pattern = try DatePattern("h a")
    let english = try locale("en")
    #expect(pattern.format(wall("2026-01-01T00:00"), locale: english) == "12 am")
    #expect(pattern.format(wall("2026-01-01T12:00"), locale: english) == "12 pm")
    #expect(pattern.format(wall("2026-01-01T23:00"), locale: english) == "11 pm")
  }

  @Test(arguments: [
    ("en", "20 Nov 2026, 03:12 CET", "November 2026", "Week 47, 2026"),
    ("de", "20. Nov. 2026, 03:12 MEZ", "November 2026", "KW 47, 2026"),
    ("fr", "20 nov. 2026, 03:12 CET", "novembre 2026", "semaine 47 de 2026"),
    ("es", "20 nov 2026, 3:12 CET", "noviembre de 2026", "semana 47 de 2026"),
    ("pl", "20 lis 2026, 03:12 CET", "listopad 2026", "Tydzień 47, 2026"),
    ("ar", "20 نوفمبر 2026، 3:12 ص CET", "نوفمبر 2026", "الأسبوع 47 من سنة 2026"),
    ("he", "20 בנוב׳ 2026, 3:12 CET", "נובמבר 2026", "שבוע 47 בשנת 2026"),
    ("ja", "2026年11月20日 3:12 CET", "2026年11月", "2026年第47週"),
  ])
  func writesDatesAsEachLanguageDoes(
    tag: String, full: String, month: String, week: String
  ) throws {
    let locale = try locale(tag)
    let berlin = try zone("Europe/Berlin")
    let now = instant("2026-11-20T02:12:00Z")
    #expect(locale.pattern(.dateTimeZone).format(now, in: berlin, locale: locale) == full)
    #expect(locale.pattern(.monthHeader).format(now, in: berlin, locale: locale) == month)
    #expect(locale.pattern(.weekHeader).format(now, in: berlin, locale: locale) == week)
  }

  @Test(arguments: [
    ("en", "Q4 2026", "4th quarter"), ("de", "Q4 2026", "4. Quartal"),
    ("pl", "IV kwartał 2026", "IV kwartał"), ("ja", "2026年第4四半期", "第4四半期"),
    ("he", "רבעון 4, 2026", "רבעון 4"), ("ar", "الربع الرابع 2026", "الربع الرابع"),
  ])
  func writesQuartersInTwoLengths(tag: String, header: String, wide: String) throws {
    let locale = try locale(tag)
    let day = date("2026-11-20")
    #expect(locale.pattern(.quarterHeader).format(day, locale: locale) == header)
    #expect(try DatePattern("QQQQ").format(day, locale: locale) == wide)
  }

  @Test func takesThePolishMonthInTheGenitiveWithinADate() throws {
    #expect(
      try locale("pl").pattern(.dayHeader).format(date("2026-11-20"), locale: locale("pl"))
        == "piątek, 20 listopada 2026")
  }

  @Test(arguments: [
    ("d bb y", 2, "b"), ("MMMMM", 0, "M"), ("d 'x' xx", 6, "x"), ("日S", 1, "S"), ("yyyyy", 0, "y"),
  ])
  func saysWhereALetterMeansNothing(pattern: String, offset: Int, letter: String) {
    do throws(DatePatternError) {
      _ = try DatePattern(pattern)
      Issue.record("accepted")
    } catch {
      #expect(error.offset == offset)
      guard case .unknownField(letter, _) = error.kind else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func saysWhereAQuoteIsNotClosed() {
    #expect(throws: DatePatternError(kind: .unclosedQuote, offset: 2)) {
      try DatePattern("d 'of y")
    }
    #expect(throws: DatePatternError(kind: .unclosedQuote, offset: 0)) { try DatePattern("'a''") }
  }

  @Test func knowsWhetherItShowsATime() throws {
    #expect(try DatePattern("d MMM y, HH:mm z").showsTime)
    #expect(try !DatePattern("d MMM y 'h'").showsTime)
  }
}
