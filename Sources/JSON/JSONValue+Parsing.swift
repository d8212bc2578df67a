package import Diagnostics

extension JSONValue {
  /// Parses a small file held in memory; nil after an error.
  package static func parse(_ bytes: [UInt8], file: String) -> (JSONValue?, [Diagnostic]) {
    parse(ByteSource(bytes: bytes), file: file)
  }

  package static func parse(
    _ text: String, file: String, limits: JSONReader.Limits = JSONReader.Limits()
  ) -> (JSONValue?, [Diagnostic]) {
    parse(ByteSource(bytes: Array(text.utf8)), file: file, limits: limits)
  }

  package static func parse(
    _ source: ByteSource, file: String, limits: JSONReader.Limits = JSONReader.Limits()
  ) -> (JSONValue?, [Diagnostic]) {
    var reader = JSONReader(file: file, source: source, limits: limits, windowSize: 8 << 10)
    let value = reader.readTree()
    reader.finish()
    return (reader.log.hasErrors ? nil : value, reader.log.diagnostics)
  }
}

extension JSONReader {
  /// Reads the next value as a tree. The nesting limit bounds the recursion.
  package mutating func readTree() -> JSONValue {
    let kind = peek()
    let location = location(valuePosition)
    switch kind {
    case .null, .missing, .failed:
      readNull()
      return JSONValue(.null, at: location)
    case .bool: return JSONValue(.bool(readBool()), at: location)
    case .string: return JSONValue(.string(readString()), at: location)
    case .number:
      let value = readNumber()
      return JSONValue(.number(value ?? 0, textString), at: location)
    case .array:
      enterArray()
      var elements: [JSONValue] = []
      while nextElement() { elements.append(readTree()) }
      return JSONValue(.array(elements), at: location)
    case .object: return JSONValue(.object(readMembers()), at: location)
    }
  }

  private mutating func readMembers() -> [JSONValue.Member] {
    enterObject()
    var members: [JSONValue.Member] = []
    members.reserveCapacity(8)
    // For a few keys, a linear search is faster than hashing.
    var indices: [String: Int] = [:]
    while nextKey() {
      let key = textString
      let position = keyPosition
      let value = readTree()
      let isLarge = members.count >= Self.fewMembers
      if isLarge, indices.isEmpty {
        for (index, member) in members.enumerated() { indices[member.key] = index }
      }
      if let first = isLarge ? indices[key] : members.firstIndex(where: { $0.key == key }) {
        let location = members[first].keyLocation
        reportDuplicate(
          key, at: position, first: Position(line: location.line, column: location.column))
      } else {
        if isLarge { indices[key] = members.count }
        members.append(
          JSONValue.Member(key: key, keyLocation: location(position), value: value))
      }
    }
    return members
  }

  private static let fewMembers = 64

  /// Reports a duplicate key; the first one is used.
  package mutating func reportDuplicate(_ key: String, at position: Position, first: Position?) {
    let earlier = first.map { ["first given at \($0.line):\($0.column)"] } ?? []
    report(
      .error, "duplicate-key", at: position, "the key \(VisibleText.quoted(key)) is given twice",
      help: earlier)
  }
}
