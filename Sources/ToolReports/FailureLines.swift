// Unsafe pointers: lines are searched in place.

internal import Diagnostics
internal import Text

/// The lines of a failure's text and details that are searched for its cause. White space around
/// them is not part of them.
struct FailureLines {
  struct Line {
    let range: Range<Int>
    let indent: Int
    /// Its number in the details, from 1; nil for a line of the text.
    let number: Int?

    var isEmpty: Bool { range.isEmpty }
  }

  private(set) var bytes: [UInt8] = []
  private(set) var lines: [Line] = []
  /// The number of lines of the text, which are the first ones.
  private(set) var textCount = 0
  /// The index of the first line of the program's output.
  private(set) var output = 0
  /// Whether the text consists of the last lines of the program's output.
  private(set) var isTextOfOutput = false
  /// Whether the text only states how a process ended.
  private(set) var isTextOfProcess = false
  /// Whether the failure has a text that is not blank.
  private(set) var hasText = false

  private static let ofProcess = [
    "exited with ", "Exited with ", "exit status ", "exit code ", "Exit code: ", "Process exited ",
  ]
  private static let longestHead = 4_096
  private static let longestTail = 16_384

  /// - Parameter outputHeading: The line before the program's output in the details. The output is
  ///   only searched if there is no text, or if the text was taken from it.
  init(text: String?, details: String?, outputHeading: String?) {
    bytes.reserveCapacity(
      min(text?.utf8.count ?? 0, Self.longestHead) + min(details?.utf8.count ?? 0, 8_192))
    lines.reserveCapacity(bytes.capacity / 32)
    if let text {
      append(
        Substring(text.utf8.prefix(Self.longestHead)), isCut: text.utf8.count > Self.longestHead,
        from: nil)
      hasText = lines.contains { !$0.isEmpty }
    }
    textCount = lines.count
    guard let details, !details.isEmpty else {
      output = lines.count
      return
    }
    let (trace, written) = Self.parts(of: details, outputHeading)
    appendEnds(of: trace, from: 1)
    output = lines.count
    if let written, !written.isEmpty {
      isTextOfOutput = hasText && Self.ends(written, with: text ?? "")
      isTextOfProcess = text.map { text in Self.ofProcess.contains { text.hasPrefix($0) } } ?? false
      if isTextOfOutput || isTextOfProcess || !hasText {
        let before = details[..<written.startIndex]
        appendEnds(of: written, from: 1 + Self.countOfLineEnds(before.utf8))
      }
    }
  }

  /// The trace and the output of a failure.
  private static func parts(
    of details: String, _ heading: String?
  ) -> (trace: Substring, output: Substring?) {
    guard let heading, !heading.isEmpty else { return (details[...], nil) }
    let line = heading + "\n"
    if details.utf8.starts(with: line.utf8) {
      return ("", Substring(details.utf8.dropFirst(line.utf8.count)))
    }
    guard let mark = details.firstRange(of: "\n" + line) else { return (details[...], nil) }
    return (details[..<mark.lowerBound], details[mark.upperBound...])
  }

  private static func ends(_ output: Substring, with text: String) -> Bool {
    let output = output.utf8.reversed().drop(while: PlainText.isBlank)
    let text = text.utf8.reversed().drop(while: PlainText.isBlank)
    return output.starts(with: text)
  }

  /// Appends the first and the last lines of a long part of the details.
  private mutating func appendEnds(of text: Substring, from number: Int) {
    let utf8 = text.utf8
    guard utf8.count > Self.longestHead + Self.longestTail else {
      append(text, isCut: false, from: number)
      return
    }
    append(Substring(utf8.prefix(Self.longestHead)), isCut: true, from: number)
    let tail = utf8.suffix(Self.longestTail)
    if let end = tail.firstIndex(of: 0x0A) {
      let rest = Substring(tail[end...].dropFirst())
      let before = utf8[..<rest.startIndex]
      append(rest, isCut: false, from: number + Self.countOfLineEnds(before))
    }
  }

  private static func countOfLineEnds(_ text: Substring.UTF8View) -> Int {
    Substring(text).withBytes { bytes in
      var (count, index) = (0, 0)
      while let end = ByteSearch.first(0x0A, in: bytes, from: index) {
        (count, index) = (count + 1, end + 1)
      }
      return count
    }
  }

