import Text

/// Blocks of code.
extension HTMLWriter {
  /// Writes a block of code. It is focusable on a page, so that it can be scrolled by keyboard, and
  /// always left-to-right.
  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    guard placement.isPage else {
      openCell("code", direction: " dir=\"ltr\"")
      write(lines.droppingLastLineFeeds, in: CodeKind(info))
      closeCell()
      return
    }
    sink.write("<pre dir=\"ltr\" tabindex=\"0\"><code>")
    write(lines, in: CodeKind(info))
    sink.write("</code></pre>\n")
  }

  private mutating func write(_ lines: Bytes, in kind: CodeKind) {
    guard colorsCode else { return write(lines) }
    if lines.index(ofFirst: 0x1B) != nil { return writeColored(lines) }
    guard kind != .other else { return write(lines) }
    var diff = DiffLines()
    var isFirst = true
    lines.forEachLine { line in
      if !isFirst { sink.write(placement.isPage ? "\n" : "<br>\n") }
      isFirst = false
      let mark = kind == .diff ? diff.mark(of: line) : LineMark.place(line)
      guard let mark else { return write(line) }
      sink.write(placement.isPage ? mark.opening : mark.inMail)
      write(line)
      sink.write(mark.isPlace ? placement.isPage ? "</mark>" : "</b>" : "</span>")
    }
  }

  private mutating func write(_ lines: Bytes) {
    if placement.isPage { HTMLEscaping.writeText(lines, to: &sink) } else { writeLines(lines) }
  }

  /// Writes a terminal's text. A page has a class for each colour and style, `a` and its number in
  /// the escape sequence. A mail uses the classes of urgencies, because each style of a mail takes
  /// space.
  private mutating func writeColored(_ lines: Bytes) {
    TerminalOutput.bytes(Array(lines), keepsColors: true).withUnsafeBufferPointer { bytes in
      TerminalOutput.forEachSpan(in: bytes) { text, style in
        let numbers = style.numbers
        guard !numbers.isEmpty else { return write(text) }
        if placement.isPage {
          sink.write("<span class=\"")
          for (index, number) in numbers.enumerated() {
            sink.write(index == 0 ? "a" : " a")
            sink.write(String(number))
          }
          sink.write("\">")
        } else {
          let name = numbers.lazy.compactMap(Self.mailClass).first
          guard let name else { return write(text) }
          sink.write("<span class=\"")
          sink.write(name)
          sink.write("\">")
        }
        write(text)
        sink.write("</span>")
      }
    }
  }

  /// The class for a colour in a mail.
  private static func mailClass(_ number: UInt8) -> StaticString? {
    switch number {
    case 31, 41, 91, 101: "word error"
    case 32, 42, 92, 102: "word success"
    case 33, 43, 93, 103: "word warning"
    case 34, 36, 44, 46, 94, 96, 104, 106: "word information"
    case 35, 45, 95, 105: "change new"
    case 2, 90: "muted"
    default: nil
    }
  }

  /// Opens a one-cell table in a mail. Outlook renders with Word, which supports padding and
  /// backgrounds on table cells only.
  mutating func openCell(_ name: StaticString, direction: StaticString = "") {
    guard !placement.isPage else { return }
    sink.write("<table class=\"box\" role=\"presentation\" width=\"100%\" cellpadding=\"0\" ")
    sink.write("cellspacing=\"0\" border=\"0\"><tr><td class=\"")
    sink.write(name)
    sink.write("\"")
    sink.write(direction)
    sink.write(">")
  }

  mutating func closeCell() {
    guard !placement.isPage else { return }
    sink.write("</td></tr></table>\n")
  }

  /// Writes lines of code for mail, which supports neither `white-space` nor scrolling: with
  /// `<br>`, and with no-break spaces that still allow a break before each word.
  private mutating func writeLines(_ lines: Bytes) {
    var start = 0
    for index in lines.indices {
      let byte = lines[index]
      let isFirst = index == 0 || lines[index - 1] == 0x0A
      let isFollowed = index + 1 < lines.count && lines[index + 1] == UInt8(ascii: " ")
      let holds = byte == UInt8(ascii: " ") && (isFirst || isFollowed)
      guard holds || byte == 0x0A || byte == 0x09 else { continue }
      // CRLF counts as one line end.
      let end = byte == 0x0A && index > start && lines[index - 1] == 0x0D ? index - 1 : index
      HTMLEscaping.writeText(Bytes(rebasing: lines[start..<end]), to: &sink)
      sink.write(holds ? "&nbsp;" : byte == 0x0A ? "<br>\n" : "&nbsp; &nbsp; ")
      start = index + 1
    }
    HTMLEscaping.writeText(Bytes(rebasing: lines[start...]), to: &sink)
  }
}

/// A code block with marked lines.
enum CodeKind {
  case diff
  /// Source lines around a place. The line of the place begins with `>`.
  case frame
  case other

  init(_ info: Bytes) {
    let name = info.prefix { $0 != 0x20 }
    guard (4...5).contains(name.count) else {
      self = .other
      return
    }
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "diff", "patch": self = .diff
    case "frame": self = .frame
    default: self = .other
    }
  }
}

/// The element around a line of code.
private struct LineMark {
  let opening: StaticString
  let inMail: StaticString
  var isPlace = false

  static let added = LineMark(
    opening: "<span class=\"ins\">", inMail: "<span class=\"word success\">")
  static let removed = LineMark(
    opening: "<span class=\"del\">", inMail: "<span class=\"word error\">")
  static let hunk = LineMark(
    opening: "<span class=\"hunk\">", inMail: "<span class=\"muted\">")

  /// The mark of the place's line; nil for other lines.
  static func place(_ line: Bytes) -> LineMark? {
    line.starts(with: "> ".utf8) ? LineMark(opening: "<mark>", inMail: "<b>", isPlace: true) : nil
  }
}

/// The lines of a diff, recognized by their first characters, which stay.
private struct DiffLines {
  /// Whether the lines belong to a hunk. Lines before it name the file.
  private var isInHunk = false

  mutating func mark(of line: Bytes) -> LineMark? {
    switch line.first {
    case UInt8(ascii: "@") where line.starts(with: "@@".utf8):
      isInHunk = true
      return .hunk
    case UInt8(ascii: "d") where line.starts(with: "diff ".utf8):
      isInHunk = false
      return nil
    case UInt8(ascii: "+") where isInHunk || !line.starts(with: "+++ ".utf8):
      return .added
    case UInt8(ascii: "-") where isInHunk || !line.starts(with: "--- ".utf8):
      return .removed
    default: return nil
    }
  }
}

extension Bytes {
  /// Calls `body` with the lines without escape sequences, for targets without colours.
  func withoutEscapes(_ body: (Bytes) -> Void) {
    if index(ofFirst: 0x1B) == nil { return body(self) }
    TerminalOutput.bytes(Array(self)).withUnsafeBufferPointer(body)
  }
}
