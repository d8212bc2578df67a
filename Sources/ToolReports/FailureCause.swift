internal import Model

/// The line that says why a test failed (see "Cause of a failure").
package struct FailureCause {
  /// The line without line ends and with single spaces. Its words occur in the text or the details.
  package let text: String
  /// The line of the details at which the failure begins, from 1; nil if they do not have the cause.
  package let start: Int?

  /// How many characters a cut may drop to end with a whole word.
  private static let longestWord = 40

  /// Finds the cause; nil if nothing says why the test failed.
  ///
  /// - Parameters:
  ///   - text: The failure in a few words.
  ///   - details: The trace and the output, without secrets.
  ///   - title: The shown name of the test.
  ///   - place: The place of the failure.
  ///   - outputHeading: The line before the output.
  package init?(
    text: String?, details: String?, title: String, place: TraceInText.Place?,
    outputHeading: String?
  ) {
    let lines = FailureLines(text: text, details: details, outputHeading: outputHeading)
    guard lines.count > 0 else { return nil }
    let search = FailureSearch(lines, title: title)
    guard let cause = search.cause else { return nil }
    let line = cause.text(lines.bytes)
    guard !line.isEmpty else { return nil }
    self.text = Self.shortened(line)
    start = search.start(of: cause, at: place)
  }

  private static func shortened(_ line: String) -> String {
    let most = Message.longestCause
    guard line.utf8.count > most,
      let end = line.index(line.startIndex, offsetBy: most - 1, limitedBy: line.endIndex),
      line.index(after: end) < line.endIndex
    else { return line }
    var short = line[..<end]
    if let space = short.suffix(longestWord).lastIndex(of: " ") { short = short[..<space] }
    while short.last == " " { short.removeLast() }
    return short + "…"
  }
}

/// Parts of lines that are joined to one line.
struct FailureWords {
  private var parts: [(separator: String, range: Range<Int>)]

  /// Enough bytes for the longest line.
  private static let mostBytes = 4_096

  init(_ range: Range<Int>) { parts = [("", range)] }

  /// The first part.
  var first: Range<Int> { parts[0].range }

  var isEmpty: Bool { parts.allSatisfy { $0.range.isEmpty } }

  /// The number of bytes.
  var count: Int { parts.reduce(0) { $0 + $1.separator.utf8.count + $1.range.count } }

  /// Joins a part. Nothing precedes the first part.
  mutating func append(_ range: Range<Int>, after separator: String) {
    guard !range.isEmpty else { return }
    if isEmpty { parts = [("", range)] } else { parts.append((separator, range)) }
  }

  /// Joins other parts.
  mutating func append(_ other: FailureWords, after separator: String) {
    for (index, part) in other.parts.enumerated() {
      append(part.range, after: index == 0 ? separator : part.separator)
    }
  }

  /// The text with single spaces.
  func text(_ bytes: [UInt8]) -> String {
    var line: [UInt8] = []
    var isASCII = true
    for part in parts where line.count < Self.mostBytes {
      line += part.separator.utf8
      for byte in bytes[part.range] {
        if byte > 0x20, byte != 0x7F {
          line.append(byte)
          isASCII = isASCII && byte < 0x80
        } else if let last = line.last, last != 0x20 {
          line.append(0x20)
        }
        if line.count >= Self.mostBytes { break }
      }
    }
    if let last = line.last, last == 0x20 { line.removeLast() }
    if isASCII { return String(decoding: line, as: UTF8.self) }
    // The limit may have cut a character.
    if line.count >= Self.mostBytes {
      while let last = line.last, last & 0xC0 == 0x80 { line.removeLast() }
      if let last = line.last, last >= 0x80 { line.removeLast() }
    }
    return String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
