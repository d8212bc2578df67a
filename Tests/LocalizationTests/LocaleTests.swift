import Diagnostics
import JSON
import Localization
import Testing
import Time
import TimeSupport

@Suite struct LocaleTests {
  @Test(arguments: [
    ("en", ["0 errors", "1 error", "2 errors", "21 errors", "1,000 errors"]),
    ("de", ["0 Fehler", "1 Fehler", "2 Fehler", "21 Fehler", "1.000 Fehler"]),
    ("fr", ["0 erreur", "1 erreur", "2 erreurs", "21 erreurs", "1\u{202F}000 erreurs"]),
    ("es", ["0 errores", "1 error", "2 errores", "21 errores", "1000 errores"]),
    ("pl", ["0 błędów", "1 błąd", "2 błędy", "21 błędów", "1000 błędów"]),
    ("ar", ["لا أخطاء", "خطأ واحد", "خطآن", "21 خطأً", "1,000 خطأ"]),
    ("he", ["0 שגיאות", "שגיאה אחת", "שתי שגיאות", "21 שגיאות", "1,000 שגיאות"]),
    ("ja", ["エラー0件", "エラー1件", "エラー2件", "エラー21件", "エラー1,000件"]),
  ])
  func countsInTheFormThatEachLanguageAsksFor(tag: String, expected: [String]) throws {
    let locale = try locale(tag)
    #expect([0, 1, 2, 21, 1_000].map { locale.count(.error, $0) } == expected)
  }

  @Test func countsInPolishByTheLastDigits() throws {
    let polish = try locale("pl")
    #expect(polish.count(.error, 22) == "22 błędy")
    #expect(polish.count(.error, 12) == "12 błędów")
    #expect(polish.count(.error, 112) == "112 błędów")
    #expect(polish.count(.error, 12_345) == "12\u{A0}345 błędów")
  }

  @Test func countsMillionsInFrench() throws {
    #expect(try locale("fr").count(.error, 1_000_000).hasSuffix("d’erreurs"))
  }

  @Test func groupsDigits() throws {
    let english = try locale("en")
    #expect(english.number(999) == "999")
    #expect(english.number(1_234_567) == "1,234,567")
    #expect(english.number(-1_234) == "-1,234")
    #expect(english.number(.min) == "-9,223,372,036,854,775,808")
    #expect(try locale("es").number(9_999) == "9999")
    #expect(try locale("es").number(10_000) == "10.000")
  }

