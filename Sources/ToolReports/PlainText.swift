// Unsafe pointers: texts are scanned in place, without a copy.

internal import Diagnostics
internal import Platform

/// Parts of plain texts. Lines end with a line feed; only ASCII white space counts.
package enum PlainText {
  /// The lines up to the first blank one; nil for a blank text.
  package static func firstParagraph(_ text: String) -> String? { split(text)?.first }

  /// The first paragraph, and the rest; nil for a blank text.
  package static func split(_ text: String) -> (first: String, rest: String)? {
    let first: Range<Int>? = text.withBytes { bytes in
      var start = 0
      while start < bytes.count, isBlankLine(at: start, in: bytes) {
        start = endOfLine(at: start, in: bytes) + 1
      }
      guard start < bytes.count else { return nil }
      var end = endOfLine(at: start, in: bytes)
      while end < bytes.count, !isBlankLine(at: end + 1, in: bytes) {
        end = endOfLine(at: end + 1, in: bytes)
      }
      return start..<end
    }
    guard let first else { return nil }
    if first.count == text.utf8.count { return (trimmed(text), "") }
    return (
      trimmed(
        String(
          decoding: text.utf8.prefix(first.upperBound).dropFirst(first.lowerBound), as: UTF8.self)),
      trimmed(String(decoding: text.utf8.dropFirst(first.upperBound), as: UTF8.self))
    )
  }

  /// The text after some leading lines; nil if the text does not begin with them.
  package static func rest(of text: String, behind lines: String) -> String? {
    let text = text.drop(while: \.isWhitespace)
    guard text.utf8.starts(with: lines.utf8) else { return nil }
    let rest = Substring(text.utf8.dropFirst(lines.utf8.count))
    return rest.isEmpty || rest.first?.isNewline == true ? trimmed(String(rest)) : nil
  }

  /// The first line that is not blank.
  package static func firstLine(of text: String) -> String? {
    return text.withBytes { bytes in
      var start = 0
      while start < bytes.count, isBlankLine(at: start, in: bytes) {
        start = endOfLine(at: start, in: bytes) + 1
      }
      guard start < bytes.count else { return nil }
      let line = bytes[start..<endOfLine(at: start, in: bytes)]
      return trimmed(String(decoding: line, as: UTF8.self))
    }
  }

  /// The last lines that are not blank; nil for a blank text.
  package static func lastLines(of text: String, count: Int = 3) -> String? {
    let lines = text.split(separator: "\n").filter { !$0.utf8.allSatisfy(isBlank) }
    return lines.isEmpty ? nil : trimmed(lines.suffix(count).joined(separator: "\n"))
  }

  /// The text without the indentation that all its lines share, as in a trace.
  package static func dedented(_ text: String) -> String {
    let first = text.utf8.first
    guard first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") else { return text }
    let lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    var common = Array(lines[0].prefix { $0 == 0x20 || $0 == 0x09 })
    for line in lines where line.contains(where: { $0 > 0x20 }) {
      let shared = zip(common, line).prefix { $0 == $1 }.count
      if shared < common.count { common.removeLast(common.count - shared) }
      if common.isEmpty { return text }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(0x0A) }
      bytes += line.dropFirst(common.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Removes empty lines at the beginning and white space at the end. A single line also loses
  /// white space at its beginning.
  package static func trimmed(_ text: String) -> String {
    let count = text.utf8.count
    let (start, end) = text.withBytes { bytes in
      var end = bytes.count
      while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
      var (start, index) = (0, 0)
      while index < end, isBlank(bytes[index]) {
        index += 1
        if bytes[index - 1] == 0x0A { start = index }
      }
      return (bytes[index..<end].contains(0x0A) ? start : index, end)
    }
    guard start > 0 || end < count else { return text }
    return String(decoding: text.utf8.prefix(end).dropFirst(start), as: UTF8.self)
  }

  /// A line without surrounding spaces and tabs, and without a carriage return at its end.
  package static func trimmedLine(_ line: Substring) -> Substring {
    var utf8 = line.utf8
    while let first = utf8.first, isSpaceOrTab(first) { utf8.removeFirst() }
    while let last = utf8.last, isSpaceOrTab(last) || last == 0x0D { utf8.removeLast() }
    return Substring(utf8)
  }

  /// The index of the first occurrence of some ASCII characters in a text.
  package static func start(of mark: StaticString, in text: Substring) -> String.Index? {
    let offset = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      mark.withUTF8Buffer { mark in
        guard let first = mark.first, bytes.count >= mark.count else { return nil }
        var index = 0
        while index <= bytes.count - mark.count {
          if bytes[index] == first,
            zip(mark, bytes[index...]).allSatisfy({ $0 == $1 })
          {
            return index
          }
          index += 1
        }
        return nil
      }
    }
    guard let offset = offset ?? nil else { return nil }
    return text.utf8.index(text.startIndex, offsetBy: offset)
  }

  /// Whether a text has more than one line.
  package static func hasLines(_ text: String) -> Bool { has(0x0A, in: text) }

  /// Whether a text contains an ASCII character.
  package static func has(_ byte: UInt8, in text: String) -> Bool {
    return text.withBytes { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
  }

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  package static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func endOfLine(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index
  }

  private static func isBlankLine(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A {
      guard isBlank(bytes[index]) else { return false }
      index += 1
    }
    return true
  }
}
