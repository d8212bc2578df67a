/// An error in a date pattern, with its position.
package struct DatePatternError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// An unknown letter, repeated `count` times.
    case unknownField(letter: String, count: Int)
    case unclosedQuote
  }

  package var kind: Kind
  /// The offset in Unicode scalars from the start of the pattern.
  package var offset: Int

  package init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// A sentence fragment for a diagnostic.
  package var message: String {
    switch kind {
    case .unknownField(let letter, let count):
      "unknown field '\(String(repeating: letter, count: min(count, 20)))' in the date pattern"
    case .unclosedQuote:
      "unclosed quote in the date pattern"
    }
  }

  package var help: String {
    switch kind {
    case .unknownField:
      "fields are y M d E H h m s a w Q z xxx; put text in quotes: 'Week' w"
    case .unclosedQuote:
      "close it, or write '' for an apostrophe"
    }
  }
}

extension DatePattern {
  package init(_ pattern: String) throws(DatePatternError) {
    var parser = DatePatternParser(scalars: Array(pattern.unicodeScalars))
    try parser.parse()
    parts = parser.parts
  }

  /// A pattern of literal text only, used in place of an invalid pattern.
  init(literal: String) {
    parts = [.literal(literal)]
  }
}

private struct DatePatternParser {
  let scalars: [Unicode.Scalar]
  var position = 0
  var literal = ""
  var parts: [DatePattern.Part] = []

  init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  mutating func parse() throws(DatePatternError) {
    while position < scalars.count {
      let scalar = scalars[position]
      switch scalar {
      case "'":
        try quotation()
      case "a"..."z", "A"..."Z":
        try field(scalar)
      default:
        literal.unicodeScalars.append(scalar)
        position += 1
      }
    }
    endLiteral()
  }

  private mutating func endLiteral() {
    if literal.isEmpty { return }
    parts.append(.literal(literal))
    literal = ""
  }

  /// Parses quoted text. Two quotes are an apostrophe, also within quoted text.
  private mutating func quotation() throws(DatePatternError) {
    let start = position
    position += 1
    if position < scalars.count, scalars[position] == "'" {
      literal.append("'")
      position += 1
      return
    }
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar != "'" {
        literal.unicodeScalars.append(scalar)
      } else if position < scalars.count, scalars[position] == "'" {
        literal.append("'")
        position += 1
      } else {
        return
      }
    }
    throw DatePatternError(kind: .unclosedQuote, offset: start)
  }

  private mutating func field(_ letter: Unicode.Scalar) throws(DatePatternError) {
    let start = position
    while position < scalars.count, scalars[position] == letter { position += 1 }
    let count = position - start
    guard let (field, width) = DatePattern.field(letter, count: count) else {
      throw DatePatternError(
        kind: .unknownField(letter: String(letter), count: count), offset: start)
    }
    endLiteral()
    parts.append(.field(field, width: width))
  }
}

extension DatePattern {
  /// The field and its width: the number of digits, 3 for abbreviated or 4 for full names.
  fileprivate static func field(_ letter: Unicode.Scalar, count: Int) -> (DateField, Int)? {
    switch (letter, count) {
    case ("y", 1...4): (.year, count)
    case ("Y", 1...4): (.weekYear, count)
    case ("Q", 1...4): (.quarter, count)
    case ("M", 1...4): (.month, count)
    case ("L", 1...4): (.monthAlone, count)
    case ("w", 1...2): (.week, count)
    case ("d", 1...2): (.day, count)
    case ("E", 1...3): (.weekday, 3)
    case ("E", 4): (.weekday, 4)
    case ("c", 3...4): (.weekdayAlone, count)
    case ("a", 1...3): (.dayPeriod, 1)
    case ("H", 1...2): (.hour24, count)
    case ("h", 1...2): (.hour12, count)
    case ("m", 1...2): (.minute, count)
    case ("s", 1...2): (.second, count)
    case ("z", 1...3): (.zone, 1)
    case ("x", 3): (.offset, 1)
    case ("X", 3): (.offsetOrZ, 1)
    default: nil
    }
  }
}
