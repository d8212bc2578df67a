internal import Diagnostics
package import Localization

/// Collects a text of any length and keeps its beginning and its end, in whole lines. Tools
/// describe a failure first and its consequences last.
package struct Excerpt {
  /// The bytes kept of a longer text: a quarter from its beginning, the rest from its end.
  package let limit: Int
  private let locale: Locale?
  /// The text, as long as it is one string.
  private var whole: String?
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  package private(set) var count = 0

  /// A limit of 0 keeps everything. Without a locale, only a sign marks a gap.
  package init(limit: Int = ImportOptions.usualDetailsLimit, locale: Locale? = nil) {
    self.limit = limit == 0 ? .max / 4 : min(limit, .max / 4)
    self.locale = locale
  }

  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ bytes: some RandomAccessCollection<UInt8>) {
    if let whole {
      head = Array(whole.utf8)
      self.whole = nil
    }
    count += bytes.count
    let room = limit - head.count
    if tail.isEmpty, bytes.count <= room {
      head.append(contentsOf: bytes)
      return
    }
    if tail.isEmpty {
      head.append(contentsOf: bytes.prefix(room))
      tail.append(contentsOf: bytes.dropFirst(room).suffix(2 * limit))
    } else {
      tail.append(contentsOf: bytes.suffix(2 * limit))
    }
    // Cuts seldom, because each cut moves the remaining bytes.
    if tail.count > 2 * limit { tail.removeFirst(tail.count - limit) }
  }

  package mutating func append(_ text: String) {
    if isEmpty, text.utf8.count <= limit {
      (whole, count) = (text, text.utf8.count)
      return
    }
    text.withBytes { append($0) }
  }

  /// Appends a text, after a separator unless the excerpt is empty.
  package mutating func append(_ text: String, separator: String) {
    append(isEmpty ? text : separator + text)
  }

  /// The text, or its beginning and its end with a line between them about the omitted size.
  package var bytes: [UInt8] {
    if let whole { return Array(whole.utf8) }
    guard !tail.isEmpty else { return head }
    let beginning = Self.wholeLines(atStartOf: head.prefix(limit / 4))
    let rest = head.count + tail.count < count ? tail : Array(head[beginning.count...]) + tail
    let ending = Self.wholeLines(atEndOf: rest.suffix(limit - limit / 4))
    let omitted = count - beginning.count - ending.count
    let sign = locale.map { $0.string(.leftOut, ["size": $0.size(bytes: omitted)]) } ?? "…"
    return beginning + Array("\n[\(sign)]\n".utf8) + ending
  }

  package var text: String { whole.map { TerminalText.plain($0) } ?? TerminalText.plain(bytes) }

  /// Drops an incomplete last line if there are other lines. Otherwise drops the last word, because
  /// the redactor would not recognize a part of a secret.
  private static func wholeLines(atStartOf bytes: ArraySlice<UInt8>) -> [UInt8] {
    if let end = bytes.lastIndex(of: 0x0A) { return Array(bytes[..<end]) }
    let word = bytes.suffix(longestWord).lastIndex(where: isBetweenWords)
    var end = word.map { $0 + 1 } ?? bytes.endIndex
    while end > bytes.startIndex, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
    if end > bytes.startIndex, bytes[end - 1] >= 0xC0 { end -= 1 }
    return Array(bytes[..<end])
  }

  private static func wholeLines(atEndOf bytes: ArraySlice<UInt8>) -> [UInt8] {
    if let start = bytes.firstIndex(of: 0x0A) { return Array(bytes[(start + 1)...]) }
    let word = bytes.prefix(longestWord).firstIndex(where: isBetweenWords)
    return Array(bytes[(word ?? bytes.startIndex)...].drop { $0 & 0xC0 == 0x80 })
  }

  private static let longestWord = 512

  private static func isBetweenWords(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ";"): true
    default: false
    }
  }
}
