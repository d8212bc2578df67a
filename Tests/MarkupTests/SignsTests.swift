import Markup
import Testing
import Text

@Suite("Characters that could deceive")
struct SignsTests {
  @Test func controlCharactersBecomeControlPictures() {
    #expect(written("\u{1B}[31mred\u{0}\u{7F}\u{8}") == "␛[31mred␀␡␈")
    #expect(written("a\u{85}b\u{9B}") == "a⟨U+0085⟩b⟨U+009B⟩")
  }

  @Test func directionOverridesAreShown() {
    #expect(written("access\u{202E}txt.exe\u{2066}") == "access⟨U+202E⟩txt.exe⟨U+2066⟩")
    let codes: [UInt32] = [
      0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067,
      0x2068, 0x2069, 0xFEFF,
    ]
    for code in codes {
      let hex = String(code, radix: 16, uppercase: true)
      let name = String(repeating: "0", count: 4 - hex.count) + hex
      #expect(written(Unicode.Scalar(code).map(String.init) ?? "") == "⟨U+\(name)⟩")
    }
  }

  @Test func tokenCharactersAreReplacedBySigns() {
    #expect(written("\u{F0000}\u{10FFFD}") == "⟨U+F0000⟩⟨U+10FFFD⟩")
  }

  @Test(arguments: [
    "", "plain", "“quoted” – and… more", "日本語", "שלום", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{E000}", "\u{2027}\u{2030}",
    "\u{A0}", "\u{61B}", String(repeating: "x", count: 1_000),
  ])
  func visibleTextIsUnchanged(text: String) {
    #expect(written(text).utf8.elementsEqual(text.utf8))
  }

  @Test func lineEndsAndTabsBecomeSpaces() {
    #expect(written("a\tb\nc\r\nd") == "a b c d")
  }

  @Test func hiddenCharactersAreFoundAtEveryPosition() {
    for length in 0..<40 {
      for place in 0...length {
        let before = String(repeating: "x", count: place)
        let after = String(repeating: "y", count: length - place)
        for (sign, picture) in [("\u{7}", "␇"), ("\u{202E}", "⟨U+202E⟩"), ("é", "é")] {
          #expect(written(before + sign + after) == before + picture + after)
        }
      }
    }
  }

  private func written(_ words: String) -> String {
    var sink = ByteSink()
    LiteralText.writeText(words, to: &sink)
    return sink.string
  }
}
