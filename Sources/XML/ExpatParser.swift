// Unsafe pointers: Expat is a C library.

internal import CExpat
internal import Diagnostics

/// The library that parses XML: Expat.
package enum XMLLibrary {
  /// The version of the linked library: "2.5.0" if Expat returns "expat_2.5.0".
  package static var version: String {
    String(String(cString: XML_ExpatVersion()).drop { !$0.isNumber })
  }
}

/// Feeds a document to Expat piece by piece. Stores the events of one piece as records over one
/// buffer until the reader takes them. No other file calls Expat.
///
/// A class, because it owns the parser and the state that the callbacks change.
final class ExpatParser {
  struct Event {
    enum Kind: UInt8 { case start, text, end }

    var kind: Kind
    /// The range of the name or text in the buffer.
    var content: Range<Int>
    /// The range in `Events.attributes`.
    var attributes: Range<Int> = 0..<0
    var position = XMLPosition(line: 0, column: 0)
  }

  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The events of one piece of a document.
  struct Events {
    var events: [Event] = []
    var attributes: [Attribute] = []
    /// The bytes of names, texts and values.
    var buffer: [UInt8] = []

    mutating func removeAll() {
      events.removeAll(keepingCapacity: true)
      attributes.removeAll(keepingCapacity: true)
      buffer.removeAll(keepingCapacity: true)
    }
  }

  enum Failure: Hashable {
    case malformed(reason: String)
    /// An end tag does not match the open element.
    case mismatch(opened: XMLPosition?)
    case ends(inside: XMLPosition?)
    /// Something follows the root: another element, or text.
    case secondRoot(isElement: Bool)
    case entity(name: String)
    /// The document type gives an attribute a default value, or declares too many attributes.
    case attributeDefault(name: String)
    case tooManyDeclarations
    case tooDeep
    case tooLong
    case outOfMemory
  }

  private let parser: XML_Parser
  /// Behind a pointer, so that callbacks access it without checks for exclusive access.
  private let state: UnsafeMutablePointer<ExpatState>

