import Testing

@testable import Mailing

/// Transfer encodings of bodies.
@Suite struct EncodingTests {
  private func quoted(_ text: String) -> [String] {
    lines(TransferEncoding.quotedPrintable(Array(text.utf8)))
  }

  @Test func asciiTextIsReadableInQuotedPrintable() {
    #expect(quoted("One line.\nAnother.\n") == ["One line.", "Another."])
    #expect(quoted("a=b") == ["a=3Db"])
    #expect(quoted("é\n") == ["=C3=A9"])
  }

  @Test func bytesThatServersChangeAreEscaped() {
    #expect(
      quoted(".\n..\nFrom me\n>From\na \nb\t\n") == [
        "=2E", "=2E.", "=46rom me", ">From", "a=20", "b=09",
      ])
  }

  @Test func everyLineEndBecomesCRLF() {
    #expect(quoted("a\nb\r\nc\rd") == ["a", "b", "c", "d"])
    #expect(quoted("\n\n") == ["", ""])
    #expect(quoted("") == [])
  }

  @Test func encodedLinesHaveAtMost76Characters() {
    for length in 70...160 {
      let text = String(repeating: "x", count: length)
      let folded = quoted(text)
      #expect(folded.allSatisfy { $0.utf8.count <= 76 })
      #expect(decodeQuoted(folded) == Array((text + "\n").utf8))
    }
    #expect(quoted(String(repeating: "x", count: 76)).count == 1)
    #expect(quoted(String(repeating: "x", count: 77)).count == 2)
  }

  @Test func aCharacterIsNotSplitAcrossEncodedLines() {
    for length in 60...80 {
      for line in quoted(String(repeating: "x", count: length) + "夜夜夜夜") {
        let bytes = decodeQuoted([line]).dropLast(line.hasSuffix("=") ? 0 : 1)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
      }
    }
  }

  @Test func aFullStopAfterASoftBreakIsEscapedToo() {
    let folded = quoted(String(repeating: "x", count: 75) + "." + String(repeating: "y", count: 9))
    #expect(folded[1].hasPrefix("=2E"))
  }

  @Test func theShorterTransferEncodingIsUsed() {
    #expect(TransferEncoding.encode(text: Array("plain words".utf8)).0 == .quotedPrintable)
    let text = Array(String(repeating: "夜间构建\n", count: 50).utf8)
    let (form, bytes) = TransferEncoding.encode(text: text)
    #expect(form == .base64)
    #expect(
      decodeBase64(lines(bytes).joined())
        == Array(String(repeating: "夜间构建\r\n", count: 50).utf8))
  }

  @Test func base64KeepsEveryByte() {
    for count in [0, 1, 2, 3, 56, 57, 58, 1_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let encoded = lines(TransferEncoding.base64(bytes))
      #expect(encoded.allSatisfy { $0.utf8.count <= 76 && $0.utf8.count % 4 == 0 })
      #expect(decodeBase64(encoded.joined()) == bytes)
    }
    #expect(
      lines(TransferEncoding.base64(Array("any carnal pleas".utf8))) == ["YW55IGNhcm5hbCBwbGVhcw=="]
    )
  }
}
