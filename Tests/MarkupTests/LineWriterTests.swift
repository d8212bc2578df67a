import Markup
import Testing
import Text

@Suite("The words of values")
struct LineWriterTests {
  @Test func textOfAValueIsOneLineWithoutMarkup() {
    #expect(
      RichText.line("# A\n\n*b* [c](d) `e`\nf\n\n- g\n\n```\nh\ni\n```").text == "A b c e f g h i")
  }

  @Test func textIsCutBetweenGraphemeClusters() {
    #expect(RichText.line("abcdef", limit: 6) == ("abcdef", true))
    #expect(RichText.line("abcdefg", limit: 6) == ("abcde…", false))
    #expect(RichText.line("ab 👩‍👧👩‍👧👩‍👧", limit: 5) == ("ab 👩‍👧…", false))
    #expect(RichText.line("ab cdef", limit: 4) == ("ab…", false))
  }

  @Test func textIsNotCutWithinCodeOrLinks() {
    #expect(RichText.line("ab `cdef` gh", limit: 6) == ("ab…", false))
    #expect(RichText.line("ab [cd *ef*](g) gh", limit: 6) == ("ab…", false))
    #expect(RichText.line("`abcdefgh`", limit: 4) == ("abc…", false))
  }

  @Test func textInHTMLWithinMarkdownUsesEntities() {
    var sink = ByteSink()
    LiteralText.writeMarkdownHTML("<b>*a*_b_ @c #1 :d: `e`\n|", to: &sink)
    #expect(
      sink.string
        == "&#60;b&#62;&#42;a&#42;&#95;b&#95; &#64;<!-- -->c &#35;<!-- -->1 &#58;<!-- -->d&#58; &#96;e&#96; &#124;"
    )
  }
}
