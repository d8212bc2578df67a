// Unsafe pointers: values are decoded from the buffer of a piece, without a copy.

package import Diagnostics
internal import Files
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
/// Replaces forbidden characters and reports them once (`repaired-character`). Refuses entity
/// declarations and attribute defaults. Never fetches document types or external entities. After an
/// error `next` returns nil.
package struct XMLReader: ~Copyable {
  package enum Event: Sendable, Hashable {
    case start, text, end
  }

  package struct Limits: Sendable {
    package var depth = 256
    /// The largest tag or attribute in bytes. Texts have no limit, because they come in pieces.
    package var valueBytes = 16 << 20
    /// The largest ratio of output to input bytes. It applies once the output exceeds `freeBytes`.
    package var amplification = 8
    package var freeBytes = 1 << 20
    /// The largest number of declared attributes. Each one costs time at each element.
    package var declaredAttributes = 1_000

    package init() {}
  }

  package let file: String
  package private(set) var log: DiagnosticLog
  package private(set) var hasFailed = false
  /// The number of open elements, including one that has just started.
  package private(set) var depth = 0
  /// The start position of the element that started last.
  package private(set) var position = XMLPosition(line: 1, column: 1)

  /// The error of a file that ends before its root is closed; nil once it is accepted.
  private var truncation: (diagnostic: Diagnostic, position: XMLPosition)?
  private let pieces: XMLPieces
  private var piece = ExpatParser.Events()
  /// The outcome after the events of the piece.
  private var outcome = XMLPieces.Outcome.more
  /// The index of the event after the current one.
  private var cursor = 0

  package init(
    file: String, source: ByteSource, log: DiagnosticLog = DiagnosticLog(),
    limits: Limits = Limits(),
    windowSize: Int = 128 << 10
  ) {
    self.file = file
    self.log = log
    self.log.open(file: file)
    pieces = XMLPieces(source, limits: limits, windowSize: windowSize)
  }

  /// Moves to the next event. Nil at the end or after an error, which is in `log`.
  package mutating func next() -> Event? {
    while cursor == piece.events.count {
      guard readPiece() else { return nil }
    }
    // The events before an error are returned before it is found.
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

  /// Skips the rest of the element that has just started.
  package mutating func skipElement() {
    let outside = depth - 1
    while depth > outside, next() != nil {}
  }

  /// The name of the element that has just started or ended; the text of a text event.
  package var name: String { String(decoding: text, as: UTF8.self) }

  /// The bytes of a text event. One text may come in several events, which never split a character.
  package var text: ArraySlice<UInt8> {
    hasCurrent ? piece.buffer[piece.events[cursor - 1].content] : []
  }

  /// Whether the element that has just started or ended has the given name.
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

  /// The attributes of the element that has just started, in order.
  package var attributes: [(name: String, value: String)] {
    guard hasCurrent else { return [] }
    return piece.events[cursor - 1].attributes.map { index in
      (
        String(decoding: piece.buffer[piece.attributes[index].name], as: UTF8.self),
        String(decoding: piece.buffer[piece.attributes[index].value], as: UTF8.self)
      )
    }
  }

  /// Whether the element that has just started has an attribute.
  package func hasAttribute(_ name: StaticString) -> Bool {
    hasCurrent
      && piece.events[cursor - 1].attributes.contains { isEqual(piece.attributes[$0].name, name) }
  }

  /// Appends the value of an attribute of the element that has just started; false if it is absent.
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

  /// Whether a range of the buffer equals a text.
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

  /// Whether the element that has just started is known to be empty: `<a/>` or `<a></a>`.
  package var isEmptyElement: Bool {
    cursor > 0 && cursor < piece.events.count && piece.events[cursor].kind == .end
  }

  package func location(_ position: XMLPosition) -> SourceLocation {
    SourceLocation(file: file, line: position.line, column: position.column)
  }

  /// Accepts that the file ends before its root is closed, so that the elements before the end
  /// count. Returns the position of the end; nil if the file has another error or none.
  package mutating func acceptTruncation() -> XMLPosition? {
    defer { truncation = nil }
    return truncation?.position
  }

  /// Stops reading and returns all diagnostics. Ignores the rest of the document.
  package consuming func finish() -> DiagnosticLog {
    if let truncation { log.add(truncation.diagnostic) }
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

  /// Reads the next piece; false at the end or after an error.
  private mutating func readPiece() -> Bool {
    guard !hasFailed else { return false }
    switch outcome {
    case .more:
      cursor = 0
      outcome = pieces.next(&piece)
      return true
    case .end: checkZeros()
    case .failure(let failure, let position): fail(failure, at: position)
    case .unreadable(let code):
      hasFailed = true
      let reason = FileError(.read, file, code: Int32(truncatingIfNeeded: code)).reason
      log.add(
        Diagnostic(
          .error, "unreadable-file", "the file can't be read: \(reason)",
          at: SourceLocation(file: file)))
    }
    return false
  }

  /// More zeros are not an error of a tool, but a block of the file that was never written.
  private static let mostZeros = 15

  private mutating func checkZeros() {
    let zeros = pieces.zeros
    guard zeros > Self.mostZeros, let place = pieces.repairs?.first else { return }
    hasFailed = true
    report(
      .error, "malformed-xml", at: place,
      "\(zeros) bytes are 0, as a loss of power leaves them",
      help: ["let the tool write the file again"])
  }

  private mutating func noteRepairs() {
    guard let (place, count) = pieces.repairs else { return }
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
    case .mismatch(let opened):
      let element = opened.map { "the element opened at \($0.line):\($0.column)" }
      report(
        .error, "malformed-xml", at: position,
        "an end tag does not match \(element ?? "its start tag")",
        help: ["if that is no element but text, its '<' is to be written '&lt;'"])
    case .ends(let place):
      let what = place.map { "inside the element opened at \($0.line):\($0.column)" }
      let diagnostic = Diagnostic(
        .error, "truncated-file", "the file ends \(what ?? "before the root element is closed")",
        at: location(position),
        help: [
          "the program that writes it may have been stopped; '--broken report' reports the rest"
        ])
      truncation = (diagnostic, position)
    case .secondRoot(let isElement):
      report(
        .error, "second-root", at: position,
        "\(isElement ? "another root element" : "text") follows the end of the root element",
        help: ["give files that were joined into one separately"])
    case .entity(let name):
      report(
        .error, "xml-entity", at: position,
        "entity \(VisibleText.quoted(name)) is declared: entity declarations are refused",
        help: ["write the character itself, or a reference such as '&#233;'"])
    case .attributeDefault(let name):
      report(
        .error, "xml-default", at: position,
        "the document type gives attribute \(VisibleText.quoted(name)) a default: defaults are refused",
        help: ["write the attribute in the elements that have it"])
    case .tooManyDeclarations:
      report(
        .error, "xml-default", at: position, "the document type declares too many attributes",
        help: ["leave out the document type: nothing is read from it"])
    case .tooDeep:
      report(.error, "too-deep", at: position, "elements are nested too deeply")
    case .tooLong:
      report(.error, "value-too-long", at: position, "a tag or an attribute is too long")
    case .outOfMemory:
      report(.error, "out-of-memory", at: position, "the document needs too much memory")
    }
  }
}
