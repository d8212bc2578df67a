internal import Basics
package import Diagnostics
package import JSON

/// Reads an XML document in UTF-8 from start to end without holding it: elements, their attributes
/// and texts, in order. Names lose their prefix.
///
///     while let event = reader.next() {
///       switch event {
///       case .start where reader.name == "testcase": let title = reader.attribute("name")
///       case .start, .text, .end: break
///       }
///     }
///     let log = reader.finish()
///
/// What XML forbids is repaired and said once (`repaired-character`). Entity declarations are refused,
/// document types and external entities are never fetched. After an error `next` returns nil.
package struct XMLReader: ~Copyable {
  package enum Event: Sendable, Hashable {
    case start, text, end
  }

  package struct Limits: Sendable {
    package var depth = 256
    /// The most bytes of one tag or attribute. Texts have no limit: they come in pieces.
    package var valueBytes = 16 << 20

    package init() {}
  }

  package let file: String
  package private(set) var log: DiagnosticLog
  package private(set) var hasFailed = false
  /// How many elements are open, with the one that has just started and without the one that has ended.
  package private(set) var depth = 0
  /// Where the element begins that started last.
  package private(set) var position = XMLPosition(line: 1, column: 1)

  private let source: ByteSource
  private let parser: ExpatParser?
  private var piece = ExpatParser.Events()
  private var filter = XMLFilter()
  /// The event after the current one.
  private var cursor = 0
  private var window: [UInt8]
  /// How many bytes at the start of the window the filter left over.
  private var kept = 0
  private var cleaned: [UInt8] = []
  private var hasEnded = false

  package init(
    file: String, source: ByteSource, log: DiagnosticLog = DiagnosticLog(),
    limits: Limits = Limits(),
    windowSize: Int = 64 << 10
  ) {
    self.file = file
    self.source = source
    self.log = log
    self.log.open(file: file)
    parser = ExpatParser(limits: limits)
    window = [UInt8](repeating: 0, count: max(windowSize, 64))
    if parser == nil { fail(.outOfMemory, at: position) }
  }

  /// Moves on to the next event; nil at the end, or after an error that the log holds.
  package mutating func next() -> Event? {
    while cursor == piece.events.count {
      guard readPiece() else { return nil }
    }
    // What stands in front of an error was said before it is found.
    guard !hasFailed else { return nil }
    let kind = piece.events[cursor].kind
    if kind == .start { position = piece.events[cursor].position }
    cursor += 1
    switch kind {
    case .start:
      depth += 1
      return .start
    case .text: return .text
    case .end:
      depth -= 1
      return .end
    }
  }

  /// Passes over the rest of the element that has just started.
  package mutating func skipElement() {
    let outside = depth - 1
    while depth > outside, next() != nil {}
  }

  /// The name of the element that has just started or ended; the text of a text event.
  package var name: String { String(decoding: text, as: UTF8.self) }

  /// The bytes of a text event: one text may come in several pieces, between which a character is
  /// never cut.
  package var text: ArraySlice<UInt8> {
    hasCurrent ? piece.buffer[piece.events[cursor - 1].content] : []
  }

  /// Whether the element that has just started or ended has a name.
  package func isNamed(_ name: StaticString) -> Bool {
    hasCurrent && isEqual(piece.events[cursor - 1].content, name)
  }

  /// The value of an attribute of the element that has just started.
  package func attribute(_ name: StaticString) -> String? {
    guard hasCurrent else { return nil }
    for index in piece.events[cursor - 1].attributes
    where isEqual(piece.attributes[index].name, name) {
      return piece.buffer.withUnsafeBufferPointer { buffer in
        let value = UnsafeBufferPointer(rebasing: buffer[piece.attributes[index].value])
        return String(decoding: value, as: UTF8.self)
      }
    }
    return nil
  }

  /// Appends the value of an attribute of the element that has just started; false without it.
  package func append(attribute name: StaticString, to bytes: inout [UInt8]) -> Bool {
    guard hasCurrent else { return false }
    for index in piece.events[cursor - 1].attributes
    where isEqual(piece.attributes[index].name, name) {
      bytes.append(contentsOf: piece.buffer[piece.attributes[index].value])
      return true
    }
    return false
  }

  private var hasCurrent: Bool { cursor > 0 && cursor <= piece.events.count }

  /// Whether a part of the buffer is a text.
  private func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return piece.buffer.withUnsafeBufferPointer { buffer in
      for offset in 0..<range.count
      where buffer[range.lowerBound + offset] != text.utf8Start[offset] {
        return false
      }
      return true
    }
  }

  /// Whether the element that has just started is known to hold nothing: `<a/>` or `<a></a>`.
  package var isEmptyElement: Bool {
    cursor > 0 && cursor < piece.events.count && piece.events[cursor].kind == .end
  }

  package func location(_ position: XMLPosition) -> SourceLocation {
    SourceLocation(file: file, line: position.line, column: position.column)
  }

  /// Ends the reading and returns all that was found. The rest of the document is not looked at.
  package consuming func finish() -> DiagnosticLog {
    noteRepairs()
    return log
  }

  package mutating func report(
    _ severity: Severity, _ id: String, at position: XMLPosition,
    _ summary: @autoclosure () -> String, help: @autoclosure () -> [String] = []
  ) {
    let location = location(position)
    log.add(severity, in: file) {
      Diagnostic(severity, id, summary(), at: location, help: help())
    }
  }

  // MARK: Reading

  /// Reads on until there are events; false at the end, or after an error.
  private mutating func readPiece() -> Bool {
    guard let parser, !hasFailed else { return false }
    if let (failure, position) = parser.failure {
      fail(failure, at: position)
      return false
    }
    if hasEnded { return false }
    cursor = 0
    parseMore(parser)
    return !hasFailed
  }

  private mutating func parseMore(_ parser: ExpatParser) {
    let kept = kept
    let source = source
    let count = window.withUnsafeMutableBytes { window in
      source.fill(UnsafeMutableRawBufferPointer(rebasing: window[kept...]))
    }
    if count < 0 {
      hasFailed = true
      let reason = FileError(.read, file, code: Int32(truncatingIfNeeded: -count)).reason
      log.add(
        Diagnostic(
          .error, "unreadable-file", "the file can't be read: \(reason)",
          at: SourceLocation(file: file)))
      return
    }
    hasEnded = count == 0
    let available = kept + min(count, window.count - kept)
    cleaned.removeAll(keepingCapacity: true)
    let taken = window.withUnsafeBufferPointer { window in
      filter.filter(
        UnsafeBufferPointer(rebasing: window[..<available]), isLast: hasEnded, into: &cleaned)
    }
    self.kept = available - taken
    if taken > 0, self.kept > 0 {
      window.replaceSubrange(0..<self.kept, with: Array(window[taken..<available]))
    }
    let isLast = hasEnded
    cleaned.withUnsafeBufferPointer { parser.parse($0, isLast: isLast, into: &piece) }
  }

  private mutating func noteRepairs() {
    guard let place = filter.firstRepair else { return }
    let count = filter.repairs
    report(
      .warning, "repaired-character", at: place,
      count == 1
        ? "a character that XML forbids is replaced"
        : "\(count) characters that XML forbids are replaced; this is the first")
  }

  private mutating func fail(_ failure: ExpatParser.Failure, at position: XMLPosition) {
    hasFailed = true
    switch failure {
    case .malformed(let reason): report(.error, "malformed-xml", at: position, reason)
    case .ends(let place):
      let what = place.map { "inside the element opened at \($0.line):\($0.column)" }
      report(
        .error, "truncated-file", at: position,
        "the file ends \(what ?? "before the root element is closed")",
        help: [
          "the program that writes it may have been stopped; '--broken report' reports the rest"
        ])
    case .secondRoot:
      report(
        .error, "second-root", at: position, "text follows the end of the root element",
        help: ["give files that were joined into one separately"])
    case .entity(let name):
      report(
        .error, "xml-entity", at: position,
        "entity \(VisibleText.quoted(name)) is declared: entity declarations are refused",
        help: ["write the character itself, or a reference such as '&#233;'"])
    case .tooDeep:
      report(.error, "too-deep", at: position, "elements are nested too deeply")
    case .tooLong:
      report(.error, "value-too-long", at: position, "a tag or an attribute is too long")
    case .outOfMemory:
      report(.error, "out-of-memory", at: position, "the document needs too much memory")
    }
  }
}
