import Diagnostics
internal import JSON

/// What the importer knows of one kind of object: the words it is described by, its keys, and which
/// of them must be there. The same data is held against the published schema.
package struct ObjectDescription: Sendable {
  /// Its name among the schema's definitions; the dataset itself is `dataset`.
  package var name: String
  package var keys: [String]
  package var required: [String]
}

/// The description in the form that reading needs.
final class ObjectShape<Key: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  struct Requirement: Sendable {
    var index: Int
    var help: String
  }

  let name: String
  /// With its article, for sentences: "a message".
  let words: String
  let table: KeyTable
  let keys: CaseTable<Key>
  let required: [Requirement]
  /// The keys that must be there, as `Fields` notes what it has seen.
  let requiredBits: UInt64

  /// `required` says for each key that must be there what to do when it isn't.
  init(_ name: String, _ words: String, required: KeyValuePairs<String, String> = [:]) {
    self.name = name
    self.words = words
    keys = CaseTable()
    let names = Key.allCases.map(\.rawValue)
    table = KeyTable(names)
    self.required = required.compactMap { key, help in
      names.firstIndex(of: key).map { Requirement(index: $0, help: help) }
    }
    requiredBits = self.required.reduce(0) { $0 | 1 << UInt64($1.index) }
  }

  var description: ObjectDescription {
    ObjectDescription(
      name: name, keys: table.words, required: required.map { table.words[$0.index] })
  }
}

/// The cases of an enumeration by their order, kept like a `KeyTable`.
struct CaseTable<Case: CaseIterable & Sendable>: @unchecked Sendable {
  private let cases: UnsafePointer<Case>

  init() {
    let all = Array(Case.allCases)
    let memory = UnsafeMutablePointer<Case>.allocate(capacity: max(all.count, 1))
    for (index, value) in all.enumerated() { (memory + index).initialize(to: value) }
    cases = UnsafePointer(memory)
  }

  /// `index` is what a table of the same cases' words has given.
  subscript(index: Int) -> Case { cases[index] }
}

/// The members of one object, one after the other, with everything said about keys that are
/// unknown, given twice or missing.
struct Fields<Key: RawRepresentable<String> & CaseIterable & Sendable> {
  /// Where the object starts.
  let start: JSONReader.Position
  private let shape: ObjectShape<Key>
  private let table: KeyTable
  private let keys: CaseTable<Key>
  private var seen: UInt64 = 0
  private var unknown: Set<String> = []

  /// Enters the next value, which must be such an object; otherwise says so, and is nil.
  init?(_ shape: ObjectShape<Key>, in reader: inout JSONReader, as name: String? = nil) {
    guard reader.peek() == .object else {
      reader.rejectType("an object", name: name, words: shape.words)
      return nil
    }
    start = reader.valuePosition
    self.shape = shape
    table = shape.table
    keys = shape.keys
    reader.enterObject()
  }

  /// The next key that is known; its value must be taken. Nil at the end.
  mutating func next(_ reader: inout JSONReader) -> Key? {
    while reader.nextKey() {
      guard let index = reader.textIndex(in: table) else {
        passUnknown(&reader)
        continue
      }
      let bit: UInt64 = 1 &<< UInt64(index)
      if seen & bit != 0 {
        reader.reportDuplicate(reader.textString, at: reader.keyPosition, first: nil)
        reader.skipValue()
        continue
      }
      seen |= bit
      return keys[index]
    }
    if seen & shape.requiredBits != shape.requiredBits, !reader.hasFailed { reportMissing(&reader) }
    return nil
  }

  private mutating func passUnknown(_ reader: inout JSONReader) {
    let key = reader.textString
    let place = reader.keyPosition
    if unknown.contains(key) {
      reader.reportDuplicate(key, at: place, first: nil)
    } else {
      // A hostile object must not make a set of a million keys.
      if unknown.count < 1_000 { unknown.insert(key) }
      let table = shape.table
      let words = shape.words
      reader.report(
        .warning, "unknown-key", at: place, "unknown key \(VisibleText.quoted(key)) in \(words)",
        help: Synonyms.help(for: key, among: table.words))
    }
    reader.skipValue()
  }

  private func reportMissing(_ reader: inout JSONReader) {
    for requirement in shape.required where seen & (1 << UInt64(requirement.index)) == 0 {
      let key = shape.table.words[requirement.index]
      let words = shape.words
      reader.report(
        .error, "missing-\(key)", at: start, "\(words) without '\(key)'",
        help: requirement.help.isEmpty ? [] : [requirement.help])
    }
  }
}
