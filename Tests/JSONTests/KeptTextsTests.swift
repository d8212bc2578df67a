import Diagnostics
import Testing

@testable import JSON

@Suite struct KeptTextsTests {
  /// Texts around the lengths at which a string has another form, and around the words that are looked at.
  static let texts: [String] = {
    var texts = ["", "a", "\0", "ä", "🙂"]
    for count in 14...26 {
      let plain = String(repeating: "x", count: count)
      texts += [plain, plain + "é", "é" + plain, plain + "\0", plain + "e\u{301}", "🙂" + plain]
    }
    return texts
  }()

  private struct NoKeptTexts: Error {}

  private func kept(_ bytes: [UInt8]...) throws -> [String] {
    guard var texts = KeptTexts() else { throw NoKeptTexts() }
    var kept: [String] = []
    for one in bytes { one.withUnsafeBufferPointer { kept.append(texts.string($0)) } }
    return kept
  }

  private func kept(_ text: String) throws -> String {
    try #require(kept(Array(text.utf8)).first)
  }

  @Test(arguments: texts) func keptTextIsTheSameAsAnother(_ text: String) throws {
    let kept = try kept(text)
    #expect(kept == text)
    #expect(kept.hashValue == text.hashValue)
    #expect(kept.count == text.count)
    #expect(Array(kept.utf8) == Array(text.utf8))
    #expect(Array(kept.unicodeScalars) == Array(text.unicodeScalars))
    #expect(kept.reversed() == text.reversed())
    #expect([kept: 1][text] == 1)
    #expect((kept < text + "a") && !(kept < text))
  }

  @Test func keptTextCanBeChangedWithoutChangingOthers() throws {
    let kept = try kept("a text of more than fifteen bytes")
    var changed = kept
    changed.append(", and more")
    changed.removeFirst()
    #expect(kept == "a text of more than fifteen bytes")
    #expect(changed == " text of more than fifteen bytes, and more")
  }

  @Test func partsOfAKeptTextAreWhatTheyAreOfAnother() throws {
    let text = "a text of more than fifteen bytes: ä, é, 🙂"
    let kept = try kept(text)
    for count in 0...text.count {
      #expect(kept.prefix(count) == text.prefix(count))
      #expect(String(kept.suffix(count)) == String(text.suffix(count)))
    }
    #expect(kept.withCString { String(cString: $0) } == text)
  }

  @Test func invalidBytesBecomeReplacementCharacters() throws {
    let bytes: [UInt8] = Array("more than fifteen bytes ".utf8) + [0xC3, 0x28, 0xFF]
    #expect(try kept(bytes) == [String(decoding: bytes, as: UTF8.self)])
  }

  @Test func textsStayWhenWhatMadeThemIsGone() throws {
    var kept: [String] = []
    for round in 0..<200 {
      kept.append(try self.kept("text \(round) of two hundred, each made by another one"))
    }
    for (round, text) in kept.enumerated() {
      #expect(text == "text \(round) of two hundred, each made by another one")
    }
  }

  @Test func textsOfAnySizeFollowEachOther() throws {
    let sizes = [16, 1 << 17, 1 << 16, (1 << 17) + 1, 100, 3 << 20, 1 << 17]
    guard var texts = KeptTexts() else { throw NoKeptTexts() }
    for size in sizes {
      let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: size)
      let kept = bytes.withUnsafeBufferPointer { texts.string($0) }
      #expect(kept == String(repeating: "x", count: size))
    }
  }

  @Test func readerKeepsWhatItReads() throws {
    let json = #"""
      ["a text with \n a line break", "plain text of twenty-eight b.",
       "ä ö ü ä ö ü ä ö ü", "\u00e4 escaped, twenty"]
      """#
    func read(keeping: Bool) throws -> [String] {
      var reader = JSONReader(file: "t", source: ByteSource(bytes: Array(json.utf8), piece: 7))
      if keeping { reader.texts = KeptTexts() }
      var found: [String] = []
      #expect(reader.peek() == .array)
      reader.enterArray()
      while reader.nextElement() {
        #expect(reader.peek() == .string)
        found.append(reader.takeString())
      }
      return found
    }
    #expect(try read(keeping: true) == read(keeping: false))
  }

  @Test func commonTextsAreWhatTheyAreOfOthers() throws {
    guard var texts = KeptTexts() else { throw NoKeptTexts() }
    // More than are remembered, so that some are forgotten between the first and the second time.
    let given =
      Self.texts + (0..<150_000).map { "Sources/Storage/File\($0).swift" }
      + (0..<300).map { String(repeating: "x", count: $0) }
    for _ in 0..<2 {
      for text in given {
        let common = Array(text.utf8).withUnsafeBufferPointer { texts.commonString($0) }
        #expect(common == text)
      }
    }
    let broken = [UInt8](repeating: 0x61, count: 20) + [0xC3, 0x62]
    let repaired = broken.withUnsafeBufferPointer { texts.commonString($0) }
    #expect(repaired == String(decoding: broken, as: UTF8.self))
  }

  @Test func commonTextIsKeptOnce() throws {
    guard var texts = KeptTexts() else { throw NoKeptTexts() }
    let bytes = Array("Sources/Storage/KeptOnce.swift".utf8)
    let addresses = (0..<2).map { _ in
      var text = bytes.withUnsafeBufferPointer { texts.commonString($0) }
      return text.withUTF8 { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(addresses[0] == addresses[1])
  }
}
