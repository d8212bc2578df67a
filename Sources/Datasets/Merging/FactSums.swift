internal import Model
internal import ToolReports

/// The facts of several inputs as facts of one run. Facts of one kind add up, and so do facts with
/// one title and numbers of the same unit. Shares with one title are joined. Equal other facts are
/// kept once. Each fact keeps its origins.
struct FactSums {
  private typealias Fact = Dataset.Run.Fact

  /// The facts in order of first occurrence. Facts of a kind are adjacent, in the order of kinds.
  private(set) var facts: [Dataset.Run.Fact] = []
  /// The index of each fact by title and unit, or by title and value.
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var title: String
    var unit: String?
    var value: String?
  }

  init(of all: [Dataset.Run.Fact]) {
    var first: Int?
    var sums: [Fact.Kind: Double] = [:]
    var origins: [Fact.Kind: [Fact.Origin]] = [:]
    for fact in all {
      if let kind = fact.kind, !kind.isShare, let number = fact.number {
        first = first ?? facts.count
        sums[kind, default: 0] += number
        origins[kind, default: []] += fact.origins
      } else {
        add(fact)
      }
    }
    let counted = Fact.Kind.allCases.compactMap { kind in
      sums[kind].map { sum in
        var fact =
          kind.isTime ? Fact(kind, seconds: sum) : Fact(kind, count: Int(exactly: sum) ?? .max)
        fact.origins = origins[kind, default: []]
        return fact
      }
    }
    facts.insert(contentsOf: counted, at: first ?? 0)
  }

  private mutating func add(_ fact: Fact) {
    // Two measurements of a metric are no sum.
    let amount = fact.better == nil ? Amount(fact) : nil
    let isWhole = amount == nil && fact.share == nil
    let key = Key(title: fact.title, unit: amount?.unit, value: isWhole ? fact.value : nil)
    guard let place = places[key] else {
      places[key] = facts.count
      facts.append(fact)
      return
    }
    facts[place].origins += fact.origins
    if let added = fact.share {
      var share = facts[place].share ?? Share()
      share.add(added)
      (facts[place].share, facts[place].value) = (share, share.text)
      facts[place].number = share.percent
    }
    guard let amount, let sum = Amount(facts[place])?.adding(amount) else { return }
    (facts[place].value, facts[place].number) = (sum.text, sum.number)
  }
}

/// A value that adds up with others: its number, written in front of its unit.
private struct Amount {
  var number: Double
  /// The unit with the space in front of it.
  private var suffix: String
  var unit: String { String(suffix.drop { $0.isWhitespace }) }

  /// nil for a text, a share, a rate, or a fraction without a unit, which may be a share.
  init?(_ fact: Dataset.Run.Fact) {
    guard let number = fact.number, number.isFinite else { return nil }
    let written = fact.value.prefix {
      $0.isNumber || $0.isWhitespace || "-\u{2212}+.,'\u{2019}".contains($0)
    }
    let trailing = String(written.reversed().prefix { $0.isWhitespace }.reversed())
    self.number = number
    suffix = trailing + fact.value.dropFirst(written.count)
    let isWhole = Int(exactly: number) != nil
    guard Self.digits(written, isWhole) == Self.digits(Self.text(number)[...], isWhole),
      isWhole || !unit.isEmpty,
      !unit.contains(where: { "%\u{2030}\u{66A}\u{B0}/".contains($0) }),
      !unit.hasPrefix("per ")
    else { return nil }
  }

  private init(_ number: Double, _ suffix: String) {
    (self.number, self.suffix) = (number, suffix)
  }

  func adding(_ other: Amount) -> Amount { Amount(number + other.number, suffix) }

  var text: String { Self.text(number) + suffix }

  /// A number with at most three decimals, so that a sum of fractions shows no error of rounding.
  private static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    let rounded = (number * 1_000).rounded() / 1_000
    return Int(exactly: rounded).map { String($0) } ?? rounded.description
  }

  /// The digits of a number, to compare texts. Zeros at the end of a fraction are dropped.
  private static func digits(_ text: Substring, _ isWhole: Bool) -> String {
    var digits = text.filter { $0.isASCII && $0.isNumber }
    while !isWhole, digits.last == "0" { digits.removeLast() }
    return String(digits)
  }
}