  init?(limits: XMLReader.Limits) {
    guard let parser = XML_ParserCreate("UTF-8") else { return nil }
    self.parser = parser
    state = UnsafeMutablePointer<ExpatState>.allocate(capacity: 1)
    state.initialize(to: ExpatState(parser, limits))
    guard tidemark_expat_limit_memory(parser) != 0 else { return nil }
    XML_SetUserData(parser, state)
    XML_SetElementHandler(
      parser, { ExpatState.at($0)?.pointee.start($1, $2) },
      { data, name in ExpatState.at(data)?.pointee.end(name) })
    XML_SetCharacterDataHandler(parser) { ExpatState.at($0)?.pointee.text($1, Int($2)) }
    XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
      if isParameter == 0 { ExpatState.at(data)?.pointee.skippedEntity(name) }
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      ExpatState.at(data)?.pointee.documentType()
    }
    // Handles everything without its own callback: comments, instructions, the document type.
    XML_SetDefaultHandlerExpand(parser) { data, _, _ in ExpatState.at(data)?.pointee.pending = 0 }
    XML_SetEntityDeclHandler(parser) { data, name, _, _, _, _, _, _, _ in
      ExpatState.at(data)?.pointee.entityDeclaration(name)
    }
    XML_SetAttlistDeclHandler(parser) { data, _, name, _, value, _ in
      ExpatState.at(data)?.pointee.attributeDeclaration(name, hasDefault: value != nil)
    }
  }

  deinit {
    XML_ParserFree(parser)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  var failure: (Failure, XMLPosition)? { state.pointee.failure }

  /// Parses the next piece and replaces `events` by its events.
  func parse(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool, into events: inout Events) {
    events.removeAll()
    guard state.pointee.failure == nil else { return }
    state.pointee.pending += piece.count
    state.pointee.taken += piece.count
    swap(&state.pointee.events, &events)
    let status = piece.withMemoryRebound(to: CChar.self) {
      XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), isLast ? 1 : 0)
    }
    swap(&state.pointee.events, &events)
    if status != XML_STATUS_ERROR {
      if state.pointee.pending > state.pointee.limits.valueBytes { state.pointee.fail(.tooLong) }
    } else if state.pointee.failure == nil {
      let code = XML_GetErrorCode(parser)
      let open = state.pointee.open.last
      switch code {
      case XML_ERROR_INVALID_TOKEN:
        let (cause, back) = invalidToken
        state.pointee.fail(cause, back: back)
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        let next = context?.bytes.dropFirst(context?.stop ?? 0).first
        state.pointee.fail(.secondRoot(isElement: next == UInt8(ascii: "<")))
      default: state.pointee.fail(Self.reason(code, isLast: isLast, inside: open))
      }
    }
  }

  /// The bytes around the position where Expat stopped, and the index of that position in them.
  private var context: (bytes: [UInt8], stop: Int)? {
    var (offset, size): (Int32, Int32) = (0, 0)
    guard let start = XML_GetInputContext(parser, &offset, &size), offset >= 0, size > offset else {
      return nil
    }
    let bytes = UnsafeBufferPointer(start: start, count: Int(size)).map { UInt8(bitPattern: $0) }
    return (bytes, Int(offset))
  }

  /// The cause of an invalid token, and its distance in characters before Expat's position.
  private var invalidToken: (Failure, back: Int) {
    guard let (bytes, stop) = context else {
      return (.malformed(reason: "the XML is not well-formed"), 0)
    }
    if bytes[stop] == UInt8(ascii: "<") {
      return (.malformed(reason: "'<' stands inside of a tag: in a value it is written '&lt;'"), 0)
    }
    // Skip back over a possible name.
    var begin = stop
    while begin > 0, Self.isOfName(bytes[begin - 1]) { begin -= 1 }
    guard begin > 0 else { return (Self.unexpected(bytes[stop...]), 0) }
    let back = 1 + bytes[begin..<stop].count { $0 & 0xC0 != 0x80 }
    return switch bytes[begin - 1] {
    case UInt8(ascii: "&"): (.malformed(reason: "'&' is not escaped: it is written '&amp;'"), back)
    case UInt8(ascii: "<"): (.malformed(reason: "'<' is not escaped: it is written '&lt;'"), back)
    default: (Self.unexpected(bytes[stop...]), 0)
    }
  }

  private static func unexpected(_ bytes: ArraySlice<UInt8>) -> Failure {
    let character = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first
    let found = character.map { VisibleText.quoted(String($0)) } ?? "this"
    return .malformed(reason: "\(found) may not stand here")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "_-.:".utf8.contains(byte)
    }
  }

  fileprivate static let undefinedEntity = "an entity is not defined"

  private static func reason(
    _ code: XML_Error, isLast: Bool, inside open: XMLPosition?
  ) -> Failure {
    switch code {
    case XML_ERROR_SYNTAX: .malformed(reason: "text stands before the root element")
    case XML_ERROR_NO_MEMORY: .outOfMemory
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      isLast ? .ends(inside: open) : .malformed(reason: "a tag is not closed")
    case XML_ERROR_TAG_MISMATCH: .mismatch(opened: open)
    case XML_ERROR_DUPLICATE_ATTRIBUTE: .malformed(reason: "an attribute is given twice")
    case XML_ERROR_UNDEFINED_ENTITY: .malformed(reason: undefinedEntity)
    case XML_ERROR_BAD_CHAR_REF: .malformed(reason: "a character reference is wrong")
    case XML_ERROR_MISPLACED_XML_PI:
      .malformed(reason: "the XML declaration is not at the beginning")
    default: .malformed(reason: "the XML is not well-formed")
    }
  }
}

/// The state that the callbacks of Expat change.
private struct ExpatState {
  var events = ExpatParser.Events()
  /// Whether the document has a document type, so that Expat passes over undefined entities.
  private var hasType = false
  let limits: XMLReader.Limits
  var failure: (ExpatParser.Failure, XMLPosition)?
  /// The start positions of the open elements.
  private(set) var open: [XMLPosition] = []
  /// The number of bytes fed since the last callback. It grows while a tag or attribute has no end.
  var pending = 0
  /// The numbers of bytes fed, and of bytes of names, values and texts that callbacks received.
  var taken = 0
  private var handedOver = 0
  private var declaredAttributes = 0
  private let parser: XML_Parser

  init(_ parser: XML_Parser, _ limits: XMLReader.Limits) {
    self.parser = parser
    self.limits = limits
  }

  static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ExpatState>? {
    data?.assumingMemoryBound(to: ExpatState.self)
  }

  /// - Parameter back: The distance before the current position in characters of its line.
  mutating func fail(_ what: ExpatParser.Failure, back: Int = 0) {
    guard failure == nil else { return }
    var position = position
    position.column = max(position.column - back, 1)
    failure = (what, position)
  }

  /// Stops the parser from within a callback.
  private mutating func stop(_ what: ExpatParser.Failure) {
    fail(what)
    XML_StopParser(parser, 0)
  }

  private var position: XMLPosition {
    XMLPosition(
      line: Int(clamping: XML_GetCurrentLineNumber(parser)),
      column: Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1)
  }

  // MARK: Callbacks

