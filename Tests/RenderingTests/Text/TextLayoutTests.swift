import Markup
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite struct TextLayoutTests {
  private func set(_ text: String, columns: Int = 20, breaksCode: Bool = false) -> [String] {
    var sink = ByteSink()
    var layout = TextLayout(columns: columns, breaksCode: breaksCode)
    layout.write(Array(text.utf8)[...], to: &sink)
    return sink.string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func linesBreakAtSpacesAndKeepTheIndentation() {
    #expect(
      set("  one two three four five six")
        == ["  one two three four", "  five six"])
  }

  @Test func isolatesAreClosedAtLineBreaks() {
    #expect(
      set("a \u{2068}שלום עולם טוב מאוד\u{2069} b", columns: 16)
        == ["a \u{2068}שלום עולם טוב\u{2069}", "\u{2068}\u{200F}מאוד\u{2069} b"])
    #expect(
      set("\u{2068}one two three four five\u{2069}")
        == ["\u{2068}one two three four\u{2069}", "\u{2068}\u{200E}five\u{2069}"])
  }

  @Test func continuationLinesHangAtTheTab() {
    #expect(set("  ✖ \tone two three four") == ["  ✖ one two three", "    four"])
    #expect(set("> ✖ \tone two three four") == ["> ✖ one two three", ">   four"])
  }

  @Test func quoteSignsInsideALineAreNotRepeated() {
    #expect(set("a > b: \tone two three") == ["a > b: one two three"])
    #expect(set("a > b: \tone two three four") == ["a > b: one two three", "       four"])
  }

  @Test func marginsWiderThanHalfALineAreIgnored() {
    #expect(set("a long beginning: \tone two") == ["a long beginning:", "one two"])
  }

  @Test func longWordsStayWhole() {
    let address = "https://example.org/a/long/way"
    #expect(set("see " + address + " now") == ["see", address, "now"])
  }

  @Test func longWordsAreBrokenInMailExceptAddresses() {
    let address = "https://example.org/a/long/way"
    #expect(set("  see " + address, breaksCode: true) == ["  see", "  " + address])
    #expect(
      set("  x \tsee a_name_without_a_place_to_break", breaksCode: true)
        == ["  x see", "    a_name_without_a", "    _place_to_break"])
    #expect(
      set(String(repeating: "e\u{301}", count: 25), breaksCode: true).map(\.count) == [20, 5])
  }

  @Test func spacesThatDoNotFitEndTheLine() {
    let gap = String(repeating: " ", count: 40)
    #expect(set("one" + gap + "two") == ["one", "two"])
    #expect(set("one" + gap).map { $0.trimmed } == ["one"])
    #expect(set("  \t" + gap + "one").allSatisfy { $0.count <= 20 })
  }

  @Test func wideCharactersBreakAnywhereAndTakeTwoColumns() {
    #expect(
      set("日本語日本語日本語日本語", columns: 10) == ["日本語日本", "語日本語日", "本語"])
    #expect(set("  ab 日本語日本語", columns: 10) == ["  ab 日本", "  語日本語"])
  }

  @Test func combiningMarksTakeNoColumns() {
    #expect(
      set("e\u{301}e\u{301}e\u{301} abcdef", columns: 10) == ["e\u{301}e\u{301}e\u{301} abcdef"])
    #expect(set("👩‍👧‍👦 abcdefg", columns: 10) == ["👩‍👧‍👦 abcdefg"])
  }

  @Test func terminalColoursTakeNoColumns() {
    let red = "\u{1B}[31m"
    #expect(set("\(red)one two\u{1B}[0m three four") == ["\(red)one two\u{1B}[0m three four"])
    #expect(
      set("\(red)one two\u{1B}[0m three four five").first == "\(red)one two\u{1B}[0m three four")
  }

  @Test func markedLinesAreKeptAsTheyAre() {
    let mark = String(decoding: [TextMark.whole], as: UTF8.self)
    let line = String(repeating: "ab ", count: 20) + "x"
    #expect(set(mark + line + "\nnext") == [line, "next"])
  }

  @Test(arguments: [("Title", 5), ("日本", 4), ("a title of thirty-one columns..", 20)])
  func anUnderlineIsAsWideAsItsLine(title: String, width: Int) {
    let mark = String(decoding: [TextMark.underline], as: UTF8.self)
    #expect(set("\(title)\n\(mark)=").last == String(repeating: "=", count: width))
  }

  /// Slices are laid out before it is known what stands above them.
  @Test func slicesAreLaidOutLikeTheWhole() {
    let slices = [
      "  ✖ \tone two three four five\n\n", "\n\n  more words than a line has\n", "\n",
      "x\n\u{3}=\n",
      "::error::no command, and a long line\n", "\u{2}    code of a line that is not wrapped\n",
    ]
    for order in 0..<slices.count {
      let texts = slices[order...] + slices[..<order]
      var whole = ByteSink()
      whole.write(texts.joined() + "end")
      LineSetter(columns: 20).finish(&whole)
      var out: [UInt8] = []
      let setter = LineSetter(columns: 20)
      for text in texts {
        var sink = ByteSink()
        sink.write(text)
        #expect(setter.layOut(&sink, LineSetter.Settled(sink, columns: 20, breaksCode: false)))
        out += sink.bytes
      }
      var rest = ByteSink()
      rest.write("end")
      setter.finish(&rest)
      #expect(String(decoding: out + rest.bytes, as: UTF8.self) == whole.string)
    }
  }

  @Test func layoutIsIndependentOfPieceSizes() {
    let text = "  ✖ \tone two three four five\nTitle\n\u{3}=\n日本語日本語日本語日本語\n"
    var whole = ByteSink()
    whole.write(text)
    let atOnce = LineSetter(columns: 20)
    atOnce.finish(&whole)
    var out: [UInt8] = []
    let setter = LineSetter(columns: 20)
    for byte in text.utf8 {
      var sink = ByteSink()
      sink.write(byte: byte)
      #expect(setter.layOut(&sink))
      out += sink.bytes
    }
    var rest = ByteSink()
    setter.finish(&rest)
    #expect(out + rest.bytes == whole.bytes)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
