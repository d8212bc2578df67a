// Unsafe pointers: numbers are read in place, without a copy.

internal import JSON

/// The used fields of a journal entry. A field becomes a string only if the entry is reported.
struct JournaldEntry {
  enum EntryField: String, CaseIterable, Sendable {
    case message = "MESSAGE"
    case priority = "PRIORITY"
    case unit = "_SYSTEMD_UNIT"
    case identifier = "SYSLOG_IDENTIFIER"
    case time = "__REALTIME_TIMESTAMP"
    case sourceTime = "_SOURCE_REALTIME_TIMESTAMP"
    case host = "_HOSTNAME"
    case process = "_PID"
    case managedUnit = "UNIT"
    case managedUserUnit = "USER_UNIT"
    case userUnit = "_SYSTEMD_USER_UNIT"
    case crashedUnit = "COREDUMP_UNIT"
    case crashedUserUnit = "COREDUMP_USER_UNIT"
    case file = "CODE_FILE"
    case line = "CODE_LINE"
    case messageID = "MESSAGE_ID"
  }

  enum Value {
    /// The range in the text of the entry.
    case range(Range<Int>)
    /// The first of several values, and the others.
    case text(String, rest: [String])
    /// `journalctl` without `--all` omitted the value because it is too long.
    case tooLong
  }

  private var values = [Value?](repeating: nil, count: EntryField.allCases.count)

  private func index(_ field: EntryField) -> Int { EntryField.allCases.firstIndex(of: field) ?? 0 }

  /// Removes all values before the next entry.
  mutating func clear() {
    for index in values.indices { values[index] = nil }
  }

  /// Reads the value of the last key and returns its field; nil for an unused field.
  mutating func readField(_ reader: inout JSONReader) -> EntryField? {
    guard let field = EntryField(rawValue: reader.textString) else {
      reader.skipValue()
      return nil
    }
    let index = index(field)
    switch reader.peek() {
    case .string:
      reader.scanStringValue()
      values[index] = .range(reader.textRange)
    case .number:
      _ = reader.readNumber()
      values[index] = .text(reader.textString, rest: [])
    case .null:
      reader.readNull()
      values[index] = .tooLong
    case .array: values[index] = Self.readArray(&reader)
    default: reader.skipValue()
    }
    return field
  }

  /// A field with several values, or one value as bytes.
  private static func readArray(_ reader: inout JSONReader) -> Value? {
    var bytes: [UInt8] = []
    var texts: [String] = []
    var isTooLong = false
    reader.enterArray()
    while reader.nextElement() {
      switch reader.peek() {
      case .number: bytes.append(reader.readNumber().flatMap { UInt8(exactly: $0) } ?? 0x3F)
      case .string: texts.append(reader.readString())
      case .array:
        if case .text(let text, _)? = readBytes(&reader) { texts.append(text) }
      case .null:
        reader.readNull()
        isTooLong = true
      default: reader.skipValue()
      }
    }
    if !bytes.isEmpty { texts.insert(String(decoding: bytes, as: UTF8.self), at: 0) }
    guard let first = texts.first else { return isTooLong ? .tooLong : nil }
    return .text(first, rest: Array(texts.dropFirst()))
  }

  private static func readBytes(_ reader: inout JSONReader) -> Value? {
    var bytes: [UInt8] = []
    reader.enterArray()
    while reader.nextElement() {
      if reader.peek() == .number {
        bytes.append(reader.readNumber().flatMap { UInt8(exactly: $0) } ?? 0x3F)
      } else {
        reader.skipValue()
      }
    }
    return .text(String(decoding: bytes, as: UTF8.self), rest: [])
  }

  // MARK: Values

  func text(_ field: EntryField, in reader: borrowing JSONReader) -> String? {
    switch values[index(field)] {
    case .range(let range)?: String(decoding: reader.bytes(at: range), as: UTF8.self)
    case .text(let text, _)?: text
    case .tooLong?, nil: nil
    }
  }

  /// The further values of a field, one a line; nil without any.
  func rest(_ field: EntryField) -> String? {
    guard case .text(_, let rest)? = values[index(field)], !rest.isEmpty else { return nil }
    return rest.joined(separator: "\n")
  }

  func isTooLong(_ field: EntryField) -> Bool {
    if case .tooLong? = values[index(field)] { true } else { false }
  }

  /// A number. Digits in the entry are parsed without creating a string.
  func number(_ field: EntryField, in reader: borrowing JSONReader) -> Int? {
    switch values[index(field)] {
    case .range(let range)?: Self.number(reader.bytes(at: range))
    case .text(let text, _)?: Int(text)
    case .tooLong?, nil: nil
    }
  }

  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    guard 1...18 ~= digits.count else { return nil }
    var number = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      number = number * 10 + Int(digit & 15)
    }
    return number
  }
}
