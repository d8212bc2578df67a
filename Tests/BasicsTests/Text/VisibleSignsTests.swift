import Basics
import Testing

@Suite struct VisibleSignsTests {
  @Test func picturesControlCharacters() {
    #expect(VisibleSigns.line.applied(to: "\u{1B}[31mred\u{0}\u{7F}\u{8}") == "␛[31mred␀␡␈")
    #expect(VisibleSigns.line.applied(to: "a\u{85}b\u{9B}") == "a⟨U+0085⟩b⟨U+009B⟩")
  }

  @Test func unmasksChangesOfDirection() {
    #expect(
      VisibleSigns.line.applied(to: "access\u{202E}txt.exe\u{2066}")
        == "access⟨U+202E⟩txt.exe⟨U+2066⟩")
    for code: UInt32 in [
      0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067,
      0x2068, 0x2069,
    ] {
      let scalar = Unicode.Scalar(code).map(String.init) ?? ""
      #expect(VisibleSigns.block.applied(to: scalar).hasPrefix("⟨U+"), "\(code)")
    }
  }

  @Test func replacesTheCharactersThatStandForValues() {
    #expect(VisibleSigns.line.applied(to: "\u{F0000}\u{10FFFD}") == "⟨U+F0000⟩⟨U+10FFFD⟩")
  }

  @Test func leavesEveryOtherTextAsItIs() {
    for text in [
      "", "plain", "“quoted” – and… more", "日本語", "שלום", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{E000}", "\u{2027}\u{2030}",
      "\u{2065}\u{206A}", "\u{A0}", "\u{61B}", String(repeating: "x", count: 1_000),
    ] {
      #expect(VisibleSigns.line.applied(to: text).utf8.elementsEqual(text.utf8))
    }
  }

  @Test func treatsLinesAndTabsAsAsked() {
    let text = "a\tb\nc\r\nd\re"
    #expect(VisibleSigns.line.applied(to: text) == "a b c d␍e")
    #expect(VisibleSigns.block.applied(to: text) == "a\tb\nc\nd␍e")
    #expect(
      VisibleSigns(newlines: .sign, tabs: .sign).applied(to: text) == "a␉b␊c␍␊d␍e")
  }

  @Test func findsSignsAtEveryPlace() {
    for length in 0..<70 {
      for place in 0...length {
        let before = String(repeating: "x", count: place)
        let after = String(repeating: "y", count: length - place)
        for (sign, picture) in [("\u{7}", "␇"), ("\u{202E}", "⟨U+202E⟩"), ("é", "é")] {
          #expect(
            VisibleSigns.line.applied(to: before + sign + after) == before + picture + after)
        }
      }
    }
  }

  @Test func leavesNothingToDoInWhatItHasDone() {
    var generator = SeededGenerator(9)
    let scalars: [UInt32] = [
      0, 9, 10, 13, 27, 65, 127, 128, 155, 233, 0x61C, 0x2027, 0x202E, 0x2066, 0x65E5, 0xE000,
      0x1F600, 0xE0001, 0xF0000, 0x10FFFF,
    ]
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let code = scalars.randomElement(using: &generator) ?? 0
        text.unicodeScalars.append(Unicode.Scalar(code) ?? " ")
      }
      var clean = VisibleSigns.line.applied(to: text)
      #expect(!clean.withUTF8 { VisibleSigns.line.isNeeded(in: $0) })
    }
  }

  @Test func survivesBytesThatAreNoText() {
    var generator = SeededGenerator(10)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var sink = ByteSink()
      bytes.withUnsafeBufferPointer { VisibleSigns.line.write($0, to: &sink) }
      #expect(sink.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
  }
}