  mutating func start(
    _ name: UnsafePointer<CChar>?, _ given: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    pending = 0
    guard failure == nil else { return }
    let position = position
    guard open.count < limits.depth else { return stop(.tooDeep) }
    if hasType, tagHasUndefinedEntity {
      return stop(.malformed(reason: ExpatParser.undefinedEntity))
    }
    open.append(position)
    let first = events.attributes.count
    var index = 0
    while failure == nil, let name = given?[index], let value = given?[index + 1] {
      events.attributes.append(
        ExpatParser.Attribute(name: appendText(local(name)), value: appendText(value)))
      index += 2
    }
    events.events.append(
      ExpatParser.Event(
        kind: .start, content: appendText(local(name)), attributes: first..<events.attributes.count,
        position: position))
  }

  mutating func end(_ name: UnsafePointer<CChar>?) {
    pending = 0
    guard failure == nil else { return }
    _ = open.popLast()
    events.events.append(ExpatParser.Event(kind: .end, content: appendText(local(name))))
  }

  mutating func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
    pending = 0
    guard failure == nil, let bytes, count > 0 else { return }
    append(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  mutating func documentType() {
    pending = 0
    hasType = true
  }

  /// Keeps a character of HTML as written. Any other entity may stand for elements, which would be
  /// lost, because no document type is read.
  mutating func skippedEntity(_ name: UnsafePointer<CChar>?) {
    guard failure == nil, let name else { return }
    let text = String(cString: name)
    guard Self.characters.contains(text) else {
      return stop(.malformed(reason: ExpatParser.undefinedEntity))
    }
    append(Array("&\(text);".utf8))
  }

  /// The entities of HTML that texts contain most often.
  private static let characters: Set<String> = [
    "nbsp", "copy", "reg", "trade", "euro", "pound", "sect", "deg", "plusmn", "times", "micro",
    "middot", "bull", "hellip", "ndash", "mdash", "lsquo", "rsquo", "ldquo", "rdquo", "laquo",
    "raquo", "larr", "rarr", "le", "ge", "ne", "auml", "ouml", "uuml", "Auml", "Ouml", "Uuml",
    "szlig", "eacute", "egrave", "ecirc", "agrave", "aacute", "ccedil", "ntilde", "oacute",
  ]

  /// Whether the current tag has an entity that XML does not define. Expat leaves it out.
  private var tagHasUndefinedEntity: Bool {
    var (offset, size): (Int32, Int32) = (0, 0)
    let count = XML_GetCurrentByteCount(parser)
    guard let start = XML_GetInputContext(parser, &offset, &size), offset >= 0, count > 0,
      offset <= size - count
    else { return false }
    var tag = UnsafeBufferPointer(start: start + Int(offset), count: Int(count))[...]
    while let mark = tag.firstIndex(of: CChar(UInt8(ascii: "&"))) {
      tag = tag[(mark + 1)...]
      let name = tag.prefix { $0 != CChar(UInt8(ascii: ";")) }.map { UInt8(bitPattern: $0) }
      let isDefined =
        name.first == UInt8(ascii: "#")
        || ["amp", "lt", "gt", "quot", "apos"].contains { $0.utf8.elementsEqual(name) }
      if !isDefined { return true }
    }
    return false
  }

  mutating func entityDeclaration(_ name: UnsafePointer<CChar>?) {
    stop(.entity(name: name.map { String(cString: $0) } ?? ""))
  }

  /// Refuses defaults and too many declarations: Expat would process each one at each element.
  mutating func attributeDeclaration(_ name: UnsafePointer<CChar>?, hasDefault: Bool) {
    pending = 0
    declaredAttributes += 1
    if hasDefault {
      stop(.attributeDefault(name: name.map { String(cString: $0) } ?? ""))
    } else if declaredAttributes > limits.declaredAttributes {
      stop(.tooManyDeclarations)
    }
  }

  /// Counts the bytes received from Expat. Without entities and defaults, they are at most a few
  /// times the size of the document.
  private mutating func count(_ bytes: Int) {
    handedOver += bytes
    if handedOver > limits.freeBytes, handedOver / limits.amplification > taken {
      stop(.outOfMemory)
    }
  }

  /// Appends to the text event before it, or adds a text event.
  private mutating func append(_ bytes: some Collection<UInt8>) {
    let start = events.buffer.count
    count(bytes.count)
    events.buffer.append(contentsOf: bytes)
    if let last = events.events.indices.last, events.events[last].kind == .text,
      events.events[last].content.upperBound == start
    {
      events.events[last].content = events.events[last].content.lowerBound..<events.buffer.count
    } else {
      events.events.append(ExpatParser.Event(kind: .text, content: start..<events.buffer.count))
    }
  }

  private mutating func appendText(_ text: UnsafePointer<CChar>?) -> Range<Int> {
    let start = events.buffer.count
    if let text {
      var length = 0
      while text[length] != 0 { length += 1 }
      count(length)
      events.buffer.append(contentsOf: UnsafeRawBufferPointer(start: text, count: length))
    }
    return start..<events.buffer.count
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
