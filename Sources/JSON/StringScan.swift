// Unsafe pointers: escapes are replaced in the reader's buffer.

// Reads through pointers, since each byte of an input passes here.

internal import Platform

/// The state of a string that is scanned and unescaped in place. `write` never exceeds `read`.
struct StringScan {
  /// The index of the first byte of the text.
  var start: Int
  /// The index of the next byte to read.
  var read: Int
  /// The index of the next byte to write.
  var write: Int
  /// The index of the first byte read but not yet written.
  var runStart: Int
  /// Whether each kind of problem has been reported for this string.
  var hasReportedEncoding = false
  var hasReportedTab = false
  var hasReportedControl = false

  init(start: Int) {
    self.start = start
    read = start
    write = start
    runStart = start
  }

  mutating func move(by distance: Int) {
    start -= distance
    read -= distance
    write -= distance
    runStart -= distance
  }

  mutating func flush(in base: UnsafeMutablePointer<UInt8>) {
    let count = read - runStart
    if write != runStart { memmove(base + write, base + runStart, count) }
    write += count
    runStart = read
  }

  /// Replaces the bytes read since the last flush by a scalar.
  mutating func replaceRun(in base: UnsafeMutablePointer<UInt8>, with scalar: UInt32) {
    let out = base + write
    switch scalar {
    case 0..<0x80:
      out[0] = UInt8(truncatingIfNeeded: scalar)
      write += 1
    case 0x80..<0x800:
      out[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
      out[1] = 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F)
      write += 2
    case 0x800..<0x10000:
      out[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
      out[1] = 0x80 | UInt8(truncatingIfNeeded: (scalar >> 6) & 0x3F)
      out[2] = 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F)
      write += 3
    default:
      out[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
      out[1] = 0x80 | UInt8(truncatingIfNeeded: (scalar >> 12) & 0x3F)
      out[2] = 0x80 | UInt8(truncatingIfNeeded: (scalar >> 6) & 0x3F)
      out[3] = 0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F)
      write += 4
    }
    runStart = read
  }
}

enum UTF8Scan {
  /// The length of the well-formed UTF-8 sequence at `bytes`; 0 if malformed. Reads up to four
  /// bytes.
  @inline(__always)
  static func length(_ bytes: UnsafePointer<UInt8>) -> Int {
    let first = bytes[0]
    if first < 0x80 { return 1 }
    let second = bytes[1]
    switch first {
    case 0xC2...0xDF: return isTail(second) ? 2 : 0
    case 0xE0: return (0xA0...0xBF).contains(second) && isTail(bytes[2]) ? 3 : 0
    case 0xED: return (0x80...0x9F).contains(second) && isTail(bytes[2]) ? 3 : 0
    case 0xE1...0xEF: return isTail(second) && isTail(bytes[2]) ? 3 : 0
    case 0xF0: return (0x90...0xBF).contains(second) && isTail(bytes[2]) && isTail(bytes[3]) ? 4 : 0
    case 0xF1...0xF3: return isTail(second) && isTail(bytes[2]) && isTail(bytes[3]) ? 4 : 0
    case 0xF4: return (0x80...0x8F).contains(second) && isTail(bytes[2]) && isTail(bytes[3]) ? 4 : 0
    default: return 0
    }
  }

  /// The number of bytes of a malformed sequence that one U+FFFD replaces.
  static func malformedLength(_ bytes: UnsafePointer<UInt8>) -> Int {
    let (first, second) = (bytes[0], bytes[1])
    let secondFits =
      switch first {
      case 0xE0: (0xA0...0xBF).contains(second)
      case 0xED: (0x80...0x9F).contains(second)
      case 0xE1...0xEF, 0xF1...0xF3: isTail(second)
      case 0xF0: (0x90...0xBF).contains(second)
      case 0xF4: (0x80...0x8F).contains(second)
      default: false
      }
    guard secondFits else { return 1 }
    return first >= 0xF0 && isTail(bytes[2]) ? 3 : 2
  }

  @inline(__always)
  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
