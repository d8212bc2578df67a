/// The plural categories of Unicode's locale data.
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
  case zero, one, two, few, many, other
}

/// The plural forms of a language for whole numbers, by rules in the syntax of Unicode's locale
/// data, such as `v = 0 and i % 10 = 2..4 and i % 100 != 12..14`.
package struct PluralRules: Sendable {
  /// `n % 10 = 2..4,6`
  struct Relation: Sendable, Hashable {
    enum Operand: Sendable, Hashable {
      /// The number itself: `n` and `i`.
      case number
      /// Always 0 for whole numbers: `v`, `w`, `f`, `t`, `c` and `e`.
      case nothing
    }

    var operand: Operand
    var modulus: UInt?
    var isNegated: Bool
    var ranges: [ClosedRange<UInt>]

    func holds(for number: UInt) -> Bool {
      var value = operand == .number ? number : 0
      if let modulus { value %= modulus }
      return ranges.contains { $0.contains(value) } != isNegated
    }
  }

  struct Rule: Sendable {
    var category: PluralCategory
    /// The rule applies if all relations of one alternative hold.
    var alternatives: [[Relation]]
  }

  var rules: [Rule]

  /// `other` for every number.
  package init() {
    rules = []
  }

  package func category(of number: Int) -> PluralCategory {
    let number = number.magnitude
    for rule in rules
    where rule.alternatives.contains(where: { $0.allSatisfy { $0.holds(for: number) } }) {
      return rule.category
    }
    return .other
  }

  /// The categories that phrases need forms for.
  package var categories: [PluralCategory] {
    PluralCategory.allCases.filter { category in
      category == .other || rules.contains { $0.category == category }
    }
  }
}
