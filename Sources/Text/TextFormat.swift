// Unsafe pointers: lines are passed on without a copy.

import Diagnostics
package import JSON

/// The format of a text.
package enum TextFormat: String, Sendable, Hashable, CaseIterable {
  case markdown
  /// Shown as it is in the reader's font; line breaks are kept.
  case plain
  /// Shown as a terminal would show it, in a font of fixed width (`TerminalOutput`).
  case log
}

extension TextFormat {
  /// Markdown that renders `source` like this format. Other Markdown may follow it.
  ///
  /// - Parameter language: the language of code.
  package func markdown(_ source: String, language: String = "") -> String {
    switch self {
    case .markdown: return source
    case .plain: return Self.escaped(source)
    case .log:
      // Markdown parsers replace this character by a question mark.
      let source = source.replacing("\0", with: "␀")
      var output = ""
      source.withBytes {
        CodeFence.enclose($0) { length, code in
          let fence = String(repeating: "`", count: length)
          output = "\(fence)\(language)\n\(String(decoding: code, as: UTF8.self))\n\(fence)"
        }
      }
      return output
    }
  }

  /// Escapes plain text: a backslash before each punctuation character makes Markdown keep it.
  private static func escaped(_ source: String) -> String {
    var output: [UInt8] = []
    source.withBytes { bytes in
      PlainLines.forEach(in: bytes) { line, startsParagraph in
        if !output.isEmpty {
          output += startsParagraph ? [0x0A, 0x0A] : [UInt8(ascii: "\\"), 0x0A]
        }
        for byte in line {
          switch byte {
          // Some control characters would end the line.
          case 0..<0x20: output += HiddenCharacters.sign(of: UInt32(byte)).utf8
          case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E:
            output += [UInt8(ascii: "\\"), byte]
          default: output.append(byte)
          }
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a text, and its format as a second member (`textFormat` for `text`) unless the format
  /// is `usual`.
  package mutating func member(
    _ name: String, _ text: String?, as format: TextFormat, unless usual: TextFormat = .markdown
  ) {
    member(name, text)
    if text != nil, format != usual { member(name + "Format", format.rawValue) }
  }
}

/// The lines of plain text, as every target shows them.
package enum PlainLines {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Calls `body` with each line that is not blank. A blank line ends a paragraph.
  ///
  /// - Parameter keepsSpaces: whether indentation and rows of spaces are written with no-break
  ///   spaces, which HTML and Markdown show.
  package static func forEach(
    in source: Bytes, keepsSpaces: Bool = true,
    _ body: (_ line: Bytes, _ startsParagraph: Bool) -> Void
  ) {
    var startsParagraph = true
    var start = 0
    while start < source.count {
      let end = source[start...].firstIndex(of: 0x0A) ?? source.count
      var last = end
      // A carriage return before a line feed belongs to the line end.
      if last > start, end < source.count, source[last - 1] == 0x0D { last -= 1 }
      while last > start, isSpace(source[last - 1]) { last -= 1 }
      var first = start
      while first < last, isSpace(source[first]) { first += 1 }
      if first == last {
        startsParagraph = true
      } else {
        let line = Bytes(rebasing: source[(keepsSpaces ? start : first)..<last])
        if keepsSpaces, hasRows(line) {
          spaced(line).withUnsafeBufferPointer { body($0, startsParagraph) }
        } else {
          body(line, startsParagraph)
        }
        startsParagraph = false
      }
      start = end + 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a line begins with a space, or has a tab or two spaces in a row.
  private static func hasRows(_ line: Bytes) -> Bool {
    var follows = true
    for byte in line {
      if byte == 0x09 || byte == 0x20 && follows { return true }
      follows = byte == 0x20
    }
    return false
  }

  /// The line with a no-break space for each space at its start or after another one. A tab counts
  /// as four spaces.
  private static func spaced(_ line: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(line.count * 2)
    var follows = true
    for byte in line {
      guard isSpace(byte) else {
        output.append(byte)
        follows = false
        continue
      }
      for _ in 0..<(byte == 0x09 ? 4 : 1) {
        if follows { output += [0xC2, 0xA0] } else { output.append(0x20) }
        follows = true
      }
    }
    return output
  }
}