  /// - Parameters:
  ///   - isCut: Whether the part may end within a character.
  ///   - number: The number of the first line in the details; nil for lines of the text.
  private mutating func append(_ part: Substring, isCut: Bool, from number: Int?) {
    guard !part.isEmpty else { return }
    let start = bytes.count
    let first = lines.count
    part.withBytes { part in
      bytes.append(contentsOf: part)
      if isCut { dropPartOfCharacter() }
      let end = bytes.count
      var index = start
      while index < end {
        let stop = ByteSearch.first(0x0A, in: part, from: index - start).map { $0 + start }
        appendLine(index..<min(stop ?? end, end), number.map { $0 + lines.count - first })
        index = (stop ?? end) + 1
      }
    }
  }

  private mutating func appendLine(_ whole: Range<Int>, _ number: Int?) {
    var range = trimmed(whole)
    let indent = range.lowerBound - whole.lowerBound
    // Test::More and RSpec write comments.
    range = rest(range, after: "# ") ?? range
    lines.append(Line(range: range, indent: indent, number: number))
  }

  private mutating func dropPartOfCharacter() {
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0x80 { bytes.removeLast() }
  }
}

extension FailureLines {
  var count: Int { lines.count }

  subscript(index: Int) -> Range<Int> { lines[index].range }

  /// The first byte of a line; 0 if the line is empty.
  func head(_ index: Int) -> UInt8 {
    lines[index].isEmpty ? 0 : bytes[lines[index].range.lowerBound]
  }

  func begins(_ range: Range<Int>, with text: String) -> Bool {
    let text = text.utf8
    guard range.count >= text.count else { return false }
    var index = range.lowerBound
    for byte in text {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  func ends(_ range: Range<Int>, with text: String) -> Bool {
    let count = text.utf8.count
    return range.count >= count
      && begins(range.upperBound - count..<range.upperBound, with: text)
  }

  /// Whether a line ends with another one.
  func ends(_ range: Range<Int>, withLine other: Range<Int>) -> Bool {
    bytes[range].suffix(other.count).elementsEqual(bytes[other])
  }

  func isSame(_ range: Range<Int>, _ text: String) -> Bool {
    range.count == text.utf8.count && begins(range, with: text)
  }

  /// The first occurrence of a text; nil if the text is empty.
  func find(_ text: String, in range: Range<Int>) -> Range<Int>? {
    text.withBytes { find($0, in: range) }
  }

  func contains(_ other: Range<Int>, in range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { find(UnsafeBufferPointer(rebasing: $0[other]), in: range) }
      != nil
  }

  private func find(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Range<Int>? {
    bytes.withUnsafeBufferPointer { bytes in
      let line = UnsafeBufferPointer(rebasing: bytes[range])
      guard !text.isEmpty, let start = ByteSearch.first(text, in: line, from: 0) else { return nil }
      return range.lowerBound + start..<range.lowerBound + start + text.count
    }
  }

  /// The line without a beginning, if it has this beginning.
  func rest(_ range: Range<Int>, after text: String) -> Range<Int>? {
    guard begins(range, with: text) else { return nil }
    return trimmed(range.lowerBound + text.utf8.count..<range.upperBound)
  }

  /// The line up to a text, if it contains the text.
  func cut(_ range: Range<Int>, before text: String) -> Range<Int> {
    guard let mark = find(text, in: range) else { return range }
    return trimmed(range.lowerBound..<mark.lowerBound)
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (first, last) = (range.lowerBound, range.upperBound)
    while first < last, PlainText.isBlank(bytes[first]) { first += 1 }
    while last > first, PlainText.isBlank(bytes[last - 1]) { last -= 1 }
    return first..<last
  }

  /// The end of the first word.
  func endOfWord(_ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, !PlainText.isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// The next line that is not empty.
  func next(after index: Int) -> Int? {
    var next = index + 1
    while next < count {
      if !lines[next].isEmpty { return next }
      next += 1
    }
    return nil
  }

  /// The end of a number that begins at an index; nil if there is none.
  func endOfNumber(_ start: Int, in range: Range<Int>) -> Int? {
    var index = start
    while index < range.upperBound, Self.isDigit(bytes[index]) { index += 1 }
    return index > start ? index : nil
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  static func isPartOfName(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
