import TestSupport
import Testing
import Text

@testable import Mailing

/// Encoders checked by independent decoders, with random texts.
@Suite struct FuzzTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let scalars: [Unicode.Scalar] = [
    " ", " ", "a", "Z", "0", "=", "?", "_", ".", ",", "<", ">", "@", "\"", "\\", "(", ":", ";", "é",
    "ß", "夜", "🙂", "\u{301}", "\u{200D}", "\u{FE0F}", "א", "ع", "\u{10FFFF}", "-", "'",
  ]

  private func text(_ generator: inout Generator, upTo length: Int, more: [Unicode.Scalar] = [])
    -> String
  {
    var text = ""
    for _ in 0..<Int.random(in: 0...length, using: &generator) {
      if let scalar = (Self.scalars + more).randomElement(using: &generator) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  @Test func randomHeadersSurviveARoundTrip() {
    var generator = Generator(state: 1)
    for _ in 0..<FuzzScale.rounds(3_000) {
      let words = text(&generator, upTo: 200)
      let field = HeaderField("Subject", text: words)
      #expect(
        decodeWords(unfolded(field))?.unicodeScalars.elementsEqual(words.unicodeScalars) == true)
      #expect(
        lines(field).allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { 0x20..<0x7F ~= $0 } })
    }
  }

  @Test func randomBodiesSurviveARoundTrip() {
    var generator = Generator(state: 2)
    for _ in 0..<FuzzScale.rounds(2_000) {
      let words = text(&generator, upTo: 400, more: ["\n", "\t", "\u{0}"]) + "\n"
      let (form, bytes) = TransferEncoding.encode(text: Array(words.utf8))
      let found = lines(bytes)
      #expect(found.allSatisfy { $0.utf8.count <= 76 && $0.last != " " && $0.last != "\t" })
      switch form {
      case .quotedPrintable: #expect(decodeQuoted(found) == Array(words.utf8))
      case .base64:
        #expect(decodeBase64(found.joined()).filter { $0 != 0x0D } == Array(words.utf8))
      }
    }
  }

  @Test func randomAddressListsAreParsedOrRefused() {
    var generator = Generator(state: 3)
    var read = 0
    let rounds = FuzzScale.rounds(5_000)
    for _ in 0..<rounds {
      let words =
        text(&generator, upTo: 12) + (Bool.random(using: &generator) ? " <a@example.org>" : "")
      guard let list = try? Mailbox.list(words) else { continue }
      read += 1
      let value = unfolded(HeaderField("To", list))
      #expect(value.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
      if words.utf8.allSatisfy({ $0 < 0x80 }), !value.contains("=?") {
        #expect((try? Mailbox.list(value)) == list)
      }
    }
    #expect(read > rounds / 50)
  }
}
