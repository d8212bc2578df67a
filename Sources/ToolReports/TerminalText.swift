internal import Diagnostics
internal import Text

/// A tool's output as a terminal shows it (`TerminalOutput`). Reports may spell the escapes that
/// their formats can't contain.
package enum TerminalText {
  package static func plain(_ text: String) -> String {
    // Most texts are shown as they are.
    guard text.withBytes(mayMatter) else { return text }
    return plain(Array(text.utf8))
  }

  package static func plain(_ bytes: [UInt8]) -> String {
    guard mayMatter(bytes) else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: TerminalOutput.bytes(withEscapes(bytes)), as: UTF8.self)
  }

  /// The text with its colours (`TerminalOutput`); nil if it has none.
  package static func colored(_ bytes: [UInt8]) -> [UInt8]? {
    guard mayMatter(bytes) else { return nil }
    let colored = TerminalOutput.bytes(withEscapes(bytes), keepsColors: true)
    return colored.contains(0x1B) ? colored : nil
  }

  /// The spellings of an escape by test tools, each before a `[`.
  private static let spellings: [StaticString] = [
    "#x1B", "#x1b", "\\x1b", "\\x1B", "&#27;", "&#x1B;", "&#x1b;",
    "[NON-XML-CHAR-0x1B]",
  ]
  /// The pictures of an escape and a bell. If they are not part of a sequence, the characters are
  /// shown as these pictures again.
  private static let pictures: [(picture: StaticString, character: UInt8)] = [
    ("\u{241B}", 0x1B), ("\u{2407}", 0x07),
  ]
  /// Whether a spelling or a picture may begin with a byte.
  private static func isBeginning(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xE2, UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "["): true
    default: false
    }
  }

  /// Whether each byte may belong to a sequence that is not shown as written.
  private static let mattering = (0...UInt8.max).map { byte in
    isBeginning(byte) || TerminalOutput.mayMatter(byte)
  }

  /// Whether bytes may have a sequence that is not shown as written. Every text of a report is
  /// searched, mostly in vain.
  private static func mayMatter(_ bytes: some Sequence<UInt8>) -> Bool {
    let mattering = mattering
    return bytes.contains { mattering[Int($0)] }
  }

  /// The bytes with escapes in place of their spellings.
  private static func withEscapes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: isBeginning) else { return bytes }
    var output: [UInt8] = []
    var written = 0
    var index = 0
    while index < bytes.count {
      guard isBeginning(bytes[index]), let found = spelled(at: index, in: bytes) else {
        index += 1
        continue
      }
      output += bytes[written..<index]
      output.append(found.character)
      index += found.count
      written = index
    }
    return written == 0 ? bytes : output + bytes[written...]
  }

  private static func spelled(
    at index: Int, in bytes: [UInt8]
  ) -> (character: UInt8, count: Int)? {
    for (picture, character) in pictures where has(picture, at: index, in: bytes) {
      return (character, picture.utf8CodeUnitCount)
    }
    for spelling in spellings where has(spelling, at: index, in: bytes) {
      // It may be text, so only a complete control sequence counts.
      let next = index + spelling.utf8CodeUnitCount
      guard next < bytes.count, bytes[next] == UInt8(ascii: "["),
        TerminalOutput.endOfControl(from: next + 1, in: bytes) != nil
      else { return nil }
      return (0x1B, spelling.utf8CodeUnitCount)
    }
    return nil
  }

  private static func has(_ word: StaticString, at index: Int, in bytes: [UInt8]) -> Bool {
    guard index + word.utf8CodeUnitCount <= bytes.count else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + $0.count]) }
  }
}
