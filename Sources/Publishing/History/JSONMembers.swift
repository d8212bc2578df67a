import Diagnostics
import JSON

/// A text, number or flag of an object; any other value is `other`.
enum JSONScalar: Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case other

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}

/// The keys of a kind of object.
protocol MemberKey: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

/// The members of an object that have known keys. No tree is built, because a site reads thousands
/// of files. A known key that appears twice is an error; unknown keys are skipped. The type belongs
/// to this module because generic types of other modules are not specialized.
struct JSONMembers<Key: MemberKey>: Sendable {
  /// The keys that were found, and the value of each.
  private var keys: [Key] = []
  private var values: [JSONScalar] = []

  /// Reads the object that `peek` announces; skips any other value.
  ///
  /// - Parameter readWhole: Reads a value that is not a scalar; returns whether it did.
  init(
    _ reader: inout JSONReader, _ readWhole: (Key, inout JSONReader) -> Bool = { _, _ in false }
  ) {
    guard reader.peek() == .object else {
      reader.skipValue()
      return
    }
    reader.enterObject()
    while reader.nextKey() {
      guard let key = Key(rawValue: reader.textString) else {
        reader.skipValue()
        continue
      }
      if keys.contains(key) {
        reader.reportDuplicate(key.rawValue, at: reader.keyPosition, first: nil)
      }
      keys.append(key)
      values.append(readWhole(key, &reader) ? .other : reader.readScalar())
    }
  }

  private subscript(key: Key) -> JSONScalar? {
    keys.firstIndex(of: key).map { values[$0] }
  }

  func text(_ key: Key) -> String? { self[key]?.text }

  func number(_ key: Key) -> Double? { self[key]?.number }

  /// A whole number from 0 to 1,000,000,000.
  func count(_ key: Key) -> Int? { number(key).flatMap(\.asCount) }

  func flag(_ key: Key) -> Bool? {
    if case .flag(let flag)? = self[key] { flag } else { nil }
  }
}

extension JSONReader {
  /// Returns the next value if it is a scalar; skips any other value.
  mutating func readScalar() -> JSONScalar {
    switch peek() {
    case .string: return .text(readString())
    case .number: return readNumber().map { .number($0) } ?? .other
    case .bool: return .flag(readBool())
    case .null, .missing, .failed, .object, .array:
      skipValue()
      return .other
    }
  }

  /// Reads an array of rows of scalars, such as `[["a", 1], ["b", 2]]`. A row that is not an array
  /// becomes empty. Skips any other value and returns nil.
  mutating func readRows() -> [[JSONScalar]]? {
    guard peek() == .array else {
      skipValue()
      return nil
    }
    var rows: [[JSONScalar]] = []
    enterArray()
    while nextElement() {
      guard peek() == .array else {
        skipValue()
        rows.append([])
        continue
      }
      var row: [JSONScalar] = []
      row.reserveCapacity(3)
      enterArray()
      while nextElement() { row.append(readScalar()) }
      rows.append(row)
    }
    return rows
  }

  /// Reads a small file of one object; nil after an error.
  static func read<Result>(
    _ bytes: [UInt8], file: String, _ body: (inout JSONReader) -> Result?
  ) -> Result? {
    var reader = JSONReader(
      file: file, source: ByteSource(bytes: bytes), windowSize: 8 << 10)
    let result = body(&reader)
    reader.finish()
    return reader.log.hasErrors ? nil : result
  }
}
