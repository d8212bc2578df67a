import Diagnostics

extension JSONReader {
  /// Reads the escape at `string.read` and writes its character, after flushing the text before it.
  mutating func passEscape(_ string: inout StringScan) {
    string.flush(in: base)
    while string.read + 12 > end, !sourceHasEnded {
      string.move(by: refill(keeping: string.start))
      if hasFailed { return }
    }
    let start = string.read
    let byte = base[start + 1]
    string.read = start + 2
    switch byte {
    case UInt8(ascii: "n"): string.replaceRun(in: base, with: 0x0A)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      string.replaceRun(in: base, with: UInt32(byte))
    case UInt8(ascii: "t"): string.replaceRun(in: base, with: 0x09)
    case UInt8(ascii: "r"): string.replaceRun(in: base, with: 0x0D)
    case UInt8(ascii: "b"): string.replaceRun(in: base, with: 0x08)
    case UInt8(ascii: "f"): string.replaceRun(in: base, with: 0x0C)
    case UInt8(ascii: "v"): string.replaceRun(in: base, with: 0x0B)
    case UInt8(ascii: "u"): passUnicodeEscape(&string, at: start)
    case UInt8(ascii: "x"):
      if let value = hex(at: start + 2, count: 2) {
        string.read = start + 4
        string.replaceRun(in: base, with: value)
      } else {
        reportEscape(at: start, "'\\x' needs two hexadecimal digits")
        string.runStart = start
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): passDigitEscape(&string, byte, at: start)
    case 0x0A, 0x0D: passContinuation(&string, byte)
    case 0xE2 where base[start + 2] == 0x80 && base[start + 3] & 0xFE == 0xA8:
      string.read = start + 4
      string.runStart = string.read
      lineStart += 2
    case 0 where start + 1 >= end:
      // The file ends here. The loop that scans the string reports it.
      string.read = end
      string.runStart = end
    default:
      reportOddEscape(at: start)
      string.read = start + 1
      string.runStart = start + 1
      // The character after the backslash is kept. A control character or a non-ASCII one is
      // scanned as usual, because it may be invalid.
      if byte >= 0x20, byte < 0x80 { string.read = start + 2 }
    }
  }

  /// Skips a line continuation: a backslash and a line break.
  private mutating func passContinuation(_ string: inout StringScan, _ byte: UInt8) {
    if byte == 0x0D, base[string.read] == 0x0A { string.read += 1 }
    string.runStart = string.read
    line += 1
    lineStart = string.read
  }

  private mutating func passDigitEscape(_ string: inout StringScan, _ byte: UInt8, at start: Int) {
    let next = base[start + 2]
    let isAlone = next < UInt8(ascii: "0") || next > UInt8(ascii: "9")
    if byte == UInt8(ascii: "0"), isAlone {
      string.replaceRun(in: base, with: 0)
    } else {
      reportEscape(at: start, "invalid escape: a backslash before a digit")
      string.runStart = start
    }
  }

  private mutating func passUnicodeEscape(_ string: inout StringScan, at start: Int) {
    guard let first = hex(at: start + 2, count: 4) else {
      reportEscape(at: start, "'\\u' needs four hexadecimal digits")
      string.runStart = start
      return
    }
    string.read = start + 6
    switch first {
    case 0xD800..<0xDC00:
      if base[start + 6] == UInt8(ascii: "\\"), base[start + 7] == UInt8(ascii: "u"),
        let second = hex(at: start + 8, count: 4), (0xDC00..<0xE000).contains(second)
      {
        string.read = start + 12
        let scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        string.replaceRun(in: base, with: scalar)
        return
      }
      fallthrough
    case 0xDC00..<0xE000:
      let digits = String(first, radix: 16, uppercase: true)
      report(
        .warning, "lone-surrogate", at: position(at: start),
        "U+\(digits) is half of a surrogate pair; replaced by U+FFFD")
      string.replaceRun(in: base, with: 0xFFFD)
    default:
      string.replaceRun(in: base, with: first)
    }
  }

  private func hex(at index: Int, count: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<count {
      let byte = base[index + offset]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 0x0F)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32(byte & 0x0F) + 9
      default: return nil
      }
    }
    return value
  }

  private mutating func reportEscape(at start: Int, _ summary: String) {
    report(
      .error, "invalid-escape", at: position(at: start), summary,
      help: ["write '\\\\' for a backslash"])
  }

  private mutating func reportOddEscape(at start: Int) {
    report(
      .warning, "odd-escape", at: position(at: start),
      "this backslash has no effect", help: ["write '\\\\' for a backslash"])
  }
}
