internal import Text
internal import ToolReports

/// Alternatives. The condition holds if all tests of one of them hold, or if there are none.
struct FormatCondition: Sendable {
  indirect enum Test: Sendable {
    case isThere, isAbsent
    case isOneOf([String])
    /// A number above or below another one, which the report may give.
    case above(FormatValue)
    case below(FormatValue)
    case starts(String)
    case contains(String)
    case not(Test)
    case all([Test])
    case any([Test])
  }

  var alternatives: [[(value: FormatValue, test: Test)]] = []

  func holds(in scope: FormatScope) -> Bool {
    alternatives.isEmpty
      || alternatives.contains { tests in
        tests.allSatisfy { $0.test.holds(for: $0.value, in: scope) }
      }
  }

  /// The values, with their places below `name`.
  func values(at name: String) -> [(place: String, value: FormatValue)] {
    alternatives.joined().flatMap { [$0.value] + $0.test.bounds }.enumerated().map {
      ("\(name).\($0.offset)", $0.element)
    }
  }
}

extension FormatCondition.Test {
  func holds(for value: FormatValue, in scope: FormatScope) -> Bool {
    switch self {
    case .isThere:
      guard let path = value.plainPath, !path.isOfKey else {
        return !value.texts(in: scope).isEmpty
      }
      // An object is there, too, although it has no text.
      var isThere = false
      scope.visit(path) { node in
        isThere = node.isThere(path.dialect)
        return !isThere
      }
      return isThere
    case .isAbsent: return !Self.isThere.holds(for: value, in: scope)
    case .isOneOf(let wanted): return value.texts(in: scope).contains(where: wanted.contains)
    case .above(let bound):
      guard let bound = bound.number(in: scope) else { return false }
      return numbers(of: value, in: scope).contains { $0 > bound }
    case .below(let bound):
      guard let bound = bound.number(in: scope) else { return false }
      return numbers(of: value, in: scope).contains { $0 < bound }
    case .starts(let mark): return value.texts(in: scope).contains { $0.hasPrefix(mark) }
    case .contains(let mark): return value.texts(in: scope).contains { $0.contains(mark) }
    case .not(let test): return !test.holds(for: value, in: scope)
    case .all(let tests): return tests.allSatisfy { $0.holds(for: value, in: scope) }
    case .any(let tests): return tests.contains { $0.holds(for: value, in: scope) }
    }
  }

  /// The values with which it compares.
  fileprivate var bounds: [FormatValue] {
    switch self {
    case .above(let bound), .below(let bound): [bound]
    case .not(let test): test.bounds
    case .all(let tests), .any(let tests): tests.flatMap(\.bounds)
    case .isThere, .isAbsent, .isOneOf, .starts, .contains: []
    }
  }

  private func numbers(of value: FormatValue, in scope: FormatScope) -> [Double] {
    value.texts(in: scope).compactMap { Double(PlainText.trimmed($0)) }
  }
}
