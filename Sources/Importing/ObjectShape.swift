import Diagnostics
internal import JSON

/// The keys of one kind of object and which of them are required. A test compares them with the
/// published schema.
package struct ObjectDescription: Sendable {
  /// Its name in the schema's definitions; `dataset` for the dataset itself.
  package var name: String
  package var keys: [String]
  package var required: [String]
}

/// An `ObjectDescription` in the form used for reading.
struct ObjectShape<Key: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  let object: ObjectTable
  let keys: CaseTable<Key>

  /// `required` maps each required key to the help for when it is missing.
  init(_ name: String, _ noun: String, required: KeyValuePairs<String, String> = [:]) {
    object = ObjectTable(name, noun, keys: Key.allCases.map(\.rawValue), required: required)
    // `Fields` does not count its uses, and neither does `CaseTable` those of its memory.
    _ = Unmanaged.passRetained(object)
    keys = CaseTable()
  }

  var description: ObjectDescription { object.description }
}

/// What an `ObjectShape` knows of its keys' names. Not generic, since the metadata of a generic class takes
/// longer to make than a small dataset to read.
final class ObjectTable: Sendable {
  struct Requirement: Sendable {
    var index: Int
    var help: String
  }

  let name: String
  /// The noun with its article, for messages: "a message".
  let noun: String
  let table: KeyTable
  let required: [Requirement]
  /// The required keys as a bit set, like the seen keys of `Fields`.
  let requiredBits: UInt64

  init(_ name: String, _ noun: String, keys: [String], required: KeyValuePairs<String, String>) {
    self.name = name
    self.noun = noun
    table = KeyTable(keys)
    self.required = required.compactMap { key, help in
      keys.firstIndex(of: key).map { Requirement(index: $0, help: help) }
    }
    requiredBits = self.required.reduce(0) { $0 | 1 << UInt64($1.index) }
  }

  var description: ObjectDescription {
    ObjectDescription(
      name: name, keys: table.words, required: required.map { table.words[$0.index] })
  }
}

/// The cases of an enumeration in order, stored like a `KeyTable`.
struct CaseTable<Case: CaseIterable & Sendable>: @unchecked Sendable {
  private let cases: UnsafePointer<Case>

  init() {
    let all = Array(Case.allCases)
    let memory = UnsafeMutablePointer<Case>.allocate(capacity: max(all.count, 1))
    for (index, value) in all.enumerated() { (memory + index).initialize(to: value) }
    cases = UnsafePointer(memory)
  }

  /// The case at an index that a `KeyTable` of the same cases returned.
  subscript(index: Int) -> Case { cases[index] }
}

/// Iterates over the members of an object. Reports unknown, duplicate and missing keys.
struct Fields<Key: RawRepresentable<String> & CaseIterable & Sendable> {
  /// The position of the object.
  let start: JSONReader.Position
  /// Never freed. Counting who uses it took each message several atomic operations on what all threads share.
  private unowned(unsafe) let shape: ObjectTable
  private let table: KeyTable
  private let keys: CaseTable<Key>
  private var seen: UInt64 = 0
  /// The last key's index plus one.
  private var last = 0

  /// Enters the next value. Returns nil and reports it if it is not an object.
  init?(_ shape: ObjectShape<Key>, in reader: inout JSONReader, as name: String? = nil) {
    // Comparing with `==` would call a function of a protocol.
    guard case .object = reader.peek() else {
      reader.rejectType("an object", name: name, noun: shape.object.noun)
      return nil
    }
    start = reader.valuePosition
    self.shape = shape.object
    table = shape.object.table
    keys = shape.keys
    reader.enterObject()
  }

  /// The next known key, whose value must then be taken; nil at the end.
  mutating func next(_ reader: inout JSONReader) -> Key? {
    nextIndex(&reader).map { keys[$0] }
  }

  /// The same for one of many objects, which mostly have their keys in the order of the one before.
  mutating func next(_ reader: inout JSONReader, expecting order: inout KeyOrder) -> Key? {
    let expected = order[after: last]
    if seen & 1 &<< UInt64(expected) == 0, reader.takeKey(expected, of: table) {
      seen |= 1 &<< UInt64(expected)
      last = expected + 1
      return keys[expected]
    }
    guard let index = nextIndex(&reader) else { return nil }
    order[after: last] = index
    last = index + 1
    return keys[index]
  }

  private mutating func nextIndex(_ reader: inout JSONReader) -> Int? {
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
      return index
    }
    if seen & shape.requiredBits != shape.requiredBits, !reader.hasFailed { reportMissing(&reader) }
    return nil
  }

  private func passUnknown(_ reader: inout JSONReader) {
    let key = reader.textString
    let position = reader.keyPosition
    if !reader.noteUnknownKey(key, of: start) {
      reader.reportDuplicate(key, at: position, first: nil)
    } else {
      let table = shape.table
      let noun = shape.noun
      reader.report(
        .warning, "unknown-key", at: position, "unknown key \(VisibleText.quoted(key)) in \(noun)",
        help: Synonyms.help(for: key, among: table.words))
    }
    reader.skipValue()
  }

  private func reportMissing(_ reader: inout JSONReader) {
    for requirement in shape.required where seen & (1 << UInt64(requirement.index)) == 0 {
      let key = shape.table.words[requirement.index]
      let noun = shape.noun
      reader.report(
        .error, "missing-\(key)", at: start, "\(noun) without '\(key)'",
        help: requirement.help.isEmpty ? [] : [requirement.help])
    }
  }
}

/// Which key of an object followed each other one the last time.
struct KeyOrder: Sendable {
  /// By the index of a key plus one; 0 is the beginning of the object.
  private var next = InlineArray<32, UInt8>(repeating: 0)

  /// - Parameter last: The index of a key plus one, or 0.
  subscript(after last: Int) -> Int {
    get { last < next.count ? Int(next[last]) : 0 }
    set { if last < next.count { next[last] = UInt8(truncatingIfNeeded: newValue) } }
  }
}
