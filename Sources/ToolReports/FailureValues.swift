internal import Text

/// The expected and the actual value of a failed assertion.
package struct FailureValues: Sendable {
  package var expected: String
  package var actual: String

  package init(expected: String, actual: String) {
    (self.expected, self.actual) = (expected, actual)
  }

  /// How a tool writes both values. The words stand before the first value, between the values, and
  /// after the second one; nothing after it is the end of the line.
  private struct Form {
    let openings: [String]
    let middle: String
    let closing: String
    var isActualFirst = false
    /// Whether no marks enclose the values, so that a value ends with its line.
    var isOfOneLine = true
  }

  private static let forms = [
    // JUnit 5, JUnit 4, MSTest, PHPUnit, TAP, Chai, Go.
    Form(
      openings: ["expected: <", "Expected: <"], middle: "> but was: <", closing: ">",
      isOfOneLine: false),
    Form(
      openings: ["expected:<", "Expected:<"], middle: "> but was:<", closing: ">",
      isOfOneLine: false),
    Form(openings: ["Expected:<"], middle: ">. Actual:<", closing: ">.", isOfOneLine: false),
    Form(
      openings: ["Failed asserting that "], middle: " matches expected ", closing: ".",
      isActualFirst: true),
    Form(openings: ["expected: "], middle: ", actual: ", closing: ""),
    Form(openings: ["expected "], middle: " to equal ", closing: "", isActualFirst: true),
    Form(openings: ["expected "], middle: " to deeply equal ", closing: "", isActualFirst: true),
    Form(openings: ["got "], middle: ", want ", closing: "", isActualFirst: true),
  ]
  private static let frames = ["\n\tat ", "\n    at "]
  private static let longest = 100_000

  /// Finds the values in a sentence with both; nil if there is none, or if the text has each value
  /// in a line of its own.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    for form in Self.forms {
      guard let middle = text.firstRange(of: form.middle),
        let opening = Self.lastWords(form.openings, in: text[..<middle.lowerBound])
      else { continue }
      let first = text[opening.upperBound..<middle.lowerBound]
      var second = text[middle.upperBound...]
      for frame in Self.frames {
        if let trace = second.firstRange(of: frame) { second = second[..<trace.lowerBound] }
      }
      if form.isOfOneLine {
        guard !first.utf8.contains(0x0A) else { continue }
        second = second.prefix { !$0.isNewline }
      }
      if !form.closing.isEmpty {
        guard let end = Self.lastRange(of: form.closing, in: second) else { continue }
        second = second[..<end]
      }
      guard Self.isOneValue(second, form) else { return nil }
      self.init(
        expected: String(form.isActualFirst ? second : first),
        actual: String(form.isActualFirst ? first : second))
      return
    }
    return nil
  }

  /// Whether a text is a value, and not a value with further words or with another comparison. No
  /// value is better than a wrong one.
  private static func isOneValue(_ text: Substring, _ form: Form) -> Bool {
    if text.contains(form.middle) { return false }
    if form.closing == ">", let end = text.utf8.firstIndex(of: UInt8(ascii: ">")),
      text.utf8.firstIndex(of: UInt8(ascii: "<")).map({ end < $0 }) ?? false
    {
      return false
    }
    guard form.closing.isEmpty, let first = text.first, !"\"'`[{(".contains(first) else {
      return true
    }
    return !text.contains(", ") && !text.contains(" (")
  }

  /// The last occurrence of one of some words that is not a part of a longer word.
  private static func lastWords(_ words: [String], in text: Substring) -> Range<String.Index>? {
    for word in words {
      var (last, rest) = (Range<String.Index>?.none, text)
      while let found = rest.firstRange(of: word) {
        let before = text.utf8[..<found.lowerBound].last
        if before.map(FailureLines.isPartOfName) != true { last = found }
        rest = rest[found.upperBound...]
      }
      if let last { return last }
    }
    return nil
  }

  /// The start of the last occurrence of a text. A type in brackets may follow it.
  private static func lastRange(of text: String, in whole: Substring) -> String.Index? {
    var (last, rest) = (String.Index?.none, whole)
    while let found = rest.firstRange(of: text) {
      last = found.lowerBound
      rest = rest[found.upperBound...]
    }
    return last
  }

  /// Whether the values show a difference. Two objects may have the same text.
  var differ: Bool { !expected.utf8.elementsEqual(actual.utf8) }
}
