package import JSON

/// Iterates over the members of an object in another tool's report, which may have others than the known ones.
/// As in a tree, a key that is given twice is reported, and the first one counts.
package struct KnownMembers<Key: RawRepresentable<String>> {
  private var seen: [String: JSONReader.Position] = [:]

  /// Enters the next value. Skips it and returns nil if it is not an object.
  package init?(in reader: inout JSONReader) {
    guard reader.peek() == .object else {
      reader.passTree()
      return nil
    }
    reader.enterObject()
  }

  /// Returns the next known key, or nil at the end. The caller must then read its value.
  package mutating func next(_ reader: inout JSONReader) -> Key? {
    while reader.nextKey() {
      let (name, place) = (reader.textString, reader.keyPosition)
      guard let first = seen.updateValue(place, forKey: name) else {
        if let key = Key(rawValue: name) { return key }
        reader.passTree()
        continue
      }
      seen[name] = first
      reader.passTree()
      reader.reportDuplicate(name, at: place, first: first)
    }
    return nil
  }
}

extension JSONReader {
  /// Skips the next value and reports the same problems as `readTree`.
  package mutating func passTree() {
    switch peek() {
    case .object, .array: _ = readTree()
    default: skipValue()
    }
  }

  /// Reads the next value if it is a string; otherwise skips it.
  package mutating func readText() -> String? {
    if peek() == .string { return readString() }
    passTree()
    return nil
  }

  /// Reads the next value. Returns nil unless it is a whole number in the range.
  package mutating func readInteger(_ range: ClosedRange<Int>) -> Int? {
    guard peek() == .number else {
      passTree()
      return nil
    }
    return Int(exactly: readNumber() ?? 0).flatMap { range ~= $0 ? $0 : nil }
  }
}
