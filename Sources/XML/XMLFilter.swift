// Unsafe pointers: each byte of a document is scanned before Expat sees it.

/// Replaces the characters that XML 1.0 forbids, because test tools write them: control characters,
/// references to them, and bytes that are not UTF-8. Works on pieces of a document.
///
/// A control character or a reference to it becomes its picture (`␛` for escape), so that escape
/// sequences stay recognizable. Others become U+FFFD. Line numbers stay correct; columns after a
/// replaced reference in the same line become smaller than in the file.
struct XMLFilter {
  /// The position of the first replaced character.
  private(set) var firstRepair: XMLPosition?
  private(set) var repairs = 0
  /// The number of bytes that are 0.
  private(set) var zeros = 0

  /// The region that contains the current bytes. Markup is recognized only in content.
  private enum Region {
    case content, characterData, comment, instruction

    /// The first byte of the sequence that ends the region, or that begins markup in content.
    var mark: UInt8 {
      switch self {
      case .content: UInt8(ascii: "<")
      case .characterData: UInt8(ascii: "]")
      case .comment: UInt8(ascii: "-")
      case .instruction: UInt8(ascii: "?")
      }
    }
  }

  private var region = Region.content
  private var position = XMLPosition(line: 1, column: 1)
  /// The index of `position` in the piece.
  private var counted = 0

  /// The longest reference in bytes. Any other sequence that a piece may split is shorter.
  private static let longestReference = 16

  /// Appends the cleaned bytes to `output` and returns the number of bytes processed. The rest may
  /// be an incomplete character or reference; the caller puts it before the next piece.
  mutating func filter(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    counted = 0
    var copied = 0
    var index = 0
    while true {
      index = next(from: index, in: bytes)
      guard index < bytes.count else { break }
      if !isLast, bytes.count - index < Self.longestReference { break }
      let (count, replacement) = look(at: index, in: bytes)
      if let replacement {
        noteRepair(at: index, in: bytes)
        output.append(contentsOf: bytes[copied..<index])
        output.append(contentsOf: replacement.utf8)
        copied = index + count
      }
      index += count
    }
    output.append(contentsOf: bytes[copied..<max(index, copied)])
    if firstRepair == nil { count(to: index, in: bytes) }
    return index
  }

  /// The index of the next byte that may need a replacement or end a region. Reads eight bytes at a
  /// time.
  private func next(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let mark = region.mark
    let ampersand = region == .content ? UInt8(ascii: "&") : mark
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index < bytes.count {
      if index &+ 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
        let found = Self.interest(word, mark, ampersand)
        if found == 0 {
          index &+= 8
          continue
        }
        index &+= found.trailingZeroBitCount >> 3
      }
      let byte = bytes[index]
      if byte == mark || byte == ampersand || byte >= 0x80 { return index }
      if byte < 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return index }
      index &+= 1
    }
    return index
  }

  /// Sets the top bit of each byte that equals `first` or `second`, is a control character, or is
  /// not ASCII. Only the lowest set bit is reliable.
  @inline(__always)
  private static func interest(_ word: UInt64, _ first: UInt8, _ second: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let left = word ^ (ones &* UInt64(first))
    let right = word ^ (ones &* UInt64(second))
    let zeros = ((left &- ones) & ~left) | ((right &- ones) & ~right)
    let controls = (word &- (ones &* 0x20)) & ~word
    return (zeros | controls | word) & 0x8080_8080_8080_8080
  }

  /// The length of the sequence at an index, and its replacement if it needs one.
  private mutating func look(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (count: Int, replacement: Character?) {
    let byte = bytes[index]
    if byte >= 0x80 { return character(at: index, in: bytes) }
    if byte == 0 { zeros += 1 }
    if byte < 0x20 { return (1, Self.picture(of: UInt32(byte))) }
    if byte == UInt8(ascii: "&"), region == .content { return reference(at: index, in: bytes) }
    switch region {
    case .content:
      if Self.matches("<![CDATA[", at: index, in: bytes) {
        region = .characterData
        return (9, nil)
      }
      if Self.matches("<!--", at: index, in: bytes) {
        region = .comment
        return (4, nil)
      }
      if Self.matches("<?", at: index, in: bytes) {
        region = .instruction
        return (2, nil)
      }
    case .characterData: leave("]]>", at: index, in: bytes)
    case .comment: leave("-->", at: index, in: bytes)
    case .instruction: leave("?>", at: index, in: bytes)
    }
    return (1, nil)
  }

  private mutating func leave(
    _ end: StaticString, at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) {
    if Self.matches(end, at: index, in: bytes) { region = .content }
  }

  private static func matches(
    _ text: StaticString, at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { expected in
      expected.elementsEqual(bytes[index..<index + expected.count])
    }
  }

  /// Checks the sequence of one non-ASCII scalar.
  private func character(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (count: Int, replacement: Character?) {
    let first = bytes[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard 0xC2...0xF4 ~= first else { return (1, "\u{FFFD}") }
    var scalar = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
    for offset in 1..<length {
      guard index + offset < bytes.count, bytes[index + offset] & 0xC0 == 0x80 else {
        return (offset, "\u{FFFD}")
      }
      scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
    }
    let isShortest = length == 2 || scalar >= (length == 3 ? 0x800 : 0x1_0000)
    return (length, isShortest && Self.isAllowed(scalar) ? nil : "\u{FFFD}")
  }

  /// Checks a reference such as `&#27;` or `&#x1B;`; replaces it only if XML forbids the character.
  private func reference(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (count: Int, replacement: Character?) {
    var end = index + 1
    guard end < bytes.count, bytes[end] == UInt8(ascii: "#") else { return (1, nil) }
    end += 1
    var radix: UInt32 = 10
    if end < bytes.count, bytes[end] == UInt8(ascii: "x") {
      radix = 16
      end += 1
    }
    var scalar: UInt32 = 0
    let digits = end
    while end < bytes.count, end - index < Self.longestReference,
      let digit = Self.digit(bytes[end], radix: radix)
    {
      scalar = min(scalar * radix + digit, 0x11_0000)
      end += 1
    }
    guard end > digits, end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return (1, nil) }
    let count = end + 1 - index
    return Self.isAllowed(scalar) ? (count, nil) : (count, Self.picture(of: scalar))
  }

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16:
      UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F") where radix == 16:
      UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Whether XML 1.0 allows the character.
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  private static func picture(of scalar: UInt32) -> Character {
    guard scalar < 0x20, let picture = Unicode.Scalar(0x2400 + scalar) else { return "\u{FFFD}" }
    return Character(picture)
  }

  // MARK: Positions

  private mutating func noteRepair(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    repairs += 1
    guard firstRepair == nil else { return }
    count(to: index, in: bytes)
    firstRepair = position
  }

  /// Advances `position` to an index of the piece. Not needed after the first repair.
  private mutating func count(to index: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let passed = UnsafeBufferPointer(rebasing: bytes[counted..<max(index, counted)])
    var lines = 0
    for byte in passed { lines &+= byte == 0x0A ? 1 : 0 }
    let start = lines > 0 ? (passed.lastIndex(of: 0x0A) ?? 0) + 1 : 0
    var columns = 0
    for byte in passed[start...] { columns &+= byte & 0xC0 != 0x80 ? 1 : 0 }
    position = XMLPosition(
      line: position.line + lines, column: (lines > 0 ? 1 : position.column) + columns)
    counted = max(index, counted)
  }
}

/// A position in a document: line and column from 1, the column in Unicode scalars.
package struct XMLPosition: Sendable, Hashable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
