internal import Text

/// The coloured lines of a program's output, by their plain text. Importers work on plain text.
/// Lines get their colours back if hiding secrets and shortening did not change them.
package struct ColoredLines: Sendable {
  private var lines: [String: [UInt8]] = [:]

  /// Stores the coloured lines of a text, as given by the report.
  package mutating func add(_ text: String?) {
    guard let text, let colored = TerminalText.colored(Array(text.utf8)) else { return }
    add(colored)
  }

  package mutating func add(_ excerpt: borrowing Excerpt) {
    guard !excerpt.isEmpty, let colored = TerminalText.colored(excerpt.bytes) else { return }
    add(colored)
  }

  private mutating func add(_ colored: [UInt8]) {
    for line in colored.split(separator: 0x0A) where line.contains(0x1B) {
      let trimmed = Self.trimmed(line)
      let plain = TerminalOutput.bytes(trimmed)
      lines[String(decoding: plain, as: UTF8.self)] = trimmed
    }
  }

  /// A text with the colours of its lines; nil if no line has colours.
  package func applied(to text: String) -> String? {
    guard !lines.isEmpty else { return nil }
    var output: [UInt8] = []
    var isColored = false
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { output.append(0x0A) }
      let indentation = line.prefix { $0 == 0x20 || $0 == 0x09 }
      let said = line.dropFirst(indentation.count)
      if let colored = lines[Self.key(of: Array(said))] {
        output += indentation
        output += colored
        isColored = true
      } else {
        output += line
      }
    }
    return isColored ? String(decoding: output, as: UTF8.self) : nil
  }

  private static func key(of line: [UInt8]) -> String {
    let end = line.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: line[..<end], as: UTF8.self)
  }

  /// Trims a coloured line. Each part keeps its own style.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var parts: [(text: [UInt8], style: TerminalStyle)] = []
    line.withUnsafeBufferPointer { bytes in
      TerminalOutput.forEachSpan(in: bytes) { text, style in
        let text = parts.isEmpty ? Array(text.drop { $0 <= 0x20 }) : Array(text)
        if !text.isEmpty { parts.append((text, style)) }
      }
    }
    while let last = parts.popLast() {
      guard let end = last.text.lastIndex(where: { $0 > 0x20 }) else { continue }
      parts.append((Array(last.text[...end]), last.style))
      break
    }
    var output: [UInt8] = []
    var style = TerminalStyle.plain
    for part in parts {
      if part.style != style { part.style.write(to: &output) }
      output += part.text
      style = part.style
    }
    if style != .plain { TerminalStyle.plain.write(to: &output) }
    return output
  }
}
