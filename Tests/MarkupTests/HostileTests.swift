import Markup
import TestSupport
import Testing

@Suite("Hostile values")
struct HostileTests {
  private static func hostile(_ count: Int) -> [String] {
    func many(_ text: String, _ times: Int) -> String { String(repeating: text, count: times) }
    return [
      many(">", count), many("> ", count) + "a" + many("\nb", count), many("[", count),
      many("*", count), many("*a ", count), many("**a _b ", count), many("![", count),
      many("- ", count) + "a", many("- ", count) + "a" + many("\n", count), many("1. ", count),
      many("![[]()", count), "a" + many("<!--", count), "a" + many("<?", count),
      many("[a](<b", count), many("`", count) + "a", many("[a][", count), many("&#", count),
      many("![", count) + "a" + many("](b)", count), "<script>" + many("\n", count),
    ]
  }

  @Test(.enabled(if: FuzzScale.isThorough), .timeLimit(.minutes(20)))
  func hostileValuesAreParsedInTimeAndWithinTheStack() {
    for source in Self.hostile(100_000) { #expect(!html(source).isEmpty) }
    for source in Self.hostile(10_000) {
      #expect(HTMLChecker.problem(in: html(source)) == nil)
      _ = markdown(source)
      _ = text(source)
      _ = RichText.line(source, limit: 100)
    }
  }

  @Test func deeplyNestedValuesKeepTheirText() {
    for source in [
      String(repeating: ">", count: 1_000) + "needle",
      String(repeating: "- ", count: 500) + "needle",
      String(repeating: "*a **b ", count: 300) + "needle"
        + String(repeating: " b** a*", count: 300),
    ] {
      #expect(html(source).contains("needle"))
      #expect(markdown(source).contains("needle"))
      #expect(text(source).contains("needle"))
    }
  }

  @Test func valuesTooCostlyToParseAreShownAsWritten() {
    let source = String(repeating: "![[]()", count: 50_000)
    #expect(html(source).hasPrefix("<pre dir=\"ltr\" tabindex=\"0\"><code>![[]()![[]()"))
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: ["*a*b", "[a](b) ", "`a` ", "_a_ ", "![a](b)", "&lt;", "a\\\n"])
  func marksInDeepQuotesAreParsedInTime(mark: String) {
    for opener in [">", "- ", "1. "] {
      let source =
        String(repeating: opener, count: 60_000) + String(repeating: mark, count: 20_000)
      #expect(!html(source).isEmpty)
    }
  }

  @Test func aDocumentTooCostlyToParseIsDetected() {
    let quotes = String(repeating: ">", count: 60_000)
    #expect(TemplateDocument.isTooCostly(quotes + String(repeating: "*a*b", count: 20_000)))
    #expect(!TemplateDocument.isTooCostly(String(repeating: "> - *a* [b](c) `d`\n", count: 20_000)))
    let log = String(repeating: "        [\"a_b\"] *= <c> & `d` [12] _e_\n", count: 20_000)
    #expect(!TemplateDocument.isTooCostly(log))
  }

  /// Each mark may become a node of 250 bytes.
  @Test(arguments: [
    "*a* ", "`a` ", "[a](b) ", "- a\n", "> a\n", "# a\n", "|a|b|\n", "~~a~~ ", "&lt;",
  ])
  func textsWithTooManyMarksAreShownAsWritten(mark: String) {
    let source = String(repeating: mark, count: 600_000)
    #expect(TemplateDocument.isTooCostly(source))
    #expect(!TemplateDocument.isTooCostly(String(repeating: mark, count: 20_000)))
  }

  @Test func valuesAreParsedOnSeveralThreads() async {
    let source = "**a** [b](https://c.example/) `d`\n\n- e\n- f\n"
    let expected = html(source)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<500).allSatisfy { _ in html(source) == expected } }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
