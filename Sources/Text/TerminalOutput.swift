// Unsafe pointers: logs are scanned in place, without a copy.

internal import Diagnostics

/// Converts a program's output to the text that a terminal shows: removes escape sequences and
/// applies overwriting within a line. Keeps other control characters.
package enum TerminalOutput {
  /// The longest operating system command in bytes; a longer one is treated as text.
  private static let longestCommand = 4_096

  private static let escape: UInt8 = 0x1B

  /// The shown text; nil if `text` has no byte that may change it.
  package static func changed(_ text: String) -> String? {
    guard text.withBytes({ bytes in bytes.contains(where: { mayMatter($0) }) }) else { return nil }
    return String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
  }

  /// - Parameter keepsColors: whether sequences that select a style are kept, in the form that
  ///   `TerminalStyle.write` writes.
  package static func bytes(_ source: [UInt8], keepsColors: Bool = false) -> [UInt8] {
    // Most outputs have neither escapes nor overwritten lines.
    guard source.contains(where: { mayMatter($0) }) else { return source }
    var output = StyledOutput()
    output.bytes.reserveCapacity(source.count)
    var style = TerminalStyle.plain
    /// The current line, once the cursor has moved within it.
    var line: OverwrittenLine?
    var index = 0
    while index < source.count {
      let byte = source[index]
      switch byte {
      case 0x0A:
        if let shown = line { shown.write(to: &output) }
        line = nil
        output.endLine()
        index += 1
      case 0x0D where index + 1 < source.count && source[index + 1] == 0x0A:
        index += 1
      case 0x08, 0x0D:
        move(&line, &output) { $0.go(to: byte == 0x0D ? 0 : $0.column - 1) }
        index += 1
      default:
        if let sequence = sequence(at: index, in: source) {
          if let change = lineChange(sequence, in: source, isAtEnd: line == nil) {
            move(&line, &output, change)
          } else if keepsColors, let parameters = selection(sequence, in: source) {
            style.select(parameters)
          }
          index = sequence.upperBound
        } else if line == nil {
          let rest = source[(index + 1)...]
          let end = rest.firstIndex { $0 == 0x0A || mayMatter($0) } ?? source.count
          output.write(source[index..<end], style)
          index = end
        } else {
          let end = min(index + UTF8Length.of(byte), source.count)
          line?.put(source[index..<end], style)
          index = end
        }
      }
    }
    if let line { line.write(to: &output) }
    output.select(.plain)
    return output.bytes
  }

  /// The shown text with its colours; nil if it has none.
  package static func colored(_ text: String) -> String? {
    guard text.utf8.contains(escape) else { return nil }
    let bytes = bytes(Array(text.utf8), keepsColors: true)
    return bytes.contains(escape) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Calls `body` with each part of `bytes(_:keepsColors:)` that has one style.
  package static func forEachSpan(
    in bytes: UnsafeBufferPointer<UInt8>,
    _ body: (_ text: UnsafeBufferPointer<UInt8>, _ style: TerminalStyle) -> Void
  ) {
    var style = TerminalStyle.plain
    var start = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == escape, let end = endOfSelection(at: index, in: bytes) else {
        index += 1
        continue
      }
      if start < index { body(UnsafeBufferPointer(rebasing: bytes[start..<index]), style) }
      style.select(bytes[(index + 2)..<end])
      index = end + 1
      start = index
    }
    if start < index { body(UnsafeBufferPointer(rebasing: bytes[start..<index]), style) }
  }

  /// Whether a byte may begin a sequence or move the cursor. 0xC2 begins U+009B and U+009D, which
  /// are short forms of `ESC [` and `ESC ]`.
  @inline(__always)
  package static func mayMatter(_ byte: UInt8) -> Bool {
    byte == 0x1B || byte == 0x0D || byte == 0x08 || byte == 0xC2
  }

  /// The index of the `m` of a sequence that selects a style; nil for other sequences.
  private static func endOfSelection(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { return nil }
    var end = start + 2
    while end < bytes.count, 0x30...0x3B ~= bytes[end] { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "m") ? end : nil
  }

  // MARK: Escape sequences

  /// The range of the escape sequence that begins at `start`; nil if there is none.
  private static func sequence(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard start + 1 < bytes.count else { return nil }
    let next = bytes[start + 1]
    if bytes[start] == 0xC2 {
      switch next {
      case 0x9B: return endOfControl(from: start + 2, in: bytes).map { start..<$0 }
      case 0x9D: return endOfCommand(from: start + 2, in: bytes).map { start..<$0 }
      default: return nil
      }
    }
    guard bytes[start] == escape else { return nil }
    switch next {
    case UInt8(ascii: "["): return endOfControl(from: start + 2, in: bytes).map { start..<$0 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return endOfCommand(from: start + 2, in: bytes).map { start..<$0 }
    // A character set and the like: intermediate bytes and a final one.
    case 0x20...0x2F:
      var end = start + 2
      while end < bytes.count, 0x20...0x2F ~= bytes[end] { end += 1 }
      return end < bytes.count && 0x30...0x7E ~= bytes[end] ? start..<(end + 1) : nil
    case 0x30...0x7E: return start..<(start + 2)
    default: return nil
    }
  }

  /// The end of a control sequence such as `31;1m` after its `[`; nil if it is incomplete.
  package static func endOfControl(from start: Int, in bytes: [UInt8]) -> Int? {
    var index = start
    while index < bytes.count, 0x30...0x3F ~= bytes[index] { index += 1 }
    while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
    guard index < bytes.count, 0x40...0x7E ~= bytes[index] else { return nil }
    return index + 1
  }

  /// The end of a command such as a title or a link: after BEL, or after ESC and a backslash. Any
  /// other ESC cancels the command.
  private static func endOfCommand(from start: Int, in bytes: [UInt8]) -> Int? {
    let limit = min(bytes.count, start + longestCommand)
    var index = start
    while index < limit, bytes[index] != 0x0A {
      if bytes[index] == 0x07 { return index + 1 }
      // Another command begins. Stopping here keeps the time linear for many unclosed commands.
      if bytes[index] == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0x9D { return nil }
      if bytes[index] == escape {
        return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\\") ? index + 2 : nil
      }
      index += 1
    }
    return nil
  }

  /// The parameters of a sequence that selects a style; nil for other sequences.
  private static func selection(_ sequence: Range<Int>, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let (start, end) = (sequence.lowerBound + 2, sequence.upperBound - 1)
    guard start <= end, bytes[end] == UInt8(ascii: "m"),
      bytes[start - 1] == UInt8(ascii: "[") || bytes[start - 1] == 0x9B
    else { return nil }
    return bytes[start..<end]
  }

  // MARK: Movements

  private typealias Change = (inout OverwrittenLine) -> Void

  /// The change that a sequence makes to its line; nil if it does not affect the text.
  private static func lineChange(
    _ sequence: Range<Int>, in bytes: [UInt8], isAtEnd: Bool
  ) -> Change? {
    let isControl =
      bytes[sequence.lowerBound] == 0xC2 || bytes[sequence.lowerBound + 1] == UInt8(ascii: "[")
    let (start, end) = (sequence.lowerBound + 2, sequence.upperBound - 1)
    guard isControl, start <= end else { return nil }
    let words = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let number = words.isEmpty ? 0 : Int(words) else { return nil }
    switch bytes[end] {
    case UInt8(ascii: "G"): return { $0.go(to: max(number, 1) - 1) }
    case UInt8(ascii: "K") where number == 2: return { $0 = OverwrittenLine() }
    case UInt8(ascii: "K") where number == 0 && !isAtEnd: return { $0.eraseRest() }
    default: return nil
    }
  }

  /// Changes the current line. The first change moves the line out of the output.
  private static func move(
    _ line: inout OverwrittenLine?, _ output: inout StyledOutput, _ change: Change
  ) {
    var changed = line ?? OverwrittenLine(output.removeLine())
    // A second reference would copy the line for the change.
    line = nil
    change(&changed)
    line = changed
  }
}

/// Text with a sequence before each change of style. Each line begins without a style.
private struct StyledOutput {
  var bytes: [UInt8] = []
  private var lineStart = 0
  private var style = TerminalStyle.plain

  mutating func select(_ other: TerminalStyle) {
    guard style != other else { return }
    style = other
    other.write(to: &bytes)
  }

  mutating func write(_ text: ArraySlice<UInt8>, _ style: TerminalStyle) {
    select(style)
    bytes += text
  }

  mutating func endLine() {
    select(.plain)
    bytes.append(0x0A)
    lineStart = bytes.count
  }

  /// Removes the current line and returns it with its styles.
  mutating func removeLine() -> [(text: ArraySlice<UInt8>, style: TerminalStyle)] {
    let line = Array(bytes[lineStart...])
    bytes.removeLast(bytes.count - lineStart)
    style = .plain
    var spans: [(text: ArraySlice<UInt8>, style: TerminalStyle)] = []
    line.withUnsafeBufferPointer { bytes in
      TerminalOutput.forEachSpan(in: bytes) { spans.append((Array($0)[...], $1)) }
    }
    return spans
  }
}

private enum UTF8Length {
  /// The length of a character with this first byte.
  static func of(_ first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }
}

/// A line of a terminal in which the cursor has moved.
private struct OverwrittenLine {
  /// One cell for each column. The second cell of a wide character has no bytes.
  private var cells: [Cell] = []
  private var bytes: [UInt8] = []
  private(set) var column = 0

  private struct Cell {
    var start: Int
    var count: Int
    var style: TerminalStyle
  }

  init() {}

  init(_ spans: [(text: ArraySlice<UInt8>, style: TerminalStyle)]) {
    for span in spans {
      var rest = span.text
      while let first = rest.first {
        let length = UTF8Length.of(first)
        put(rest.prefix(length), span.style)
        rest = rest.dropFirst(length)
      }
    }
  }

  /// Writes a character at the cursor.
  mutating func put(_ character: ArraySlice<UInt8>, _ style: TerminalStyle) {
    let width = Self.width(of: character)
    let start = bytes.count
    bytes += character
    if width == 0, column > 0, column <= cells.count {
      var owner = column - 1
      while owner > 0, cells[owner].count == 0 { owner -= 1 }
      // A combining mark extends the character before it, if that character's bytes come last.
      guard cells[owner].start + cells[owner].count == start else { return }
      cells[owner].count += character.count
      return
    }
    set(Cell(start: start, count: character.count, style: style))
    if width == 2 { set(Cell(start: start, count: 0, style: style)) }
    // If half of a wide character is overwritten, the other half becomes blank.
    if column < cells.count, cells[column].count == 0 { cells[column] = blank() }
  }

  private mutating func set(_ cell: Cell) {
    if column < cells.count {
      if cells[column].count == 0, column > 0, cell.count > 0 { cells[column - 1] = blank() }
      cells[column] = cell
    } else {
      cells.append(cell)
    }
    column += 1
  }

  private mutating func blank() -> Cell {
    bytes.append(0x20)
    return Cell(start: bytes.count - 1, count: 1, style: .plain)
  }

  /// Moves the cursor, but not beyond the text.
  mutating func go(to column: Int) { self.column = min(max(column, 0), cells.count) }

  mutating func eraseRest() { cells.removeLast(cells.count - min(column, cells.count)) }

  /// Writes the line without the spaces at its end.
  func write(to output: inout StyledOutput) {
    var count = cells.count
    while count > 0, isBlank(cells[count - 1]) { count -= 1 }
    for cell in cells[..<count] {
      output.write(bytes[cell.start..<cell.start + cell.count], cell.style)
    }
  }

  private func isBlank(_ cell: Cell) -> Bool { cell.count == 1 && bytes[cell.start] == 0x20 }

  private static func width(of character: ArraySlice<UInt8>) -> Int {
    guard let first = character.first, first >= 0x80 else { return 1 }
    let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first
    return scalar.map { TextWidth.columns(of: $0) } ?? 1
  }
}
