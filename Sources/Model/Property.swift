package import JSON
internal import Text

/// An own value of a message, an entry or a run, for templates and other programs.
@usableFromInline package struct Property: Sendable, Hashable {
  @usableFromInline package enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
  }

  package var name: String
  package var value: Value

  /// The maximum number of properties of one object.
  package static let most = 100
  private static let longestName = 64
  /// The maximum number of characters of a text; longer ones belong in `text` or `details`.
  package static let longestText = 1_000

  package static let nameHelp =
    "use up to \(longestName) letters, digits, '_' and '-', and begin with a letter"

  package init(_ name: String, _ value: Value) {
    (self.name, self.value) = (name, value)
  }

  /// - Parameter text: The value as a report has it; a number only if it is written as numbers are
  ///   here, so that `007` and `1.50` stay texts. A long text is cut.
  package init(_ name: String, written text: String) {
    self.name = name
    value = .text(text.truncated(toClusters: Self.longestText))
    if let number = Double(text), number.isFinite, Value.number(number).text == text {
      value = .number(number)
    }
  }

  /// Whether a text is a name that templates can use: letters, digits, `_` and `-`, beginning with
  /// a letter.
  package static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= longestName, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

}

extension Property.Value {
  /// The value as text; a number without signs between its digits, because it may be an id.
  package var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map { String($0) } ?? "\(number)"
    }
  }
}

extension [Property] {
  /// Appends the properties with other names.
  package mutating func add(_ others: [Property]) {
    for other in others where !contains(where: { $0.name == other.name }) {
      if count < Property.most { append(other) }
    }
  }
}

extension JSONWriter {
  /// Writes `properties` unless there are none.
  package mutating func member(_ properties: [Property]) {
    if properties.isEmpty { return }
    key("properties")
    object { writer in
      for property in properties {
        switch property.value {
        case .text(let text): writer.member(property.name, text)
        case .number(let number): writer.member(property.name, number)
        }
      }
    }
  }
}
