internal import Basics
internal import ToolReports

/// Conditions that must all hold.
struct FormatCondition: Sendable {
  indirect enum Test: Sendable {
    case isThere, isAbsent
    case isOneOf([String])
    case above(Double)
    case below(Double)
    case starts(String)
    case contains(String)
    case not(Test)
    case all([Test])
    case any([Test])
  }

  var clauses: [(value: FormatValue, test: Test)] = []

  func holds(in scope: FormatScope) -> Bool {
    clauses.allSatisfy { $0.test.holds(for: $0.value, in: scope) }
  }

  /// The values, with their places below `name`.
  func values(at name: String) -> [(place: String, value: FormatValue)] {
    clauses.enumerated().map { ("\(name).\($0.offset)", $0.element.value) }
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
    case .above(let bound): return numbers(of: value, in: scope).contains { $0 > bound }
    case .below(let bound): return numbers(of: value, in: scope).contains { $0 < bound }
    case .starts(let mark): return value.texts(in: scope).contains { $0.hasPrefix(mark) }
    case .contains(let mark): return value.texts(in: scope).contains { $0.contains(mark) }
    case .not(let test): return !test.holds(for: value, in: scope)
    case .all(let tests): return tests.allSatisfy { $0.holds(for: value, in: scope) }
    case .any(let tests): return tests.contains { $0.holds(for: value, in: scope) }
    }
  }

  private func numbers(of value: FormatValue, in scope: FormatScope) -> [Double] {
    value.texts(in: scope).compactMap { Double(PlainText.trimmed($0)) }
  }
}
