internal import JSON

/// The keys that are known of one kind of object in another tool's report; at most 16.
struct KnownKeys<Key: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  fileprivate let table = KeyTable(Key.allCases.map(\.rawValue))
  fileprivate let keys = CaseTable<Key>()

  /// The key that a reader has just read, where it is known.
  func key(_ reader: inout JSONReader) -> Key? {
    reader.textIndex(in: table).map { keys[$0] }
  }
}

/// Iterates over the members of an object that may have others than the known ones. As in a tree, a
/// key that is given twice is reported, and the first one counts.
struct KnownMembers<Key: RawRepresentable<String> & CaseIterable & Sendable> {
  private let known: KnownKeys<Key>
  /// Where each known key stands; line 0 for none.
  private var lines = SIMD16<UInt32>()
  private var columns = SIMD16<UInt32>()
  private var others: [String: JSONReader.Position] = [:]

  /// Enters the next value; nil for one that is no object, which is passed over.
  init?(_ known: KnownKeys<Key>, in reader: inout JSONReader) {
    guard reader.peek() == .object else {
      reader.passTree()
      return nil
    }
    self.known = known
    reader.enterObject()
  }

  /// The next known key, whose value must then be taken; nil at the end.
  mutating func next(_ reader: inout JSONReader) -> Key? {
    while reader.nextKey() {
      let place = reader.keyPosition
      guard let index = reader.textIndex(in: known.table) else {
        passOther(&reader, at: place)
        continue
      }
      if lines[index] == 0 {
        lines[index] = UInt32(clamping: place.line)
        columns[index] = UInt32(clamping: place.column)
        return known.keys[index]
      }
      let key = reader.textString
      reader.passTree()
      let first = JSONReader.Position(line: Int(lines[index]), column: Int(columns[index]))
      reader.reportDuplicate(key, at: place, first: first)
    }
    return nil
  }

  private mutating func passOther(_ reader: inout JSONReader, at place: JSONReader.Position) {
    let key = reader.textString
    reader.passTree()
    if let first = others[key] {
      reader.reportDuplicate(key, at: place, first: first)
    } else {
      others[key] = place
    }
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
