import Localization
import Model
import Text
import Time

/// The small lines of a trend: facts and categories.
struct TrendLines {
  private let runs: [TrendRun]
  private let locale: Locale
  /// The categories of the last run, the worst first, then those of earlier runs only.
  let worst: [RunFigures.Category]

  init(_ runs: [TrendRun], _ locale: Locale) {
    self.runs = runs
    self.locale = locale
    var ids: Set<String> = []
    worst = runs.reversed().flatMap { $0.figures?.categories ?? [] }
      .filter { ids.insert($0.id).inserted }
  }

  // MARK: Facts

  /// The facts of the last run with facts, by their titles.
  func facts() -> [Trend.Line] {
    let last = runs.last { $0.figures?.facts.isEmpty == false }?.figures?.facts ?? []
    return last.prefix(RunFigures.mostFacts).compactMap { fact in
      let same = runs.map { run in run.figures.flatMap { self.fact(like: fact, in: $0) } }
      let known = same.compactMap { $0 }
      guard known.count > 1 else { return nil }
      let before = known.dropLast().last
      let (low, high) = (
        known.min { $0.number < $1.number }, known.max { $0.number < $1.number }
      )
      let range = low?.number == high?.number ? nil : (low?.value ?? "", high?.value ?? "")
      // The value of another run is not shown for the last run.
      let isKnown = same.last.flatMap { $0 } != nil
      return line(
        TextLimits.attribute(fact.title), isKnown ? fact.value : Self.unknown,
        same.map { $0?.number },
        isKnown ? before.flatMap { difference(fact, $0) } : nil, range)
    }
  }

  /// The same fact in another run. Older runs stored the time in tests as the duration.
  func fact(like fact: RunFigures.Fact, in figures: RunFigures) -> RunFigures.Fact? {
    func named(_ title: String) -> RunFigures.Fact? { figures.facts.first { $0.title == title } }
    let isTime = fact.title == locale.string(.factTestTime)
    return named(fact.title) ?? (isTime ? named(locale.string(.duration)) : nil)
  }

  /// "-0.6", in the unit of the value; a duration as "+3 min 20 s".
  func difference(_ fact: RunFigures.Fact, _ before: RunFigures.Fact) -> String? {
    let change = fact.number - before.number
    if change == 0 { return nil }
    if fact.title == locale.string(.duration) || fact.title == locale.string(.factTestTime) {
      return signed(locale.shortDuration(seconds: abs(change)), change)
    }
    let decimals = min(max(Self.decimals(fact), Self.decimals(before)), 6)
    let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (abs(change) * scale).rounded()), scaled > 0 else { return nil }
    let unit = Int(scale)
    var text = locale.number(scaled / unit)
    if decimals > 0 {
      let digits = String(scaled % unit)
      text +=
        Self.separator(fact) + String(repeating: "0", count: decimals - digits.count)
        + digits
    }
    return signed(text, change)
  }

  private func signed(_ text: String, _ change: Double) -> String {
    locale.signed(text, isNegative: change < 0)
  }

  /// The number of digits after the last point or comma of a value, unless they may be a group of
  /// thousands.
  private static func decimals(_ fact: RunFigures.Fact) -> Int { fraction(fact)?.count ?? 0 }

  private static func separator(_ fact: RunFigures.Fact) -> String {
    fraction(fact).map { String($0.separator) } ?? "."
  }

  private static func fraction(_ fact: RunFigures.Fact) -> (separator: Character, count: Int)? {
    let number = fact.value.drop { !$0.isNumber }.prefix {
      $0.isASCII && $0.isNumber || ".,".contains($0)
    }
    guard let place = number.lastIndex(where: { ".,".contains($0) }) else { return nil }
    let count = number[place...].count - 1
    let isFraction = count != 3 || fact.number != fact.number.rounded()
    return count > 0 && isFraction ? (number[place], count) : nil
  }

  // MARK: Categories

  /// The lines of the worst categories, and the number of others. A single category would repeat
  /// the total. If a category has the name of a fact, its title says that it counts messages.
  func categories(_ most: Int, besides facts: [Trend.Line]) -> (lines: [Trend.Line], more: Int) {
    let taken = Set(facts.map(\.name))
    let all = worst
    guard all.count > 1 else { return ([], 0) }
    let counted = runs.last { $0.figures != nil }?.figures?.categoryCount ?? 0
    let lines = all.prefix(most).map { category in
      let counts = runs.map { run in
        run.isComplete ? run.figures?.count(of: category.id) : nil
      }
      let known = counts.compactMap { $0 }
      let now = counts.last.flatMap { $0 }
      let change = now.map { $0 - (known.dropLast().last ?? $0) } ?? 0
      let (low, high) = (known.min() ?? 0, known.max() ?? 0)
      let title = TextLimits.attribute(category.title)
      let name =
        taken.contains(title) ? locale.labeled(locale.string(.messages), title) : title
      return line(
        name, now.map { locale.count(.messages, $0) } ?? Self.unknown,
        counts.map { $0.map(Double.init) },
        change == 0 ? nil : signed(locale.number(abs(change)), Double(change)),
        low == high ? nil : (locale.number(low), locale.number(high)))
    }
    return (lines, max(all.count, counted) - lines.count)
  }

  // MARK: Lines

  /// The text for a run without a value.
  private static let unknown = "\u{2013}"

  private func line(
    _ name: String, _ value: String, _ values: [Double?], _ difference: String?,
    _ range: (start: String, end: String)?
  ) -> Trend.Line {
    let scale = TrendScale(values.compactMap { $0 })
    var path = ByteSink(reserving: 9 * values.count)
    var isOpen = false
    func go(_ command: StaticString, to index: Int, _ value: Double) {
      path.write(command)
      path.write(number: TrendScale.middle(index))
      path.write(byte: UInt8(ascii: " "))
      path.write(number: scale.y(value))
    }
    for (index, value) in values.enumerated() {
      guard let value else {
        isOpen = false
        continue
      }
      if !isOpen { go("M", to: index, value) }
      // A run between two gaps is drawn as a point.
      go(isOpen ? "L" : "h0L", to: index, value)
      isOpen = true
    }
    let last = values.last.flatMap { $0 }
    let between = range.map { locale.string(.range, ["start": $0.start, "end": $0.end]) }
    return Trend.Line(
      name: name, value: value, difference: difference, path: path.string,
      point: last.map { "M\(TrendScale.middle(values.count - 1)) \(scale.y($0))h0" },
      range: between,
      words: locale.labeled(
        name,
        locale.list([value, difference.map(PhraseValue.unmarked), between].compactMap { $0 })))
  }
}
