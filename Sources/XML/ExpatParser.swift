internal import CExpat

/// The only file that calls expat. Feeds it a document piece by piece and keeps what the callbacks of
/// one piece say, as records over one buffer, until the reader has taken them.
///
/// A class, since the callbacks need an address that stays.
final class ExpatParser {
  struct Event {
    enum Kind: UInt8 { case start, text, end }

    var kind: Kind
    /// Name or text in `buffer`.
    var content: Range<Int>
    /// Places in `attributes`.
    var attributes: Range<Int> = 0..<0
    var position = XMLPosition(line: 0, column: 0)
  }

  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
  }

  enum Failure: Hashable {
    case malformed(reason: String)
    case ends(inside: XMLPosition?)
    case secondRoot
    case entity(name: String)
    case tooDeep
    case tooLong
    case outOfMemory
  }

  private(set) var events: [Event] = []
  private(set) var attributes: [Attribute] = []
  /// The bytes of names, texts and values.
  private(set) var buffer: [UInt8] = []
  private(set) var failure: (Failure, XMLPosition)?

  private let parser: XML_Parser
  private let limits: XMLReader.Limits
  /// Where the elements begin that are open.
  private var open: [XMLPosition] = []
  /// How many bytes were fed since the last callback: one attribute or tag that does not end.
  private var pending = 0

  init?(limits: XMLReader.Limits) {
    guard let parser = XML_ParserCreate("UTF-8") else { return nil }
    self.parser = parser
    self.limits = limits
    guard tidemark_expat_limit_memory(parser) != 0 else { return nil }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { ExpatParser.at($0)?.start($1, $2) },
      { data, name in ExpatParser.at(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { ExpatParser.at($0)?.text($1, Int($2)) }
    XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
      if isParameter == 0 { ExpatParser.at(data)?.skippedEntity(name) }
    }
    // Whatever has no callback of its own: comments, instructions, the document type.
    XML_SetDefaultHandlerExpand(parser) { data, _, _ in ExpatParser.at(data)?.pending = 0 }
    XML_SetEntityDeclHandler(parser) { data, name, _, _, _, _, _, _, _ in
      ExpatParser.at(data)?.entityDeclaration(name)
    }
  }

  deinit {
    XML_ParserFree(parser)
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> ExpatParser? {
    data.map { Unmanaged<ExpatParser>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Forgets the events of the piece before and parses the next one.
  func parse(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    events.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    buffer.removeAll(keepingCapacity: true)
    guard failure == nil else { return }
    pending += piece.count
    let status = piece.withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), isLast ? 1 : 0)
    }
    if status != XML_STATUS_ERROR {
      if pending > limits.valueBytes { fail(.tooLong) }
      return
    }
    if failure == nil { fail(reason(XML_GetErrorCode(parser), isLast: isLast)) }
  }

  private func reason(_ code: XML_Error, isLast: Bool) -> Failure {
    switch code {
    case XML_ERROR_NO_MEMORY: .outOfMemory
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: .secondRoot
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      isLast ? .ends(inside: open.last) : .malformed(reason: "a tag is not closed")
    case XML_ERROR_TAG_MISMATCH: .malformed(reason: "an end tag does not match its start tag")
    case XML_ERROR_DUPLICATE_ATTRIBUTE: .malformed(reason: "an attribute is given twice")
    case XML_ERROR_UNDEFINED_ENTITY: .malformed(reason: "an entity is not defined")
    case XML_ERROR_BAD_CHAR_REF: .malformed(reason: "a character reference is wrong")
    case XML_ERROR_MISPLACED_XML_PI:
      .malformed(reason: "the XML declaration is not at the beginning")
    default: .malformed(reason: "the XML is not well-formed")
    }
  }

  private func fail(_ what: Failure) {
    if failure == nil { failure = (what, position) }
  }

  /// Ends the parsing from within a callback.
  private func stop(_ what: Failure) {
    fail(what)
    XML_StopParser(parser, 0)
  }

  private var position: XMLPosition {
    XMLPosition(
      line: Int(clamping: XML_GetCurrentLineNumber(parser)),
      column: Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1)
  }

  /// The value of an attribute of an element; nil without it.
  func attribute(_ name: StaticString, of element: Event) -> String? {
    let count = name.utf8CodeUnitCount
    return name.withUTF8Buffer { name in
      buffer.withUnsafeBufferPointer { buffer in
        for index in element.attributes where attributes[index].name.count == count {
          let start = attributes[index].name.lowerBound
          if name.indices.allSatisfy({ buffer[start + $0] == name[$0] }) {
            let value = UnsafeBufferPointer(rebasing: buffer[attributes[index].value])
            return String(decoding: value, as: UTF8.self)
          }
        }
        return nil
      }
    }
  }

  // MARK: Callbacks

  private func start(
    _ name: UnsafePointer<CChar>?, _ given: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    pending = 0
    guard failure == nil else { return }
    let position = position
    guard open.count < limits.depth else { return stop(.tooDeep) }
    open.append(position)
    let first = attributes.count
    var index = 0
    while let name = given?[index], let value = given?[index + 1] {
      attributes.append(Attribute(name: take(local(name)), value: take(value)))
      index += 2
    }
    events.append(
      Event(
        kind: .start, content: take(local(name)), attributes: first..<attributes.count,
        position: position))
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    pending = 0
    guard failure == nil else { return }
    _ = open.popLast()
    events.append(Event(kind: .end, content: take(local(name))))
  }

  private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
    pending = 0
    guard failure == nil, let bytes, count > 0 else { return }
    append(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// An entity of a document type that is not read: it stays as it is written.
  private func skippedEntity(_ name: UnsafePointer<CChar>?) {
    guard failure == nil, let name else { return }
    append(Array("&\(String(cString: name));".utf8))
  }

  private func entityDeclaration(_ name: UnsafePointer<CChar>?) {
    stop(.entity(name: name.map { String(cString: $0) } ?? ""))
  }

  /// Adds text to the text before it, or as an event of its own.
  private func append(_ bytes: some Collection<UInt8>) {
    let start = buffer.count
    buffer.append(contentsOf: bytes)
    if let last = events.indices.last, events[last].kind == .text,
      events[last].content.upperBound == start
    {
      events[last].content = events[last].content.lowerBound..<buffer.count
    } else {
      events.append(Event(kind: .text, content: start..<buffer.count))
    }
  }

  private func take(_ text: UnsafePointer<CChar>?) -> Range<Int> {
    let start = buffer.count
    if let text {
      var length = 0
      while text[length] != 0 { length += 1 }
      buffer.append(contentsOf: UnsafeRawBufferPointer(start: text, count: length))
    }
    return start..<buffer.count
  }

  /// A name without its prefix.
  private func local(_ name: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    guard let name else { return nil }
    var start = name
    var current = name
    while current.pointee != 0 {
      if current.pointee == CChar(bitPattern: UInt8(ascii: ":")) { start = current + 1 }
      current += 1
    }
    return start
  }
}
