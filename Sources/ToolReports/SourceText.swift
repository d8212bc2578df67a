internal import Text

/// Numbered lines of a source: a whole file, or an excerpt that a report quotes.
package struct SourceText {
  /// The number of lines above and below the place of a context, if they are known.
  package static let reach = 3
  /// The most bytes kept of a line.
  private static let longestLine = 400

  private let bytes: [UInt8]
  /// The start of each line.
  private var starts: [UInt32] = []
  /// The number of the first line.
  private let first: Int
  /// Whether the lines are a whole file.
  private let isWhole: Bool
  /// Whether secrets in the text are hidden.
  package private(set) var hidesSecrets = false

  /// Takes an excerpt of a file that a report quotes.
  ///
  /// - Parameters:
  ///   - first: The number of its first line.
  ///   - column: The column in which the first line begins.
  package init(quoted text: String, from first: Int, column: Int = 1) {
    let margin = min(max(column - 1, 0), Self.longestLine)
    self.init(
      [UInt8](repeating: 0x20, count: margin) + Array(text.utf8), from: first, isWhole: false)
  }

  /// Takes a whole file. Secrets are hidden here, because a few lines do not show that they are
  /// part of a key.
  package init(file bytes: [UInt8], hiding redactor: Redactor) {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = isMarked ? Array(bytes.dropFirst(3)) : bytes
    var redactor = redactor
    let hidden = redactor.redactedLines(bytes)
    self.init(hidden ?? bytes, from: 1, isWhole: true)
    hidesSecrets = hidden != nil
  }

  private init(_ bytes: [UInt8], from first: Int, isWhole: Bool) {
    (self.bytes, self.first, self.isWhole) = (bytes, first, isWhole)
    guard bytes.count < UInt32.max else { return }
    var start = 0
    while start < bytes.count {
      starts.append(UInt32(start))
      start = (bytes[start...].firstIndex(of: 0x0A) ?? bytes.count) + 1
    }
  }

  package func holds(_ line: Int) -> Bool { line >= first && line - first < starts.count }

  /// The context of a line, which is in the middle: as many lines above as below. nil if the text
  /// lacks the line, or if all lines are blank.
  package func lines(around line: Int) -> String? {
    guard holds(line) else { return nil }
    let own = line - first
    var reach = Self.reach
    if !isWhole {
      // No lines precede the first line of a file. The end of the file is unknown.
      reach = min(reach, starts.count - 1 - own, first <= 1 ? reach : own)
    }
    var text: [UInt8] = []
    for index in (own - reach)...(own + reach) {
      if index > own - reach { text.append(0x0A) }
      if starts.indices.contains(index) { append(line: index, to: &text) }
    }
    guard text.contains(where: { $0 > 0x20 }) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private func append(line index: Int, to text: inout [UInt8]) {
    let start = Int(starts[index])
    var end = index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    if end - start > Self.longestLine {
      end = start + Self.longestLine
      // Cuts between characters.
      while end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    for byte in bytes[start..<end] { text.append(byte == 0x0D ? 0x20 : byte) }
  }
}

/// The numbered lines of source that compilers print below their findings.
package struct NumberedLines {
  private var lines: [Int: Substring] = [:]
  /// The last line without a number. If it is above `^~~~`, it is the line of the place.
  private var plain: Substring?
  private var marked: Substring?
  private var isClosed = false

  /// The most lines of an excerpt.
  private static let mostLines = 100

  package init() {}

  /// Ignores further lines, which belong to another place.
  package mutating func close() { isClosed = true }

  package mutating func addLine(_ line: Substring) {
    guard !isClosed, lines.count < Self.mostLines else { return }
    let text = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
    if text.hasPrefix("-->") || text.hasPrefix(":::") { return close() }
    let digits = text.prefix { "0"..."9" ~= $0 }
    let rest = text[digits.endIndex...].drop { $0 == " " }
    if let bar = rest.first, bar == "|" || bar == "│" {
      plain = nil
      guard let number = Int(digits), number > 0, lines[number] == nil else { return }
      let code = rest.dropFirst()
      lines[number] = code.first == " " ? code.dropFirst() : code
    } else if text.contains("^"), text.allSatisfy({ "^~- ".contains($0) }) {
      marked = marked ?? plain
      plain = nil
    } else {
      plain = line
    }
  }

  /// The lines around a place; nil if the line of the place is missing.
  package func excerpt(around line: Int?) -> SourceText? {
    guard let line else { return nil }
    guard lines[line] != nil else {
      return lines.isEmpty ? marked.map { SourceText(quoted: String($0), from: line) } : nil
    }
    var (first, last) = (line, line)
    while last - line < SourceText.reach, lines[last + 1] != nil { last += 1 }
    while line - first < SourceText.reach, lines[first - 1] != nil { first -= 1 }
    let text = (first...last).compactMap { lines[$0] }.joined(separator: "\n")
    // A line feed ends an empty last line, too.
    return SourceText(quoted: text + "\n", from: first)
  }
}
