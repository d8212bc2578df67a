internal import Diagnostics
package import JSON
package import Time

/// Reads values of an expected type. A value of another type is reported and skipped.
extension JSONReader {
  package mutating func string(_ name: String) -> String? {
    if let string = readIfString() { return string }
    rejectType("a string", name: name)
    return nil
  }

  /// Reads a title and reports a blank one.
  package mutating func title(_ what: String) -> String? {
    let title = string("title")
    if let title { refuseBlank(title, of: what) }
    return title
  }

  /// Reports a title, just read, that is empty or white space.
  package mutating func refuseBlank(_ title: String, of what: String) {
    guard title.allSatisfy(\.isWhitespace) else { return }
    report(
      .error, "empty-title", at: valuePosition, "the title of \(what) is empty",
      help: ["give it a short title"])
  }

  package mutating func boolean(_ name: String) -> Bool? {
    guard peek() == .bool else {
      rejectType("true or false", name: name)
      return nil
    }
    return readBool()
  }

  /// A finite number.
  package mutating func number(_ name: String) -> Double? {
    guard peek() == .number else {
      rejectType("a number", name: name)
      return nil
    }
    let position = valuePosition
    guard let value = readNumber() else { return nil }
    if value.isFinite { return value }
    rejectValue(at: position, "'\(name)' must be a finite number, not \(textString)")
    return nil
  }

  package mutating func number(_ name: String, atLeast least: Double) -> Double? {
    guard let value = number(name) else { return nil }
    if value >= least { return value }
    rejectValue(at: valuePosition, "'\(name)' must not be less than \(Int(least))")
    return nil
  }

  /// A duration in seconds.
  package mutating func seconds(_ name: String) -> Double? {
    guard let value = number(name) else { return nil }
    if 0...1e9 ~= value { return value }
    rejectValue(at: valuePosition, "'\(name)' must be a number of seconds from 0 to 1000000000")
    return nil
  }

  package mutating func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    guard let value = number(name) else { return nil }
    if let whole = Int(exactly: value), range.contains(whole) { return whole }
    let bounds =
      range.upperBound == .max
      ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    let written = VisibleText.quoted(textString)
    rejectValue(at: valuePosition, "'\(name)' must be a whole number \(bounds), not \(written)")
    return nil
  }

  package mutating func time(_ name: String) -> TimePoint? {
    guard scanIfString() else {
      rejectType("a string", name: name)
      return nil
    }
    if let time = TimePoint(parsing: text) { return time }
    let position = valuePosition
    let given = String(decoding: text.prefix(256), as: UTF8.self)
    report(
      .error, "invalid-time", at: position, "invalid time \(VisibleText.quoted(given))",
      help: ["write it as 2026-11-20, 2026-11-20T03:12:00 or 2026-11-20T03:12:00+01:00"])
    return nil
  }

  package mutating func strings(_ name: String) -> [String] {
    var result: [String] = []
    guard beginArray(name) else { return result }
    while nextElement() {
      if let element = string("an element of '\(name)'", isKey: false) { result.append(element) }
    }
    return result
  }

  /// Enters an array. The caller must then read its elements.
  package mutating func beginArray(_ name: String) -> Bool {
    guard peek() == .array else {
      rejectType("an array", name: name)
      return false
    }
    enterArray()
    return true
  }

  private mutating func string(_ noun: String, isKey: Bool) -> String? {
    guard peek() == .string else {
      rejectType("a string", name: nil, noun: noun)
      return nil
    }
    return readString()
  }

  /// Reports the wrong type of the next value and skips the value.
  package mutating func rejectType(_ expected: String, name: String?, noun: String = "") {
    let kind = peek()
    if kind == .missing || kind == .failed {
      readNull()
      return
    }
    let subject = name.map { "'\($0)'" } ?? noun
    report(
      .error, "wrong-type", at: valuePosition,
      "\(subject) must be \(expected), not \(kind.noun)",
      help: kind == .null && name != nil ? ["leave the key out if it has no value"] : [])
    skipValue()
  }

  package mutating func rejectValue(at position: Position, _ summary: String, help: [String] = []) {
    report(.error, "invalid-value", at: position, summary, help: help)
  }
}

extension JSONReader.Kind {
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .object: "an object"
    case .array: "an array"
    case .missing, .failed: "nothing"
    }
  }
}

extension JSONValue {
  /// A string, or a number as it is written.
  package var written: String? {
    if case .number(_, let text) = kind { text } else { string }
  }
}
