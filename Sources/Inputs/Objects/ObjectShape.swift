package import Diagnostics
package import JSON

/// The keys of one kind of object and which of them are required. A test compares them with the
/// published schema.
package struct ObjectDescription: Sendable {
  /// Its name in the schema's definitions; `dataset` for the dataset itself.
  package var name: String
  package var keys: [String]
  package var required: [String]

  package init(name: String, keys: [String], required: [String]) {
    (self.name, self.keys, self.required) = (name, keys, required)
  }
}

/// An `ObjectDescription` in the form used for reading; at most 64 keys.
package struct ObjectShape<Key: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  package let name: String
  /// The noun with its article, for messages: "a message".
  package let noun: String
  /// The severity of an unknown key.
  package let unknownKeys: Severity
  package let keys = Array(Key.allCases)
  package let words: [String]
  /// Each required key and the help for when it is missing.
  package let required: [(index: Int, help: String)]

  package init(
    _ name: String, _ noun: String, required: KeyValuePairs<String, String> = [:],
    unknownKeys: Severity = .warning
  ) {
    self.name = name
    self.noun = noun
    self.unknownKeys = unknownKeys
    let words = keys.map(\.rawValue)
    self.words = words
    self.required = required.compactMap { key, help in
      words.firstIndex(of: key).map { (index: $0, help: help) }
    }
  }

  package var description: ObjectDescription {
    ObjectDescription(name: name, keys: words, required: required.map { words[$0.index] })
  }
}

/// Iterates over the members of an object. Reports unknown, duplicate and missing keys.
package struct Fields<Key: RawRepresentable<String> & CaseIterable & Sendable> {
  /// The position of the object.
  package let start: JSONReader.Position
  private let shape: ObjectShape<Key>
  /// A bit for the index of each key.
  private var seen: UInt64 = 0

  /// Enters the next value. Returns nil and reports it if it is not an object.
  package init?(_ shape: ObjectShape<Key>, in reader: inout JSONReader, as name: String? = nil) {
    guard reader.peek() == .object else {
      reader.rejectType("an object", name: name, noun: shape.noun)
      return nil
    }
    start = reader.valuePosition
    self.shape = shape
    reader.enterObject()
  }

  /// Returns the next known key, or nil at the end. The caller must then read its value.
  package mutating func next(_ reader: inout JSONReader) -> Key? {
    while reader.nextKey() {
      let name = reader.textString
      // Hashing a word costs more than comparing it with some twenty short ones.
      guard let index = shape.words.firstIndex(of: name) else {
        passUnknown(&reader)
        continue
      }
      let bit: UInt64 = 1 << UInt64(index)
      if seen & bit != 0 {
        reader.reportDuplicate(reader.textString, at: reader.keyPosition, first: nil)
        reader.skipValue()
        continue
      }
      seen |= bit
      return shape.keys[index]
    }
    if !reader.hasFailed { reportMissing(&reader) }
    return nil
  }

  private func passUnknown(_ reader: inout JSONReader) {
    let key = reader.textString
    let position = reader.keyPosition
    if !reader.noteUnknownKey(key, of: start) {
      reader.reportDuplicate(key, at: position, first: nil)
    } else {
      reader.report(
        shape.unknownKeys, "unknown-key", at: position,
        "unknown key \(VisibleText.quoted(key)) in \(shape.noun)",
        help: Synonyms.help(for: key, among: shape.words))
    }
    let mayHoldFindings = Self.passParts(&reader) ?? FailureMember.reads(&reader, key: key)
    if mayHoldFindings { reader.noteUnread("\(shape.name).\(VisibleText.of(key))") }
  }

  /// Skips the next value if it is a list or an object. Returns whether it has content, or nil for
  /// other values.
  private static func passParts(_ reader: inout JSONReader) -> Bool? {
    let kind = reader.peek()
    guard kind == .array || kind == .object else { return nil }
    if kind == .array { reader.enterArray() } else { reader.enterObject() }
    var hasParts = false
    while kind == .array ? reader.nextElement() : reader.nextKey() {
      hasParts = true
      reader.skipValue()
    }
    return hasParts
  }

  private func reportMissing(_ reader: inout JSONReader) {
    for (index, help) in shape.required where seen & (1 << UInt64(index)) == 0 {
      let key = shape.words[index]
      reader.report(
        .error, "missing-\(key)", at: start, "\(shape.noun) without '\(key)'",
        help: help.isEmpty ? [] : [help])
    }
  }
}
