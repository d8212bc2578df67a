// Unsafe pointers: texts are scanned in place, without a copy.

/// Fast path for the most common values: plain paragraphs, possibly with code in single backticks
/// and text in angle brackets. Calls the visitor exactly as a parsed tree would.
enum FastParagraphs {
  /// Whether the fast path can handle `source`. Returns false in every doubtful case.
  static func canShow(_ source: Bytes) -> Bool {
    let source = source.droppingLastPlainLineFeeds
    // cmark drops a byte order mark.
    guard source.count > 0, source[0] != 0xEF, canStartLine(source, at: 0) else { return false }
    var index = 0
    while index < source.count {
      index = firstOfInterest(in: source, from: index)
      guard index < source.count else { break }
      let byte = source[index]
      guard kinds[Int(byte)] != 0 else {
        index &+= 1
        continue
      }
      guard let next = after(byte, at: index, in: source) else { return false }
      index = next
    }
    return source[source.count - 1] != UInt8(ascii: " ")
  }

  /// Visits the paragraphs of a source for which `canShow` returned true.
  static func show<Visitor: TreeVisitor>(_ source: Bytes, to visitor: inout Visitor) {
    let source = source.droppingLastPlainLineFeeds
    visitor.enter(.paragraph(isTight: false), .none)
    var start = 0
    var index = 0
    while true {
      index = firstOfInterest(in: source, from: index)
      guard index < source.count else { break }
      let byte = source[index]
      guard byte == 0x0A || byte == UInt8(ascii: "`") else {
        index &+= 1
        continue
      }
      if start < index { visitor.text(Bytes(rebasing: source[start..<index])) }
      if byte == 0x0A {
        if source[index + 1] == 0x0A {
          visitor.exit(.paragraph(isTight: false), .none)
          visitor.enter(.paragraph(isTight: false), .none)
          index &+= 2
        } else {
          visitor.softBreak()
          index &+= 1
        }
      } else {
        let end = closing(index, in: source) ?? source.count - 1
        visitor.code(codeText(source, from: index + 1, to: end))
        index = end &+ 1
      }
      start = index
    }
    if start < source.count { visitor.text(Bytes(rebasing: source[start...])) }
    visitor.exit(.paragraph(isTight: false), .none)
  }

  /// The index of the next byte that can start Markdown syntax or end a line, or of `^` or delete.
  /// Reads eight bytes at a time.
  @inline(__always)
  private static func firstOfInterest(in source: Bytes, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(source)
    while index &+ 8 <= source.count {
      let mask = interest(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
      if mask != 0 { return index &+ mask.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    return index
  }

  /// Sets the top bit of each byte in `kinds`, and of `^` and delete. A sum of two 7-bit numbers
  /// sets the top bit of its own byte only.
  @inline(__always)
  private static func interest(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let low = word & ~tops
    let differs =
      ((low ^ ones &* 0x26) &+ ones &* 0x7F) & ((low ^ ones &* 0x2A) &+ ones &* 0x7F)
      & ((low ^ ones &* 0x3C) &+ ones &* 0x7F)
    let isPrinted = low &+ ones &* 0x60
    let isBracket = (low &+ ones &* 0x25) & ~(low &+ ones &* 0x1F)
    let isTilde = low &+ ones &* 0x02
    return (~(differs & isPrinted) | isBracket | isTilde) & ~word & tops
  }

  /// 1 for each byte that can start Markdown syntax or end a line.
  private static let kinds: [UInt8] = {
    var kinds = [UInt8](repeating: 0, count: 256)
    for byte in 0..<0x20 { kinds[byte] = 1 }
    for byte in "\\`*_[]<&~".utf8 { kinds[Int(byte)] = 1 }
    return kinds
  }()

  /// The index at which to continue after `byte`; nil if it starts Markdown syntax.
  private static func after(_ byte: UInt8, at index: Int, in source: Bytes) -> Int? {
    let next = index + 1 < source.count ? source[index + 1] : 0x20
    let previous = index > 0 ? source[index - 1] : 0x0A
    switch byte {
    case 0x0A:
      guard previous != UInt8(ascii: " ") else { return nil }
      let start = next == 0x0A ? index + 2 : index + 1
      return canStartLine(source, at: start) ? start : nil
    case UInt8(ascii: "`"):
      return closing(index, in: source).map { $0 + 1 }
    case UInt8(ascii: "_"):
      return isAlphanumeric(previous) && isAlphanumeric(next) ? index + 1 : nil
    case UInt8(ascii: "*"):
      return previous == 0x20 && next == 0x20 && index + 1 < source.count ? index + 1 : nil
    case UInt8(ascii: "["):
      // Link definitions are excluded (they start a paragraph), so only `](` makes a link.
      return index + 1
    case UInt8(ascii: "]"):
      return next == UInt8(ascii: "(") ? nil : index + 1
    case UInt8(ascii: "&"):
      return isAlphanumeric(next) || next == UInt8(ascii: "#") ? nil : index + 1
    case UInt8(ascii: "<"):
      return afterAngle(at: index, in: source, next: next)
    case UInt8(ascii: "~"):
      // A single marker strikes nothing through.
      return source[(index + 1)...].contains(byte) ? nil : index + 1
    default: return nil
    }
  }

  /// The index after a literal `<`, or after a tag without attributes, which is shown as text; else
  /// nil.
  private static func afterAngle(at index: Int, in source: Bytes, next: UInt8) -> Int? {
    switch next {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): return nil
    case _ where isLetter(next):
      var end = index + 1
      while end < source.count, isAlphanumeric(source[end]) { end &+= 1 }
      return end < source.count && source[end] == UInt8(ascii: ">") ? end + 1 : nil
    default: return index + 1
    }
  }

  /// The index of the single backtick on the same line that closes the one at `index`.
  private static func closing(_ index: Int, in source: Bytes) -> Int? {
    var end = index + 1
    while end < source.count, source[end] != UInt8(ascii: "`") {
      if source[end] < 0x20 { return nil }
      end &+= 1
    }
    guard end < source.count, end > index + 1,
      end + 1 == source.count || source[end + 1] != UInt8(ascii: "`")
    else { return nil }
    return end
  }

  /// The content between backticks, without the one padding space on each side.
  private static func codeText(_ source: Bytes, from start: Int, to end: Int) -> Bytes {
    let bytes = Bytes(rebasing: source[start..<end])
    guard bytes.count > 2, bytes[0] == 0x20, bytes[bytes.count - 1] == 0x20,
      bytes.contains(where: { $0 != 0x20 })
    else { return bytes }
    return Bytes(rebasing: bytes[1..<(bytes.count - 1)])
  }

  /// Whether a line that begins at `start` can only continue or begin a paragraph.
  private static func canStartLine(_ source: Bytes, at start: Int) -> Bool {
    guard start < source.count else { return false }
    switch source[start] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
      UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"),
      UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "`"),
      UInt8(ascii: "{"):
      return true
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = start
      while end < source.count, (0x30...0x39).contains(source[end]) { end &+= 1 }
      return end == source.count
        || (source[end] != UInt8(ascii: ".") && source[end] != UInt8(ascii: ")"))
    default: return false
    }
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  @inline(__always)
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Bytes {
  /// The bytes without trailing line feeds.
  fileprivate var droppingLastPlainLineFeeds: Bytes {
    var count = count
    while count > 0, self[count - 1] == 0x0A { count -= 1 }
    return Bytes(start: baseAddress, count: count)
  }
}
