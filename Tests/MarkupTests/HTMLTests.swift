import Testing

@Suite("Values as HTML")
struct HTMLTests {
  @Test func aValueBecomesAnHTMLParagraph() {
    #expect(html("Hello *there*") == "<p dir=\"auto\">Hello <em>there</em></p>\n")
  }

  @Test func rawHTMLInAValueIsShownAsText() {
    #expect(
      html("An Array<Int> of <b>x</b>").contains("An Array&lt;Int&gt; of &lt;b&gt;x&lt;/b&gt;"))
    #expect(
      html("<script>\nalert(1)\n</script>")
        == "<p dir=\"auto\">&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>\n")
  }

  @Test func imagesInAValueBecomeLinks() {
    #expect(
      html("![a chart](https://a.example/c.png)")
        == "<p dir=\"auto\"><a href=\"https://a.example/c.png\">a chart</a></p>\n")
    #expect(
      html("![](https://a.example/c.png)")
        == "<p dir=\"auto\"><a href=\"https://a.example/c.png\">https://a.example/c.png</a></p>\n")
    #expect(
      html("[![alt](javascript:x)](b.html)") == "<p dir=\"auto\"><a href=\"b.html\">alt</a></p>\n")
  }

  @Test func headingsOfAValueStartAtTheGivenLevelWithoutGaps() {
    func levels(_ source: String, top: Int) -> [Int] {
      html(source, topHeading: top).split(separator: "<h").compactMap { $0.first?.wholeNumberValue }
    }
    #expect(levels("# A\n\n##### B\n\n## C", top: 4) == [4, 5, 5])
    #expect(levels("### A\n\n# B\n\n###### C", top: 2) == [2, 2, 3])
    #expect(levels("# A\n\n## B\n\n### C\n\n#### D", top: 5) == [5, 6, 6, 6])
  }

  @Test func controlCharactersInHTMLBecomeSigns() {
    #expect(
      html("a\u{1B}[31mb\u{0}c\u{202E}d\u{7F}\u{9B}")
        == "<p dir=\"auto\">a␛[31mb\u{FFFD}c⟨U+202E⟩d␡⟨U+009B⟩</p>\n")
  }

  @Test func tokenCharactersInAValueAreShownAsSigns() {
    #expect(html("a\u{F0000}\u{100000}b") == "<p dir=\"auto\">a⟨U+F0000⟩⟨U+100000⟩b</p>\n")
    #expect(html("&#xF0000;&#x100000;") == "<p dir=\"auto\">⟨U+F0000⟩⟨U+100000⟩</p>\n")
  }
}