  @Test func fillsInPlaceholdersOnceOnly() throws {
    let english = try locale("en")
    #expect(
      english.string(.shownOf, ["shown": "{total}", "total": "{shown}"])
        == "Messages shown: {total} of {shown}")
    #expect(english.string(.andMore, [:]) == "and {count} more")
  }

  @Test func fallsBackToEnglishThenToTheKey() throws {
    let english = try locale("en")
    let sparse = Locale(
      try json(#"{"locale": "xx", "strings": {"today": "Hodie"}, "plurals": {"one": "n = 7"}}"#),
      fallback: english)
    #expect(sparse.string(.today) == "Hodie")
    #expect(sparse.string(.timeline) == "Timeline")
    #expect(sparse.string(named: "nonsense") == "nonsense")
    // An English phrase keeps the English rules.
    #expect(sparse.count(.error, 1) == "1 error")
    #expect(sparse.count(.error, 7) == "7 errors")
    #expect(sparse.pattern(.date).format(date("2026-11-20"), locale: sparse) == "20 Nov 2026")
    #expect(!sparse.isRightToLeft)
  }

  @Test func anEmptyFileChangesNothing() throws {
    let empty = Locale(try json("{}"), fallback: try locale("fr"))
    #expect(empty.tag == "fr" && empty.count(.error, 2) == "2 erreurs")
    let alone = Locale(try json("{}"))
    #expect(alone.stringKeys == [] && alone.string(.report) == "report")
  }

  @Test func aFileOverAnotherHoldsOnlyWhatItChanges() throws {
    let behind = try locale("pl")
    let own = Locale(
      try json(
        #"""
        { "strings": { "today": "Dzis" }, "counts": { "error": { "other": "{count} E" } },
          "patterns": { "date": "y" }, "calendar": { "firstWeekday": "sunday" } }
        """#), fallback: behind)
    #expect(own.string(.today) == "Dzis" && own.string(.report) == behind.string(.report))
    #expect(own.count(.error, 1) == "1 E" && own.count(.warning, 2) == behind.count(.warning, 2))
    #expect(own.pattern(.date) == (try DatePattern("y")))
    #expect(own.weeks.firstWeekday == .sunday && own.tag == "pl")
    #expect(own.stringKeys == behind.stringKeys)
  }

  @Test func saysDurationsInTheTwoLargestUnits() throws {
    let english = try locale("en")
    #expect(english.duration(seconds: 0) == "0 seconds")
    #expect(english.duration(seconds: -5) == "0 seconds")
    #expect(english.duration(seconds: 59) == "59 seconds")
    #expect(english.duration(seconds: 60) == "1 minute")
    #expect(english.duration(seconds: 4_379) == "1 hour 12 minutes")
    #expect(english.duration(seconds: 3_601) == "1 hour")
    #expect(english.duration(seconds: 90_000) == "1 day 1 hour")
    #expect(english.duration(seconds: 86_400 + 59 * 60) == "1 day")
    #expect(!english.duration(seconds: .max).isEmpty)
    #expect(try locale("ja").duration(seconds: 4_379) == "1時間12分")
    #expect(try locale("pl").duration(seconds: 2 * 3_600 + 22 * 60) == "2 godziny 22 minuty")
  }

  @Test func aCountAgreesWithTheNounBeforeIt() throws {
    let french = try locale("fr")
    #expect(french.count(.new, 5, of: .error) == "5 nouvelles")
    #expect(french.count(.new, 1, of: .error) == "1 nouvelle")
    #expect(french.count(.new, 5, of: .warning) == french.count(.new, 5))
    #expect(french.count(.new, 5) == "5 nouveaux")
    #expect(try locale("es").count(.new, 2, of: .warning) == "2 nuevas")
    #expect(try locale("en").count(.new, 5, of: .error) == "5 new")
    // A phrase of the file itself is nearer than a form of its fallback.
    let own = Locale(
      try json(#"{ "counts": { "new": { "other": "{count} nouv." } } }"#), fallback: french)
    #expect(own.count(.new, 5, of: .error) == "5 nouv.")
  }

  @Test func shortDurationsAndSizesHaveTheUnitsOfTheLanguage() throws {
    let english = try locale("en")
    #expect(english.shortDuration(seconds: 0.84) == "0.84 s")
    #expect(english.shortDuration(seconds: 12.4) == "12 s")
    #expect(english.shortDuration(seconds: 251) == "4 min 11 s")
    #expect(english.shortDuration(seconds: 9_540) == "2 h 39 min")
    #expect(english.shortDuration(seconds: -1) == "")
    #expect(english.size(bytes: 999) == "999 B" && english.size(bytes: 12_345) == "12 kB")
    #expect(try locale("ja").shortDuration(seconds: 251) == "4分 11秒")
    #expect(try locale("de").shortDuration(seconds: 0.84) == "0,84 Sek.")
  }

  @Test func valuesWithAUnitAreWrittenInTheLanguage() throws {
    let german = try locale("de")
    #expect(german.measured(value: "66.6 %", number: 66.6, unit: "%") == "66,6\u{A0}%")
    #expect(german.measured(value: "210.5 ms", number: 210.5, unit: "ms") == "210,5 ms")
    #expect(german.measured(value: "2.5 req/s", number: 2.5, unit: "req/s") == "2,5 req/s")
    // Texts of their own are kept.
    #expect(german.measured(value: "1.234 ms", number: 1_234, unit: "ms") == "1.234 ms")
    #expect(german.measured(value: "about 3 %", number: 3, unit: "%") == "about 3 %")
    #expect(german.number(of: "66,6\u{A0}%", "%") == "66,6")
    #expect(german.number(of: "80 %", "%") == "80" && german.number(of: "3 min 2 s", "s") == nil)
  }

  @Test func aSignStaysBeforeItsNumberInRightToLeftText() throws {
    #expect(try locale("en").signed("0.6", isNegative: true) == "\u{2212}0.6")
    #expect(try locale("he").signed("0.6", isNegative: true) == "\u{2068}\u{2212}0.6\u{2069}")
    #expect(try locale("ar").signed("5 د", isNegative: false) == "\u{2068}+5\u{2069} د")
  }

  @Test func listsWithoutAnAnd() throws {
    #expect(try locale("en").list(["3 errors", "12 warnings"]) == "3 errors, 12 warnings")
    #expect(try locale("ja").list(["a", "b"]) == "a、b")
    #expect(try locale("en").list([]) == "")
  }

  @Test func saysWhatIsWrongWithAStringsFileAndGoesOn() throws {
    let english = try locale("en")
    let (broken, diagnostics) = Locale.read(
      try json(
        """
        {"locale": 5, "direction": "up", "plurals": {"one": "n is 1", "several": "n = 2"},
         "numbers": {"minimumGrouping": 0}, "strings": {"timeline": ["Linea"], "today": "Hodie"},
         "calendar": {"firstWeekday": "funday", "months": {"wide": ["I"]}, "quarters": [1, 2, 3, 4]},
         "patterns": {"date": "d bbb"}, "counts": {"error": {"one": "x"}, "new": 3}, "extra": 1}
        """), fallback: english)
    #expect(
      Set(diagnostics.map(\.id)) == [
        "wrong-type", "unknown-direction", "unknown-plural", "malformed-plural",
        "unknown-weekday", "malformed-pattern", "missing-plural", "unknown-key",
      ])
    #expect(diagnostics.count == 13)
    #expect(broken.string(.today) == "Hodie")
    #expect(broken.string(.timeline) == "Timeline")
    #expect(broken.pattern(.date).format(date("2026-11-20"), locale: broken) == "20 Nov 2026")
  }

  @Test(arguments: ["[]", "{}", #"{"plurals": [], "counts": {"a": []}, "strings": "x"}"#])
  func makesSomethingOfEveryShape(text: String) throws {
    let locale = Locale(try json(text))
    #expect(locale.string(.timeline) == "timeline")
    #expect(locale.string(.andMore, ["count": "3"]) == "andMore")
    #expect(locale.count(.error, 2) == "2 error")
    #expect(locale.pattern(.date).format(date("2026-11-20"), locale: locale) == "date")
    let month = try DatePattern("d MMMM y, QQQ EEE a")
    #expect(month.format(date("2026-11-20"), locale: locale) == "20 11 2026, Q4 5 AM")
  }
}
