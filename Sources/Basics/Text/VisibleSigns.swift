/// Makes visible what could deceive a reader or a terminal: control characters, signs that change
/// the direction of text, and the private-use characters that stand for values while a template is
/// rendered. Nothing is left out: each becomes a sign such as ␛ or ⟨U+202E⟩.
package struct VisibleSigns: Sendable, Hashable {
  /// What becomes of a tab or the end of a line.
  package enum Treatment: Sendable, Hashable {
    case kept, space, sign
  }

  package var newlines: Treatment
  package var tabs: Treatment

  package init(newlines: Treatment, tabs: Treatment) {
    self.newlines = newlines
    self.tabs = tabs
  }

  /// For a title: all on one line.
  package static let line = VisibleSigns(newlines: .space, tabs: .space)
  /// For text of several lines, code and Markdown.
  package static let block = VisibleSigns(newlines: .kept, tabs: .kept)

  /// The text with its signs visible; most texts are returned as they are.
  package func applied(to text: String) -> String {
    var text = text
    let replaced = text.withUTF8 { bytes -> String? in
      let clean = firstPlace(in: bytes, from: 0)
      if clean == bytes.count { return nil }
      var sink = ByteSink(reserving: bytes.count + 32)
      write(bytes, to: &sink)
      return sink.string
    }
    return replaced ?? text
  }

  /// Whether `write` would change anything.
  package func isNeeded(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    firstPlace(in: bytes, from: 0) < bytes.count
  }

  /// Writes valid UTF-8 with its signs visible.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink) {
    var position = 0
    while position < bytes.count {
      let next = firstPlace(in: bytes, from: position)
      if next > position {
        sink.write(UnsafeBufferPointer(rebasing: bytes[position..<next]))
      }
      position = next < bytes.count ? writeSign(at: next, of: bytes, to: &sink) : next
    }
  }
}

extension VisibleSigns {
  /// The first place from `start` on that has to change; the count when there is none. This runs
  /// over every value of a dataset: eight bytes at a time as long as they are plain ASCII.
  private func firstPlace(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return bytes.count }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var position = start
    while position < count {
      while count &- position >= 8 {
        let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if !VisibleSigns.isPlain(word) { break }
        position &+= 8
      }
      let end = min(position &+ 8, count)
      while position < end {
        if isSign(at: position, of: bytes) { return position }
        position &+= 1
      }
    }
    return count
  }

  /// Whether eight bytes all lie from 0x20 to 0x7E. Each of three sums sets the top bit of a byte
  /// that is above 0x7F, equal to it, or under 0x20; a carry can only come from such a byte.
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let below = (word &- ones &* 0x20) & ~word
    return (word | (word &+ ones) | below) & (ones &* 0x80) == 0
  }

  @inline(__always)
  private func isSign(at position: Int, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let byte = bytes[position]
    if byte >= 0x20 && byte < 0x7F { return false }
    if byte >= 0x80 {
      return byte >= 0xC0 && isForbiddenSequence(byte, at: position, of: bytes)
    }
    switch byte {
    case UInt8(ascii: "\n"): return newlines != .kept
    case UInt8(ascii: "\t"): return tabs != .kept
    default: return true
    }
  }

  /// U+0080 to 009F; 061C, 200E, 200F, 2028 to 202E and 2066 to 2069; planes 15 and 16.
  private func isForbiddenSequence(
    _ lead: UInt8, at position: Int, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      position + offset < bytes.count ? bytes[position + offset] : 0
    }
    switch lead {
    case 0xC2: return byte(1) < 0xA0
    case 0xD8: return byte(1) == 0x9C
    case 0xE2:
      switch byte(1) {
      case 0x80: return 0x8E...0x8F ~= byte(2) || 0xA8...0xAE ~= byte(2)
      case 0x81: return 0xA6...0xA9 ~= byte(2)
      default: return false
      }
    case 0xF3: return byte(1) >= 0xB0
    case 0xF4...: return true
    default: return false
    }
  }

  /// Writes what stands for the character at a place that has to change; the place after it.
  private func writeSign(
    at position: Int, of bytes: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink
  ) -> Int {
    let byte = bytes[position]
    if byte >= 0x80 { return writeCode(at: position, of: bytes, to: &sink) }
    switch byte {
    case UInt8(ascii: "\r")
    where newlines != .sign && position + 1 < bytes.count && bytes[position + 1] == 0x0A:
      // The pair is one end of a line, which the next byte says.
      break
    case UInt8(ascii: "\n") where newlines == .space, UInt8(ascii: "\t") where tabs == .space:
      sink.write(byte: UInt8(ascii: " "))
    case UInt8(ascii: "\n") where newlines == .kept, UInt8(ascii: "\t") where tabs == .kept:
      sink.write(byte: byte)
    default:
      // U+2400 to 241F picture the controls in their order, U+2421 DEL.
      sink.write(byte: 0xE2)
      sink.write(byte: 0x90)
      sink.write(byte: 0x80 + (byte == 0x7F ? 0x21 : byte))
    }
    return position + 1
  }

  private func writeCode(
    at position: Int, of bytes: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink
  ) -> Int {
    let lead = bytes[position]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    let end = min(position + length, bytes.count)
    var code = UInt32(lead) & (0x7F >> UInt32(length))
    for index in position + 1..<end { code = code << 6 | UInt32(bytes[index] & 0x3F) }
    sink.write("⟨U+" as StaticString)
    let digits = String(code, radix: 16, uppercase: true)
    for _ in digits.utf8.count..<max(4, digits.utf8.count) { sink.write("0" as StaticString) }
    sink.write(digits)
    sink.write("⟩" as StaticString)
    return end
  }
}
