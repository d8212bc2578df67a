// Unsafe pointers: each line of text output is scanned in place.

import Diagnostics
import Markup
import Text

/// Wraps the logical lines of a text report (`TextMark`): hanging indentation at a tab, marked
/// lines unwrapped, headings underlined.
struct TextLayout: Sendable {
  let columns: Int
  /// Whether to break lines of code and long words too, because mail readers would break them
  /// anywhere. Addresses are kept whole.
  var breaksCode = false

  /// The width of the previous line, for its underline.
  private var lastWidth = 0
  /// Whether the previous line was empty. Consecutive empty lines, left by absent parts, become
  /// one.
  private(set) var isAfterEmpty = false
  /// Whether a line was underlined, which depends on the line before.
  private(set) var hasUnderlined = false

  init(columns: Int, breaksCode: Bool = false) {
    self.columns = columns
    self.breaksCode = breaksCode
  }

  /// Lays out complete lines.
  mutating func write(_ source: ArraySlice<UInt8>, to sink: inout ByteSink) {
    source.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        // No branches, so that the compiler can vectorize the loop.
        var (foreign, controls, marks): (UInt8, UInt8, UInt8) = (0, 0, 0)
        for index in start..<end {
          let byte = bytes[index]
          let isControl: UInt8 = byte < 0x20 ? 1 : 0
          foreign |= byte & 0x80
          controls |= isControl
          marks |= isControl & (byte != 0x1B ? 1 : 0)
        }
        let isPlain = foreign | controls == 0
        let isMarked = marks != 0
        let isEmpty = bytes[start..<end].allSatisfy { $0 == UInt8(ascii: " ") }
        if !isEmpty || !isAfterEmpty {
          write(
            UnsafeBufferPointer(rebasing: bytes[start..<end]), isPlain: isPlain,
            isMarked: isMarked, to: &sink)
          if end < bytes.count { sink.write(byte: UInt8(ascii: "\n")) }
        }
        isAfterEmpty = isEmpty
        start = end + 1
      }
    }
  }

  private mutating func write(
    _ line: UnsafeBufferPointer<UInt8>, isPlain: Bool, isMarked: Bool, to sink: inout ByteSink
  ) {
    if isPlain, line.count <= columns, RunnerCommands.broken(line) == nil {
      lastWidth = line.count
      writeTrimmed(line, to: &sink)
    } else if isMarked, let mark = line.firstIndex(of: TextMark.underline) {
      hasUnderlined = true
      let byte = mark + 1 < line.count ? line[mark + 1] : UInt8(ascii: "-")
      for _ in 0..<min(lastWidth, columns) { sink.write(byte: byte) }
    } else if isMarked, line.contains(TextMark.whole) {
      if breaksCode, line.count > columns {
        let code = line.filter { $0 != TextMark.whole }
        // Two spaces distinguish the continuation of a line from the next line.
        return breakUp(String(decoding: code, as: UTF8.self), deeper: "  ", to: &sink)
      }
      for byte in line where byte != TextMark.hanging && byte != TextMark.whole {
        sink.write(byte: byte)
      }
    } else {
      breakUp(String(decoding: line, as: UTF8.self), to: &sink)
    }
  }

  private func writeTrimmed(_ line: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink) {
    var end = line.count
    while end > 0, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    sink.write(UnsafeBufferPointer(rebasing: line[..<end]))
  }

  private mutating func breakUp(
    _ line: String, deeper: String = "", to sink: inout ByteSink
  ) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    let margin = parts.count > 1 ? Self.margin(of: parts.dropLast().joined()) : Self.indent(line)
    // Ignore a margin that leaves too little space.
    let hang =
      (Self.width(margin) <= columns / 2
        ? margin : String(Self.indent(line).prefix(columns / 2))) + deeper
    var used = 0
    var widest = 0
    var hasWords = false
    var isolates = OpenIsolates()
    let limit = breaksCode ? columns - Self.width(hang) : .max
    let pieces = LinePiece.split(parts.joined()).flatMap { $0.broken(to: limit) }
    for var piece in pieces where !piece.text.isEmpty {
      if !hasWords || used + piece.spaces + piece.width > columns { piece.breakCommand() }
      // Spaces that don't fit end the line.
      let fits = used + piece.spaces + piece.width <= columns
      let gap = fits ? piece.spaces : hasWords ? 0 : min(piece.spaces, Self.width(hang))
      if hasWords, !fits, piece.width > 0 {
        isolates.close(&sink)
        sink.write(byte: UInt8(ascii: "\n"))
        sink.write(hang)
        isolates.reopen(&sink)
        used = Self.width(hang) + piece.width
      } else {
        for _ in 0..<gap { sink.write(byte: UInt8(ascii: " ")) }
        used += gap + piece.width
      }
      sink.write(piece.text)
      isolates.read(piece.text)
      widest = max(widest, used)
      if piece.width > 0 { hasWords = true }
    }
    lastWidth = widest
  }

  /// The prefix of continuation lines: the quote signs of the first line, with spaces for its rest.
  private static func margin(of head: String) -> String {
    var margin = ""
    var isEscape = false
    var isQuote = true
    for character in head {
      if isEscape {
        isEscape = character != "m"
      } else if character == "\u{1B}" {
        isEscape = true
      } else if isQuote, character == ">" {
        margin += ">"
      } else {
        isQuote = isQuote && character == " "
        margin += String(repeating: " ", count: TextWidth.columns(of: character))
      }
    }
    return margin
  }

  private static func indent(_ line: String) -> String {
    String(line.prefix { $0 == " " })
  }

  /// The width in columns of a text with terminal colours.
  static func width(_ text: String) -> Int {
    LinePiece.split(text).reduce(0) { $0 + $1.spaces + $1.width }
  }
}

/// An unbreakable piece of a line: a word, or one wide character of a script without spaces. A word
/// longer than a line is kept whole, because it may be a path or an address to copy.
struct LinePiece {
  var text = ""
  var width = 0
  /// The number of spaces before it.
  var spaces = 0

  static func split(_ line: String) -> [LinePiece] {
    var pieces: [LinePiece] = []
    var current = LinePiece()
    var isEscape = false
    var endsWide = false
    func finish() {
      if !current.text.isEmpty {
        pieces.append(current)
        current = LinePiece()
      }
      endsWide = false
    }
    for character in line {
      if isEscape {
        current.text.append(character)
        isEscape = character != "m"
      } else if character == "\u{1B}" {
        isEscape = true
        current.text.append(character)
      } else if character == " " {
        finish()
        current.spaces += 1
      } else {
        let width = TextWidth.columns(of: character)
        if current.width > 0, width > 1 || endsWide { finish() }
        current.text.append(character)
        current.width += width
        endsWide = width > 1
      }
    }
    if current.spaces > 0 || !current.text.isEmpty { pieces.append(current) }
    return pieces
  }

  /// Breaks commands to CI runners at the start of a line.
  mutating func breakCommand() {
    let broken = RunnerCommands.broken(text)
    width += broken.utf8.count - text.utf8.count
    text = broken
  }

  /// The piece split so that no part is wider than `limit`; addresses are not split.
  func broken(to limit: Int) -> [LinePiece] {
    guard width > limit, !text.contains("://") else { return [self] }
    var pieces: [LinePiece] = []
    var current = LinePiece(spaces: spaces)
    for character in text {
      let width = TextWidth.columns(of: character)
      if current.width > 0, current.width + width > limit {
        pieces.append(current)
        current = LinePiece()
      }
      current.text.append(character)
      current.width += width
    }
    return pieces + [current]
  }
}
