// Unsafe pointers: each line of text output is scanned in place.

import Diagnostics
import Markup
import Text

/// Wraps a logical line as bytes, if each scalar is one character of one column. Most lines are
/// like this; `LinePiece` wraps the others.
struct SimpleLine: Sendable {
  /// The line without marks.
  private var bytes: [UInt8] = []
  /// The prefix of continuation lines.
  private var margin: [UInt8] = []
  private var indent = 0
  private var hasMargin = false
  private var isASCII = true

  /// Reads a line, without allocating once its buffers are large enough. Returns false for any
  /// other line.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    margin.removeAll(keepingCapacity: true)
    (hasMargin, isASCII) = (false, true)
    var head = 0
    var index = 0
    while true {
      let start = index
      while index < line.count, 0x20...0x7E ~= line[index] { index += 1 }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[start..<index]))
      guard index < line.count else { break }
      if line[index] == TextMark.hanging {
        hasMargin = true
        head = bytes.count
        index += 1
      } else {
        let length = Self.lengthOfScalar(at: index, in: line)
        guard length > 0 else { return false }
        isASCII = false
        bytes.append(
          contentsOf: UnsafeBufferPointer(rebasing: line[index..<index + length]))
        index += length
      }
    }
    indent = line.prefix { $0 == 0x20 }.count
    if hasMargin { setMargin(head) }
    return true
  }

  /// The length in bytes of a non-ASCII scalar that is always one character of one column;
  /// otherwise 0. These are Latin letters and signs from general punctuation to currencies, arrows
  /// and boxes. Combining characters are excluded.
  private static func lengthOfScalar(
    at index: Int, in line: UnsafeBufferPointer<UInt8>
  ) -> Int {
    func rest(_ distance: Int) -> UInt32? {
      guard index + distance < line.count else { return nil }
      let byte = line[index + distance]
      return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }
    switch line[index] {
    case 0xC2...0xCB:
      guard let low = rest(1) else { return 0 }
      return UInt32(line[index] & 0x1F) << 6 | low >= 0xA0 ? 2 : 0
    case 0xE2:
      guard let middle = rest(1), let low = rest(2) else { return 0 }
      let code = 0x2000 | middle << 6 | low
      switch code {
      case 0x2010...0x2027, 0x2030...0x205E, 0x2080...0x20BF, 0x2100...0x2BFF: break
      default: return 0
      }
      guard let scalar = Unicode.Scalar(code), TextWidth.columns(of: scalar) == 1 else { return 0 }
      return 3
    default: return 0
    }
  }

  /// Sets the margin: the quote signs of the line's head, and spaces for its other characters.
  private mutating func setMargin(_ head: Int) {
    var isQuote = true
    for byte in bytes[..<head] where byte & 0xC0 != 0x80 {
      if isQuote, byte == UInt8(ascii: ">") {
        margin.append(byte)
      } else {
        isQuote = isQuote && byte == 0x20
        margin.append(0x20)
      }
    }
  }

  /// Writes the line, wrapped at `columns`. Returns the widest width; nil, with nothing written, if
  /// a word must be broken.
  mutating func write(columns: Int, breaksCode: Bool, to sink: inout ByteSink) -> Int? {
    if !hasMargin || margin.count > columns / 2 {
      margin.removeAll(keepingCapacity: true)
      margin.append(contentsOf: repeatElement(0x20, count: min(indent, columns / 2)))
    }
    if breaksCode, longestWord > columns - margin.count { return nil }
    return bytes.withUnsafeBufferPointer { set($0, columns, to: &sink) }
  }

  private var longestWord: Int {
    var (word, longest) = (0, 0)
    for byte in bytes where byte & 0xC0 != 0x80 {
      word = byte == 0x20 ? 0 : word + 1
      longest = max(longest, word)
    }
    return longest
  }

  private func set(
    _ bytes: UnsafeBufferPointer<UInt8>, _ columns: Int, to sink: inout ByteSink
  ) -> Int {
    var start = 0
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    let first = start
    var widest = 0
    while start < bytes.count {
      let word = Word(at: start, in: bytes)
      var used = margin.count
      if start == first {
        // Spaces that don't fit are left out.
        used = first + word.width <= columns ? first : min(first, margin.count)
        for _ in 0..<used { sink.write(byte: 0x20) }
      } else {
        sink.write(byte: 0x0A)
        margin.withUnsafeBufferPointer { sink.write($0) }
      }
      var written = start
      if let command = word.command {
        command.withUnsafeBufferPointer { sink.write($0) }
        written = word.end
      }
      let (end, width) = fitting(word, columns - used, bytes)
      sink.write(UnsafeBufferPointer(rebasing: bytes[written..<end]))
      widest = max(widest, used + width)
      start = end
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    }
    return widest
  }

  /// The first word of a line, which could be a command to a CI runner.
  private struct Word {
    let end: Int
    let width: Int
    /// The command with a space in it.
    let command: [UInt8]?

    init(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      var (index, width) = (start, 0)
      var mayBeCommand = bytes[start] == UInt8(ascii: ":") || bytes[start] >= 0x80
      while index < bytes.count, bytes[index] != 0x20 {
        if bytes[index] & 0xC0 != 0x80 { width += 1 }
        if bytes[index] == UInt8(ascii: "#") { mayBeCommand = true }
        index += 1
      }
      let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
      command = mayBeCommand ? RunnerCommands.broken(word) : nil
      end = index
      self.width = width + (command.map { $0.count - word.count } ?? 0)
    }
  }

  /// The end of the last word that fits into `columns`, counted from the first word, and the width
  /// up to it. The first word need not fit.
  private func fitting(
    _ first: Word, _ columns: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (end: Int, width: Int) {
    var (end, width) = (first.end, first.width)
    if isASCII {
      // Each byte is one column, so the search runs backwards from the last column.
      let most = first.end + columns - first.width
      guard most > first.end else { return (end, width) }
      var last = min(most, bytes.count)
      if most < bytes.count {
        while last > end, bytes[last] != 0x20 { last -= 1 }
      }
      while last > end, bytes[last - 1] == 0x20 { last -= 1 }
      return (last, width + last - end)
    }
    var (index, used) = (end, width)
    while index < bytes.count {
      var next = index
      while next < bytes.count, bytes[next] == 0x20 { next += 1 }
      used += next - index
      let begin = next
      while next < bytes.count, bytes[next] != 0x20 {
        if bytes[next] & 0xC0 != 0x80 { used += 1 }
        next += 1
      }
      guard next > begin, used <= columns else { break }
      (index, end, width) = (next, next, used)
    }
    return (end, width)
  }
}
