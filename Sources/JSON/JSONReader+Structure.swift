import Diagnostics

extension JSONReader {
  /// The kind of the next value. Sets `valuePosition`.
  package mutating func peek() -> Kind {
    if let peeked { return peeked }
    if awaitsColon {
      awaitsColon = false
      readColon()
      if let peeked { return peeked }
    }
    let byte = nextByte()
    valuePosition = position(at: cursor)
    let kind: Kind
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): kind = .string
    case UInt8(ascii: "{"): kind = .object
    case UInt8(ascii: "["): kind = .array
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      kind = .number
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      report(
        .error, "missing-value", at: valuePosition,
        "expected a value before '\(Character(Unicode.Scalar(byte)))'")
      kind = .missing
    default: kind = byte.startsWord ? readWord() : failUnexpected("a value")
    }
    peeked = kind
    return kind
  }

  /// Enters the object announced by `peek`.
  package mutating func enterObject() { enter(isObject: true) }

  /// Enters the array announced by `peek`.
  package mutating func enterArray() { enter(isObject: false) }

  /// Reads the next key of the current object into `text`. Returns false and leaves the object at
  /// its end.
  package mutating func nextKey() -> Bool {
    let byte = nextItem(closedBy: UInt8(ascii: "}"))
    guard byte != 0 else { return false }
    keyPosition = position(at: cursor)
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      scanString()
    } else if byte.startsWord {
      scanWord()
    } else if byte == UInt8(ascii: ":") {
      report(.error, "missing-key", at: keyPosition, "expected a key before ':'")
      (textStart, textCount) = (cursor, 0)
    } else {
      _ = failUnexpected("a key in double quotes")
    }
    awaitsColon = true
    return !hasFailed
  }

  /// Records an unknown key of the object that was opened at a position. Returns false if the key
  /// is already recorded for this object.
  package mutating func noteUnknownKey(_ key: String, of object: Position) -> Bool {
    let depth = containers.count
    var known = unknownKeys.removeValue(forKey: depth)
    if known?.object != object { known = nil }
    var noted = known ?? UnknownKeys(object: object)
    // Bounds the memory for a hostile object.
    let isNew =
      noted.keys.count < 1_000 ? noted.keys.insert(key).inserted : !noted.keys.contains(key)
    unknownKeys[depth] = noted
    return isNew
  }

  /// Records the name of a skipped value that may hold findings.
  package mutating func noteUnread(_ name: String) {
    // Bounds the memory for a hostile object.
    if unread.count < 1_000 { unread.insert(name) }
  }

  /// Moves to the next element of the current array. Returns false and leaves the array at its end.
  package mutating func nextElement() -> Bool {
    nextItem(closedBy: UInt8(ascii: "]")) != 0
  }

  /// Skips the next value of any kind, checking its syntax.
  package mutating func skipValue() {
    let depth = containers.count
    repeat {
      if containers.count > depth, let container = containers.last {
        guard container.isObject ? nextKey() : nextElement() else { continue }
      }
      switch peek() {
      case .string: scanStringValue()
      case .number: _ = readNumber()
      case .object: enterObject()
      case .array: enterArray()
      case .null, .bool, .missing: finishItem()
      case .failed: return
      }
    } while containers.count > depth && !hasFailed
  }

  package mutating func readBool() -> Bool {
    finishItem()
    return peekedBool
  }

  /// Reads `null`, or acknowledges a missing value.
  package mutating func readNull() {
    finishItem()
  }

  /// Checks that only white space and comments follow the last value.
  package mutating func finish() {
    guard !hasFailed else { return }
    _ = skipSpace()
    if !hasFailed, !isAtEnd {
      let found = describeNext()
      fail(
        "trailing-content", at: position(at: cursor),
        "expected the end of the file, found \(found)",
        help: ["a file holds one value; pass several files as several arguments"])
    }
  }

  mutating func finishItem() {
    guard !hasFailed else { return }
    peeked = nil
    isAfterItem = true
    lastItemWasString = false
  }

  private mutating func enter(isObject: Bool) {
    guard !hasFailed else { return }
    if containers.count >= limits.nesting {
      let limit = limits.nesting
      fail(
        "too-deep", at: valuePosition,
        "objects and arrays are nested deeper than \(limit) levels")
      return
    }
    cursor += 1
    containers.append(Container(isObject: isObject, opened: valuePosition))
    peeked = nil
    isAfterItem = false
  }

  /// Moves over the comma to the next item. Returns its first byte, or 0 at the end of the
  /// container.
  private mutating func nextItem(closedBy closer: UInt8) -> UInt8 {
    guard !hasFailed else { return 0 }
    var byte = nextByte()
    if isAfterItem {
      if byte == UInt8(ascii: ",") {
        cursor += 1
        byte = nextByte()
      } else if byte != closer, !passMissingComma(before: byte, closer: closer) {
        return 0
      }
    }
    while byte == UInt8(ascii: ","), !hasFailed {
      report(
        .error, "unexpected-comma", at: position(at: cursor),
        "unexpected ',' with no value before it")
      cursor += 1
      byte = nextByte()
    }
    isAfterItem = false
    if hasFailed { return 0 }
    if byte == closer {
      cursor += 1
      containers.removeLast()
      finishItem()
      return 0
    }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == 0 {
      _ = failUnexpected("',' or '\(Character(Unicode.Scalar(closer)))'")
      return 0
    }
    return byte
  }

  /// Whether reading can continue as if there were a comma. Reports anything that can't begin an
  /// item.
  private mutating func passMissingComma(before byte: UInt8, closer: UInt8) -> Bool {
    let isObject = closer == UInt8(ascii: "}")
    let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    let itemPosition = position(at: cursor)
    // A bare word after a string is more likely text cut off by a stray quotation mark.
    let isCutText = lastItemWasString && byte.startsWord && itemPosition.line == valuePosition.line
    if isCutText || !(isQuote || byte.startsWord || (!isObject && byte.startsItem)) {
      _ = failUnexpected(
        "',' or '\(Character(Unicode.Scalar(closer)))'",
        help: isCutText ? ["write '\\\"' for a quotation mark inside a string"] : [])
      return false
    }
    let found = describeNext()
    report(.error, "missing-comma", at: itemPosition, "expected ',' before \(found)")
    return true
  }

  private mutating func readColon() {
    let byte = nextByte()
    if byte == UInt8(ascii: ":") {
      cursor += 1
    } else if byte.startsItem {
      let found = describeNext()
      report(.error, "missing-colon", at: position(at: cursor), "expected ':' before \(found)")
    } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") {
      valuePosition = keyPosition
      report(.error, "missing-value", at: keyPosition, "expected ':' and a value after this key")
      peeked = .missing
    } else {
      _ = failUnexpected("':'")
    }
  }

  /// Stops at an unexpected character or at the end of the file.
  mutating func failUnexpected(_ expected: String, help: [String] = []) -> Kind {
    guard !hasFailed else { return .failed }
    if isAtEnd {
      if let container = containers.last {
        failTruncated(inside: container.isObject ? "object" : "array", opened: container.opened)
      } else {
        fail("empty-file", at: position(at: cursor), "the file is empty")
      }
      return .failed
    }
    var help = help
    if let container = containers.last,
      base[cursor] == UInt8(ascii: container.isObject ? "]" : "}")
    {
      let opened = container.opened
      help = [
        "the \(container.isObject ? "object" : "array") opened at \(opened.line):\(opened.column) is not closed"
      ]
    }
    let found = describeNext()
    fail(
      "unexpected-character", at: position(at: cursor), "expected \(expected), found \(found)",
      help: help)
    return .failed
  }

  /// The next character, as named in a diagnostic.
  mutating func describeNext() -> String {
    ensure(4)
    if isAtEnd { return "the end of the file" }
    let (base, cursor) = (base, cursor)
    let next = (cursor..<min(cursor + 4, end)).map { base[$0] }
    guard let scalar = String(decoding: next, as: UTF8.self).unicodeScalars.first else { return "" }
    return scalar == "\u{FFFD}"
      ? "a byte that is not UTF-8" : VisibleText.name(of: scalar)
  }
}

extension UInt8 {
  /// Whether an unquoted word (JSON5 key, `true`) may start with this byte.
  var startsWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "\\"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a key or a value may start with this byte.
  var startsItem: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: startsWord
    }
  }
}
