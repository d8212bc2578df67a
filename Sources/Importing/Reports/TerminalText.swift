/// What a program has written for a terminal, as plain text: without escape sequences, with the line
/// ends of this program, and of a line that was written over what was shown last.
enum TerminalText {
  /// Lengths beyond which an operating system command is taken for text.
  private static let longestCommand = 4_096

  static func plain(_ bytes: some Collection<UInt8>) -> String {
    plain(Array(bytes))
  }

  static func plain(_ bytes: [UInt8]) -> String {
    // Most texts hold neither an escape nor a carriage return.
    guard bytes.contains(where: { $0 == 0x1B || $0 == 0x0D || $0 == 0x9B }) || mentionsEscape(bytes)
    else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: overwritten(withoutEscapes(bytes)), as: UTF8.self)
  }

  // MARK: Escape sequences

  /// How test tools spell an escape that their format can't hold, each before a `[`.
  private static let spellings: [StaticString] = [
    "\u{241B}", "#x1B", "#x1b", "\\x1b", "\\x1B", "\\u001b", "\\u001B", "\\033", "&#27;", "&#x1B;",
    "&#x1b;", "[NON-XML-CHAR-0x1B]",
  ]
  private static let beginnings: Set<UInt8> = [
    0x1B, 0xC2, 0xE2, UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "["),
  ]

  private static func mentionsEscape(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices where beginnings.contains(bytes[index]) {
      if escape(at: index, in: bytes) > 0 { return true }
    }
    return false
  }

  /// The number of bytes that stand for an escape; 0 where there is none.
  private static func escape(at index: Int, in bytes: [UInt8]) -> Int {
    if bytes[index] == 0x1B { return 1 }
    for spelling in spellings {
      let count = spelling.utf8CodeUnitCount
      guard index + count <= bytes.count else { continue }
      let matches = spelling.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
      if matches { return count }
    }
    return 0
  }

  private static func withoutEscapes(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if beginnings.contains(bytes[index]), let end = endOfSequence(from: index, in: bytes) {
        index = end
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  private static func endOfSequence(from start: Int, in bytes: [UInt8]) -> Int? {
    // The one-character form of "escape, bracket".
    if bytes[start] == 0xC2 {
      guard start + 1 < bytes.count, bytes[start + 1] == 0x9B else { return nil }
      return endOfControl(from: start + 2, in: bytes)
    }
    let count = escape(at: start, in: bytes)
    guard count > 0, start + count < bytes.count else { return nil }
    let next = start + count
    switch bytes[next] {
    case UInt8(ascii: "["): return endOfControl(from: next + 1, in: bytes)
    // A spelling may be meant as text: nothing but the common sequence is believed.
    case _ where bytes[start] != 0x1B && bytes[start] != 0xE2: return nil
    case UInt8(ascii: "]"): return endOfCommand(from: next + 1, in: bytes)
    case UInt8(ascii: "("), UInt8(ascii: ")"): return min(next + 2, bytes.count)
    case 0x40...0x5F: return next + 1
    default: return nil
    }
  }

  /// `31;1m` and its like.
  private static func endOfControl(from start: Int, in bytes: [UInt8]) -> Int? {
    var index = start
    while index < bytes.count, 0x30...0x3F ~= bytes[index] { index += 1 }
    while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
    guard index < bytes.count, 0x40...0x7E ~= bytes[index] else { return nil }
    return index + 1
  }

  /// A title or a link, up to a bell or an escape with a backslash.
  private static func endOfCommand(from start: Int, in bytes: [UInt8]) -> Int? {
    let limit = min(bytes.count, start + longestCommand)
    var index = start
    while index < limit, bytes[index] != 0x0A {
      if bytes[index] == 0x07 { return index + 1 }
      // The picture of a bell.
      if bytes[index...].starts(with: [0xE2, 0x90, 0x87]) { return index + 3 }
      let count = bytes[index] == 0x1B || bytes[index] == 0xE2 ? escape(at: index, in: bytes) : 0
      if count > 0, index + count < bytes.count, bytes[index + count] == UInt8(ascii: "\\") {
        return index + count + 1
      }
      index += 1
    }
    return nil
  }

  // MARK: Carriage returns

  /// Of a line that was written over, the last part that says anything.
  private static func overwritten(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0D) else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if number > 0 { output.append(0x0A) }
      let parts = line.split(separator: 0x0D)
      let shown = parts.last { part in part.contains { $0 > 0x20 } } ?? parts.last
      output.append(contentsOf: shown ?? [])
    }
    return output
  }
}

extension TerminalText {
  static func plain(_ text: String) -> String { plain(Array(text.utf8)) }
}
