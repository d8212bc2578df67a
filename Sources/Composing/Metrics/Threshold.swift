import Localization
import Model
import Text

/// A condition for the numbers of a run, such as `coverage >= 80`, `use% > 90 = error` or
/// `p95 +10% = warning`.
package struct Threshold: Sendable, Hashable {
  /// What is wrong with an expression.
  package struct Mistake: Error {
    package let text: String
  }

  /// What a number must be.
  enum Wanted: Sendable, Hashable {
    case atLeast, atMost, above, below
    /// The largest rise and the largest fall since the earlier run.
    case rise, fall

    var isRelative: Bool { self == .rise || self == .fall }
  }

  /// The expression as written, without the space around it.
  package let text: String
  /// The name of the metric as written.
  package let name: String
  let wanted: Wanted
  let number: Double
  /// The unit of the number as written; empty for none.
  let unit: String
  /// The urgency if a number is not as wanted.
  let urgency: Urgency

  /// Whether it compares two runs.
  package var isRelative: Bool { wanted.isRelative }

  /// Parses an expression. Without an urgency, it says what must hold; with one, when it is met. A
  /// change by more than `+10%` or `-5 ms` is always wrong.
  package init(parsing text: String) throws(Mistake) {
    self.text = text[...].trimmed
    var condition = self.text[...]
    var urgency: Urgency?
    if let end = Self.urgencySign(in: condition) {
      let word = condition[condition.index(after: end)...].trimmed
      guard let known = Urgency(rawValue: word.lowercased()), Self.urgencies.contains(known) else {
        throw Mistake(text: "the word after '=' must be error, warning or information")
      }
      urgency = known
      condition = condition[..<end]
    }
    let limit: Substring
    if let sign = Self.comparison(in: condition) {
      name = condition[..<sign.range.lowerBound].trimmed
      limit = condition[sign.range.upperBound...]
      wanted = urgency == nil ? sign.wanted : sign.wanted.opposite
    } else if let sign = Self.changeSign(in: condition) {
      name = condition[..<sign].trimmed
      limit = condition[condition.index(after: sign)...]
      wanted = condition[sign] == "+" ? .rise : .fall
    } else {
      throw Mistake(text: "it has no comparison such as '>= 80' and no change such as '+10%'")
    }
    self.urgency = urgency ?? .error
    guard !name.isEmpty, name.last != "=" else {
      throw Mistake(text: "it does not begin with the name of a number")
    }
    let trimmed = limit.trimmed
    let sign = trimmed.hasPrefix("-") && !wanted.isRelative ? "-" : ""
    let digits = trimmed.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(sign + digits), number.isFinite, digits.first != ".",
      digits.last != "."
    else { throw Mistake(text: "'\(trimmed)' is not a number") }
    self.number = number
    unit = trimmed.dropFirst(sign.count + digits.count).trimmed
    // The rest of "1,000", "1 000" and "1e6" is no unit.
    guard unit.first?.isNumber != true, unit.first.map({ !",'_\u{2019}".contains($0) }) ?? true,
      Double("1" + unit) == nil || unit.isEmpty, !unit.contains(where: { "=<>".contains($0) })
    else {
      throw Mistake(text: "'\(trimmed)' is not a number with a unit")
    }
  }

  private static let urgencies: [Urgency] = [.error, .warning, .information]

  /// The place of a `=` before a word. Names may have this sign, too: `sort/n=10 < 5 ms`.
  private static func urgencySign(in text: Substring) -> Substring.Index? {
    guard let place = text.lastIndex(of: "=") else { return nil }
    let word = text[text.index(after: place)...].trimmed
    return !word.isEmpty && word.allSatisfy(\.isLetter) ? place : nil
  }

  private static func comparison(
    in text: Substring
  ) -> (range: Range<Substring.Index>, wanted: Wanted)? {
    guard let start = text.firstIndex(where: { "<>≤≥".contains($0) }) else { return nil }
    let next = text.index(after: start)
    let isEqual = next < text.endIndex && text[next] == "="
    let end = isEqual ? text.index(after: next) : next
    let wanted: Wanted =
      switch text[start] {
      case ">": isEqual ? .atLeast : .above
      case "<": isEqual ? .atMost : .below
      case "≥": .atLeast
      default: .atMost
      }
    return (start..<end, wanted)
  }

  /// The place of the sign that follows a space.
  private static func changeSign(in text: Substring) -> Substring.Index? {
    text.indices.last { place in
      "+-".contains(text[place]) && place > text.startIndex
        && text[text.index(before: place)].isWhitespace
    }
  }

  /// Units of time in seconds.
  private static let seconds: [String: Double] = [
    "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3_600,
  ]

  /// The limit in the unit of a metric; nil if it has another unit.
  func limit(for metric: Metric) -> Double? {
    if unit.isEmpty || metric.unit == unit { return number }
    guard let other = metric.unit else {
      // A fact without a unit may have it in its text: "93 %".
      return metric.value.hasSuffix(unit) ? number : nil
    }
    guard let own = Self.seconds[unit], let others = Self.seconds[other] else { return nil }
    return number * own / others
  }

  /// Whether the limit is a share of the earlier number.
  var isShareOfChange: Bool { isRelative && unit == "%" }

  /// Whether a number is as wanted.
  ///
  /// - Parameters:
  ///   - before: The number of the earlier run, for a change.
  func admits(_ metric: Metric, since before: Double? = nil) -> Bool {
    guard let limit = isShareOfChange ? number : limit(for: metric) else { return false }
    switch wanted {
    case .atLeast: return metric.number >= limit
    case .atMost: return metric.number <= limit
    case .above: return metric.number > limit
    case .below: return metric.number < limit
    case .rise, .fall:
      guard let before else { return true }
      let change = wanted == .rise ? metric.number - before : before - metric.number
      return change <= (isShareOfChange ? abs(before) * number / 100 : limit)
    }
  }

  /// "80%", "+10%": the limit with its unit, else with that of the metric.
  func limitText(for metric: Metric?, _ locale: Locale) -> String {
    let sign = wanted == .rise ? "+" : wanted == .fall ? "\u{2212}" : ""
    let unit = unit.isEmpty ? metric?.unit ?? "" : unit
    return sign + locale.measured(Dataset.Run.Fact.text(of: number), unit)
  }
}

extension Threshold.Wanted {
  /// The direction in which a number becomes better.
  var better: Dataset.Run.Fact.Better {
    switch self {
    case .atLeast, .above, .fall: .higher
    case .atMost, .below, .rise: .lower
    }
  }

  /// What is wanted if the condition must not be met.
  fileprivate var opposite: Self {
    switch self {
    case .atLeast: .below
    case .atMost: .above
    case .above: .atMost
    case .below: .atLeast
    case .rise, .fall: self
    }
  }
}
