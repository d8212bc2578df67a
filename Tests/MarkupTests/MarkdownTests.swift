import Markup
import Testing

@Suite("Values as Markdown")
struct MarkdownTests {
  @Test(arguments: [
    "Plain words, snake_case, 3 > 2 & more.\n",
    "A *marked* and **strong** word with `code`.\n",
    "Two\nlines\n\nTwo paragraphs\n",
    "- one\n- two\n  + three\n- four\n",
    "- one\n\n  more\n\n- two\n",
    "3. three\n4. four\n",
    "> quoted\n>\n> more\n",
    "# Heading\n\n## Second *level*\n",
    "```swift\nlet x = 1\n\n\tlet y\n```\n",
    "````\n```\n````\n",
    "[words](https://a.example/b \"title\") and <https://a.example/>\n",
    "hard\\\nbreak\n",
    "a\n\n___\n\nb\n",
    "- > - 1. deep\n",
  ])
  func canonicalMarkdownIsUnchanged(source: String) {
    #expect(markdown(source) == source)
  }

  @Test func everyMarkdownLineBeginsWithThePrefix() {
    #expect(
      markdown("- a\n\n```\nb\n\nc\n```", prefix: "  ") == "- a\n\n  ```\n  b\n\n  c\n  ```\n")
    #expect(markdown("a\nb\n\nc", prefix: "> ") == "a\n> b\n>\n> c\n")
  }

  @Test func gitHubReferencesInValuesAreBroken() {
    #expect(escaped("@octocat") == "@<!-- -->octocat")
    #expect(escaped("see #12, GH-7 and a/b#3") == "see #<!-- -->12, GH<!-- -->-7 and a/b#<!-- -->3")
    #expect(escaped("http://a.b www.c.d") == "http:<!-- -->//a.b www<!-- -->.c.d")
    #expect(escaped(":tada: at 12:30:45, :100:") == ":<!-- -->tada: at 12:30:45, :<!-- -->100:")
    #expect(escaped("$a$") == "<span>$</span>a<span>$</span>")
  }

  @Test func markdownSyntaxInPlainTextIsEscaped() {
    #expect(escaped("a | b") == "a \\| b")
    #expect(escaped("~~a~~ [x] [^1] [!NOTE]") == "\\~\\~a\\~\\~ \\[x\\] \\[^1\\] \\[!NOTE\\]")
    #expect(escaped("# a") == "\\# a")
    #expect(escaped("- a") == "\\- a")
    #expect(escaped("12. a") == "12\\. a")
    #expect(escaped(":--") == "\\:--")
    #expect(escaped("<b>&amp;") == "&lt;b>&amp;amp;")
    #expect(escaped("a\nb") == "a b")
  }

  @Test func aTableCellStaysOnOneLine() {
    #expect(escaped("a|b\nc", as: .cell) == "a&#124;b<br>c")
    #expect(
      markdown("a | b\n\n- c\n- d\n\n```\ne|f\ng\n```", as: .cell)
        == "a &#124; b<br>• c<br>• d<br><code>e&#124;f</code><br>`g`")
    #expect(markdown("# a\n\nb  \nc", as: .line) == "a b c")
  }

  @Test func relativeAddressesInMarkdownAreResolved() {
    #expect(
      markdown("[a](b.html)", base: "https://x.example/r/i.html")
        == "[a](https://x.example/r/b.html)\n")
    #expect(markdown("[a](b.html)") == "a (b.html)\n")
    #expect(markdown("[a](javascript:b)") == "a\n")
  }

  @Test func codeBlocksNameKnownLanguagesOnly() {
    #expect(markdown("```mermaid\ngraph\n```") == "```\ngraph\n```\n")
  }
}
