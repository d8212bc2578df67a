// Unsafe pointers: output is scanned in place, without a copy.

/// Commands in a job's log that CI runners execute: `::name::` at the start of a line (GitHub),
/// `##[name]` and `##name[…]` anywhere (GitHub, Azure, TeamCity). Values in a log must not become
/// commands, so a space is inserted between the two characters.
package enum RunnerCommands {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// `text` with all commands broken.
  package static func broken(_ text: String) -> String {
    rewritten(text, keepsStarts: false)
  }

  /// `text`, in which each line begins with a command of the program; all other commands are
  /// broken.
  package static func brokenInside(_ text: String) -> String {
    rewritten(text, keepsStarts: true)
  }

  private static func rewritten(_ text: String, keepsStarts: Bool) -> String {
    let bytes = text.withBytes { broken($0, keepsStarts: keepsStarts) }
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// The lines with all commands broken; nil if there are none.
  package static func broken(_ bytes: Bytes, keepsStarts: Bool = false) -> [UInt8]? {
    guard mayHoldCommands(bytes) else { return nil }
    var result: [UInt8] = []
    var written = 0
    func part(after index: Int) {
      result += bytes[written...index]
      result.append(0x20)
      written = index + 1
    }
    var isLineStart = true
    var index = 0
    while index < bytes.count {
      if isLineStart {
        isLineStart = false
        index = afterBlanks(from: index, in: bytes)
        if !keepsStarts, isPair(of: UInt8(ascii: ":"), at: index, in: bytes) { part(after: index) }
        continue
      }
      while index < bytes.count, bytes[index] != UInt8(ascii: "#"), bytes[index] > 0x0D {
        index &+= 1
      }
      guard index < bytes.count else { break }
      switch bytes[index] {
      case UInt8(ascii: "#"): if isMark(at: index, in: bytes) { part(after: index) }
      case 0x0A, 0x0D: isLineStart = true
      default: break
      }
      index &+= 1
    }
    return written == 0 ? nil : result + bytes[written...]
  }

  /// Whether a pair of characters may begin a command. The loop has no branches, so that the
  /// compiler can vectorize it.
  private static func mayHoldCommands(_ bytes: Bytes) -> Bool {
    guard bytes.count > 1 else { return false }
    var pairs: UInt8 = 0
    for index in 1..<bytes.count {
      let byte = bytes[index]
      let begins: UInt8 = byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":") ? 1 : 0
      pairs |= begins & (byte == bytes[index &- 1] ? 1 : 0)
    }
    return pairs != 0
  }

  /// Whether `##`, optional letters and a bracket begin at `index`.
  package static func isMark(at index: Int, in bytes: Bytes) -> Bool {
    guard isPair(of: UInt8(ascii: "#"), at: index, in: bytes) else { return false }
    var end = index + 2
    while end < bytes.count, (0x61...0x7A).contains(bytes[end] | 0x20) { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "[")
  }

  private static func isPair(of byte: UInt8, at index: Int, in bytes: Bytes) -> Bool {
    index + 1 < bytes.count && bytes[index] == byte && bytes[index + 1] == byte
  }

  /// The index after the characters that runners and terminals skip at the start of a line: white
  /// space, colours, isolates.
  private static func afterBlanks(from start: Int, in bytes: Bytes) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x09, 0x0B, 0x0C, 0x20: index += 1
      case 0x1B: index = afterEscape(from: index, in: bytes)
      case 0xC2 where index + 1 < bytes.count && [0x85, 0xA0].contains(bytes[index + 1]):
        index += 2
      // U+2000 to U+206F except punctuation, the ideographic space, the byte order mark.
      case 0xE2
      where index + 2 < bytes.count
        && (bytes[index + 1] == 0x80 && !(0x90...0xA7).contains(bytes[index + 2])
          && bytes[index + 2] < 0xB0 || bytes[index + 1] == 0x81 && bytes[index + 2] >= 0x9F):
        index += 3
      case 0xE3
      where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80:
        index += 3
      case 0xEF
      where index + 2 < bytes.count && bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF:
        index += 3
      default: return index
      }
    }
    return index
  }

  /// The index after `ESC [ … letter`.
  private static func afterEscape(from start: Int, in bytes: Bytes) -> Int {
    var index = start + 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return index }
    index += 1
    while index < bytes.count, (0x20..<0x40).contains(bytes[index]) { index += 1 }
    return min(index + 1, bytes.count)
  }
}
