// Unsafe pointers: strings are scanned in the reader's buffer.

// Reads through pointers, since each byte of an input passes here.

import Diagnostics

extension JSONReader {
  /// Scans the next value into `text` if it is a string.
  package mutating func scanIfString() -> Bool {
    guard peek() == .string else { return false }
    scanStringValue()
    return true
  }

  /// Reads the next value if it is a string.
  package mutating func readIfString() -> String? {
    scanIfString() ? textString : nil
  }

  /// Reads the string announced by `peek`.
  package mutating func readString() -> String {
    scanStringValue()
    return textString
  }

  /// Scans the string announced by `peek` into `text`.
  package mutating func scanStringValue() {
    scanString()
    finishItem()
    lastItemWasString = true
  }

  /// Scans from the quotation mark at `cursor` to the closing one; `text` is the content.
  mutating func scanString() {
    let quote = base[cursor]
    let start = cursor + 1
    let read = Self.plainRun(base, from: start, quote: quote)
    if base[read] == quote {
      textStart = start
      textCount = read - start
      cursor = read + 1
      return
    }
    scanHardString(quote, from: read)
  }

  /// The first index from `index` of a quotation mark, a backslash, a control character or a
  /// non-ASCII byte. The NUL after the window always ends the run.
  @inline(__always)
  private static func plainRun(
    _ base: UnsafeMutablePointer<UInt8>, from index: Int, quote: UInt8
  ) -> Int {
    var index = index
    let quotes = UInt64(quote) &* 0x0101_0101_0101_0101
    while true {
      let word = base.word(at: index)
      // The high bit of each byte: set in the byte itself, or borrowed because the byte was a
      // quotation mark, a backslash or below a space. A borrow can only affect bytes above the
      // first match.
      let isQuote = (word ^ quotes) &- 0x0101_0101_0101_0101
      let isBackslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
      let isControl = word &- 0x2020_2020_2020_2020
      let hits = (word | isQuote | isBackslash | isControl) & 0x8080_8080_8080_8080
      if hits != 0 { return index &+ hits.trailingZeroBitCount >> 3 }
      index &+= 8
    }
  }

  /// Scans strings with escapes, non-ASCII text or errors, and across the edge of the window.
  private mutating func scanHardString(_ quote: UInt8, from index: Int) {
    let opened = position(at: cursor)
    var string = StringScan(start: cursor + 1)
    string.read = index
    while true {
      string.read = Self.plainRun(base, from: string.read, quote: quote)
      let byte = base[string.read]
      if byte == quote { break }
      if byte == 0, string.read == end {
        if sourceHasEnded { return failTruncatedString(opened) }
        if end - string.start > limits.valueBytes { return failTooLong(opened, "string") }
        string.move(by: refill(keeping: string.start))
        if hasFailed { return }
      } else if byte == UInt8(ascii: "\\") {
        string.flush(in: base)
        passEscape(&string)
        if hasFailed { return }
      } else if byte >= 0x80 {
        passWide(&string)
      } else if byte == 0x0A || byte == 0x0D {
        if passLineBreak(&string, quote: quote, opened: opened) { return }
      } else {
        passControl(&string)
      }
    }
    string.flush(in: base)
    if string.read - string.start > limits.valueBytes { return failTooLong(opened, "string") }
    textStart = string.start
    textCount = string.write - string.start
    cursor = string.read + 1
  }

  /// Skips non-ASCII text.
  private mutating func passWide(_ string: inout StringScan) {
    while true {
      if string.read + 4 > end, !sourceHasEnded {
        string.move(by: refill(keeping: string.start))
        continue
      }
      let bytes = base + string.read
      guard bytes[0] >= 0x80 else { return }
      var length = UTF8Scan.length(bytes)
      if length == 0 {
        length = UTF8Scan.malformedLength(bytes)
        if !string.hasReportedEncoding {
          string.hasReportedEncoding = true
          let hex = String(bytes[0], radix: 16, uppercase: true)
          report(
            .warning, "invalid-utf8", at: position(at: string.read),
            "the byte 0x\(hex) is not UTF-8 here; replaced by U+FFFD")
        }
      }
      string.read += length
      lineStart += length - 1
    }
  }

  private mutating func passControl(_ string: inout StringScan) {
    let byte = base[string.read]
    let controlPosition = position(at: string.read)
    if byte == 0x09 {
      if !string.hasReportedTab {
        string.hasReportedTab = true
        report(
          .warning, "control-character", at: controlPosition, "a tab inside a string",
          help: ["write '\\t'"])
      }
    } else if !string.hasReportedControl {
      string.hasReportedControl = true
      let hex = String(byte, radix: 16)
      report(
        .error, "control-character", at: controlPosition,
        "\(VisibleText.name(of: Unicode.Scalar(byte))) inside a string",
        help: ["write '\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)'"])
    }
    string.read += 1
  }

  /// Reports a line break inside a string. If the closing mark seems to be missing, because the
  /// next line looks like another item, ends the string and returns true. Otherwise the string goes
  /// on.
  private mutating func passLineBreak(
    _ string: inout StringScan, quote: UInt8, opened: Position
  ) -> Bool {
    while string.read + 256 > end, !sourceHasEnded {
      string.move(by: refill(keeping: string.start))
      if hasFailed { return true }
    }
    var last = string.read
    while last > string.runStart, base[last - 1] == 0x20 { last -= 1 }
    let endsInComma = last > string.runStart && base[last - 1] == UInt8(ascii: ",")
    var next = string.read
    while base[next] <= 0x20, next < end, next < string.read + 256 { next += 1 }
    let nextByte = base[next]
    let closes = nextByte == UInt8(ascii: "}") || nextByte == UInt8(ascii: "]")
    if closes || (endsInComma && (nextByte == quote || nextByte == UInt8(ascii: "{"))) {
      report(
        .error, "unclosed-string", at: opened, "this string has no closing quotation mark")
      string.read = endsInComma ? last - 1 : last
      string.flush(in: base)
      textStart = string.start
      textCount = string.write - string.start
      cursor = string.read
      return true
    }
    if !string.hasReportedControl {
      string.hasReportedControl = true
      report(
        .error, "control-character", at: position(at: string.read), "a line break inside a string",
        help: ["write '\\n', or close the string opened at \(opened.line):\(opened.column)"])
    }
    string.read += base[string.read] == 0x0D && base[string.read + 1] == 0x0A ? 2 : 1
    line += 1
    lineStart = string.read
    return false
  }

  private mutating func failTruncatedString(_ opened: Position) {
    cursor = end
    failTruncated(inside: "string", opened: opened)
  }

  mutating func failTooLong(_ opened: Position, _ thing: String) {
    let limit = limits.valueBytes >> 20
    fail("value-too-long", at: opened, "this \(thing) is longer than \(limit) MiB")
  }
}
