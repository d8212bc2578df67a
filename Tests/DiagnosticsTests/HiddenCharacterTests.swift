import Diagnostics
import Testing

struct HiddenCharacterTests {
  @Test(
    arguments: [
      0x00, 0x1F, 0x7F, 0x80, 0x9B, 0x9F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x200B, 0x200E, 0x200F,
      0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2061, 0x2064, 0x2066, 0x2069, 0x206A, 0x206F,
      0x3164,
      0xFDD0, 0xFDEF, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0xFFFE, 0xFFFF, 0x1BCA0, 0x1D173, 0x1FFFE,
      0xE0001, 0xE0041, 0xE007F, 0xE0FFF, 0xF0000, 0x10FFFD, 0x10FFFF, 0x200C, 0x200D, 0xFE0F,
      0xE0100,
    ] as [UInt32])
  func invisibleAndDeceptiveCharactersBecomeSigns(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let sign = HiddenCharacters.sign(of: code)
    #expect(VisibleText.of("a\(scalar)b") == "a\(sign)b")
    #expect(HiddenCharacters.contains(scalar))
    #expect(!sign.unicodeScalars.contains(scalar))
  }

  @Test(arguments: [
    // Families, rainbow and subdivision flags, keycaps, hearts on fire, skin tones.
    "👨‍👩‍👧‍👦", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿 after", "1️⃣", "❤️‍🔥", "👩🏽‍🚒", "🏴‍☠️", "🇩🇪",
    // Persian, Hindi, Malayalam, Sinhala, Khmer, a variant of an ideograph, Mongolian.
    "می‌خواهم", "क्‍ष", "ക്‍", "ශ්‍රී", "葛\u{E0100}", "葛\u{FE00}", "ᠠ\u{180B}",
    "Über­länge", "日本語", "שלום", "é", "“quoted” – and…", "\u{A0}", "\u{E000}", "",
  ])
  func invisibleCharactersOfScriptsAndEmojiAreKept(text: String) {
    #expect(VisibleText.of(text).utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    ("ad\u{200D}min", "ad⟨U+200D⟩min"), ("\u{200C}x", "⟨U+200C⟩x"),
    // One is enough, and not after a hidden character.
    ("م\u{200C}\u{200C}ن", "م\u{200C}⟨U+200C⟩ن"), ("👩\u{200B}\u{200D}x", "👩⟨U+200B⟩⟨U+200D⟩x"),
    ("x\u{FE0F}", "x⟨U+FE0F⟩"), ("☺\u{FE0F}\u{FE0F}", "☺\u{FE0F}⟨U+FE0F⟩"),
    ("1\u{E0101}", "1⟨U+E0101⟩"), ("😀\u{E0101}", "😀⟨U+E0101⟩"),
    ("1\u{FE0F}\u{200D}", "1\u{FE0F}⟨U+200D⟩"),
    // Tags without a flag, without an end tag, and more than a flag has.
    ("x\u{E0067}\u{E007F}", "x⟨U+E0067⟩⟨U+E007F⟩"), ("🏴\u{E0067}", "🏴⟨U+E0067⟩"),
    ("🏴\u{E0067}\u{E007F}", "🏴⟨U+E0067⟩⟨U+E007F⟩"),
  ])
  func joinersAndSelectorsOutOfContextBecomeSigns(text: String, expected: String) {
    #expect(VisibleText.of(text) == expected)
  }

  /// Tags could encode a whole sentence after a flag.
  @Test func tagsOfAFlagCanNotHideText() {
    let letters = String(
      String.UnicodeScalarView((0..<7).compactMap { Unicode.Scalar(0xE0061 + $0) }))
    #expect(VisibleText.of("🏴\(letters)\u{E007F}").hasPrefix("🏴⟨U+E0061⟩"))
  }

  @Test func truncatedCharactersAreNotReadBeyondTheEnd() {
    for text in ["a\u{202E}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "葛\u{E0100}", "\u{10FFFF}"] {
      let bytes = Array(text.utf8)
      for end in 1...bytes.count {
        bytes[..<end].withUnsafeBufferPointer { words in
          var index = 0
          while index < words.count {
            switch HiddenCharacters.look(at: index, in: words) {
            case .passes(let count), .shown(_, let count):
              #expect(count > 0)
              index += count
            }
          }
          #expect(index == words.count)
        }
      }
    }
  }
}
