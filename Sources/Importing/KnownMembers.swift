internal import JSON

/// Iterates over the members of an object in another tool's report, which may have others than the known ones.
/// As in a tree, a key that is given twice is reported, and the first one counts.
struct KnownMembers<Key: RawRepresentable<String>> {
  private var seen: [String: JSONReader.Position] = [:]

  /// Enters the next value; nil for one that is no object, which is passed over.
  init?(in reader: inout JSONReader) {
    guard reader.peek() == .object else {
      reader.passTree()
      return nil
    }
    reader.enterObject()
  }

  /// The next known key, whose value must then be taken; nil at the end.
  mutating func next(_ reader: inout JSONReader) -> Key? {
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
  /// Passes over the next value and reports what is wrong in it as a tree of it would.
  mutating func passTree() {
    switch peek() {
    case .object, .array: _ = takeTree()
    default: skipValue()
    }
  }

  /// Takes the next value if it is a string.
  mutating func takeText() -> String? {
    if peek() == .string { return takeString() }
    passTree()
    return nil
  }

  /// Takes the next value if it is a whole number in a range.
  mutating func takeInteger(_ range: ClosedRange<Int>) -> Int? {
    guard peek() == .number else {
      passTree()
      return nil
    }
    return Int(exactly: takeNumber() ?? 0).flatMap { range ~= $0 ? $0 : nil }
  }
}
