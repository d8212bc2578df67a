import Composing
import Model
import Testing
import Text

@testable import Rendering

@Suite struct MarkdownTests {
  @Test(arguments: [
    ("> ", "> "), ("first\n> - ", ">   "), ("- ", "  "), ("", ""), ("x\n", ""), ("x\n    ", "    "),
    ("> > ", "> > "),
  ])
  func everyLineOfABlockHasItsPrefix(written: String, prefix: String) {
    #expect(LinePrefix.current(in: Array(written.utf8)) == prefix)
  }

  @Test(arguments: [
    ("plain", false, false), ("שלום", false, true), ("a مرحبا b", false, true),
    ("日本", false, false),
    ("👍", false, false), ("שלום", true, false), ("Swift", true, true), ("12:30", true, false),
  ])
  func markdownIsolatesValuesOfTheOtherDirection(
    words: String, isRightToLeft: Bool, isIsolated: Bool
  ) {
    var sink = ByteSink()
    Isolation.write(words, inRightToLeft: isRightToLeft, to: &sink) { $1.write($0) }
    #expect(sink.string == (isIsolated ? "\u{2068}\(words)\u{2069}" : words))
  }

  @Test(arguments: [
    ("two\nlines", "two lines"), (" edges\t", "edges"), ("\u{A0}x\u{3000}", "x"), ("   ", "&nbsp;"),
    ("x\r\n", "x"), ("a|b", "a&#124;b"),
  ])
  func valuesInMarkdownStayOnTheirLine(words: String, written: String) {
    var sink = ByteSink()
    OneLine.write(words, to: &sink)
    #expect(sink.string == written)
  }

  @Test(arguments: ["", " ", "\n", "\u{3000}"])
  func messagesWithoutTitleHaveNoEmptyMarks(title: String) throws {
    var run = Dataset.Run()
    run.facts = [Dataset.Run.Fact(title: title, value: title)]
    var entry = TimelineEntry(when: .point(hours(1)), title: title)
    var night = dataset([message(.error, title), message(.warning, title)], entries: [entry])
    night.run = run
    #expect(try !render(try report(night), to: .markdown).contains("****"))
    entry.url = "https://example.org/"
    night.timeline?.entries = [entry]
    #expect(try !render(try report(night), to: .markdown).contains("[]("))
  }

  @Test(arguments: [("en", "Error: Broken"), ("fr", "Erreur\u{A0}: Broken")])
  func labelAndTitleKeepTheirSpace(locale: String, words: String) throws {
    let night = dataset([message(.error, "Broken"), message(.error, "Broken", kind: .alert)])
    let output = try render(try report(night, locale: locale), to: .markdown)
    #expect(output.ranges(of: "\(words)**").count == 2)
  }

  @Test func relativeAddressesAreLinksOnlyWithAReportAddress() throws {
    var first = message(.error, "First")
    first.location = Message.Location(file: "a.swift", url: "a.html")
    var night = dataset([first, message(.error, "Second")])
    #expect(try render(try report(night), to: .markdown).contains("· a.swift"))
    night.url = "https://example.org/nights/1/"
    let output = try render(try report(night), to: .markdown)
    #expect(output.contains("[a.swift](https://example.org/nights/1/a.html)"))
  }
}
