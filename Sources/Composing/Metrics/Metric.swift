import Localization
import Model
import Time

/// A number of a run: a fact with a number, the duration of the run, or a number in a table.
struct Metric {
  /// The category of messages about numbers.
  static let category = "metrics"

  /// The title of the fact in the dataset, which is the same in each language.
  private(set) var key: String
  /// The title and the value in the language of the report.
  var title: String
  var value: String
  var number: Double
  var unit: String?
  var better: Dataset.Run.Fact.Better?
  /// The names by which a threshold finds it, in lower case.
  private var names: Set<String>
  /// The input of the fact, if only one has it.
  private var input: String?
  /// Whether it is in a table.
  private(set) var isInTable = false

  private init(_ fact: Report.Fact, _ number: Double, key: String, as names: [String?]) {
    self.key = key
    (title, value) = (fact.title, fact.value)
    self.number = number
    (unit, better) = (fact.unit, fact.better)
    input = fact.origins.first?.input
    self.names = Set((names + [fact.title]).compactMap { $0?.lowercased() })
  }

  /// The metrics of a run, in the order of its facts.
  static func all(
    of run: Dataset.Run?, _ locale: Locale, _ zone: TimeZoneRules
  ) -> [Metric] {
    guard let run else { return [] }
    let composing = RunComposing(locale, zone)
    var metrics = run.facts.compactMap { fact -> Metric? in
      guard let number = fact.number, number.isFinite, !fact.title.isEmpty else { return nil }
      // The coverage of a folder has the kind, too.
      let kind = fact.kind.flatMap { $0 == .coverage && fact.title != $0.title ? nil : $0 }
      var metric = Metric(
        composing.fact(fact, run.coverage), number, key: fact.title,
        as: [fact.title, kind?.rawValue])
      if fact.kind?.isTime == true { metric.unit = metric.unit ?? "s" }
      if fact.kind?.isShare == true {
        metric.unit = metric.unit ?? "%"
        // Each run has another diff, so that changed lines have no usual coverage.
        if fact.kind == .coverage { metric.better = metric.better ?? .higher }
      }
      return metric
    }
    let duration = Dataset.Run.Fact.Kind.duration.rawValue
    if let seconds = composing.seconds(of: run),
      !metrics.contains(where: { $0.names.contains(duration) })
    {
      let fact = Report.Fact(
        title: locale.string(.duration), value: locale.duration(seconds: seconds), unit: "s")
      metrics.append(Metric(fact, Double(seconds), key: duration, as: [duration]))
    }
    return metrics
  }

  /// The places of the metrics with a name. If no fact has exactly this name, those whose titles
  /// have its words in this order: `p95` finds "HTTP request duration p95". Tables are searched in
  /// the same way, unless a fact has exactly this name.
  static func named(_ name: String, in metrics: [Metric]) -> [Int] {
    let name = name.lowercased()
    let exact = metrics.indices.filter { metrics[$0].names.contains(name) }
    if exact.contains(where: { !metrics[$0].isInTable }) {
      return exact.filter { !metrics[$0].isInTable }
    }
    let wanted = words(name)
    return exact
      + metrics.indices.filter { index in
        (exact.isEmpty || !metrics[index].isInTable) && !wanted.isEmpty
          && metrics[index].names.contains { contains(words($0), wanted) }
      }
  }

  /// The metrics with unique titles.
  static func distinct(_ metrics: [Metric]) -> [Metric] {
    zip(metrics, distinct(metrics.map { ($0.title, $0.input) })).map { metric, mark in
      var metric = metric
      metric.title += mark
      metric.key += mark
      return metric
    }
  }

  /// The ends that make titles unique: equal ones get the name of their input, else a number.
  static func distinct(_ titles: [(title: String, input: String?)]) -> [String] {
    var ends = titles.map { _ in "" }
    func mark(_ end: (Int, Int) -> String?) {
      let named = titles.indices.map { titles[$0].title + ends[$0] }
      let counts = Dictionary(named.map { ($0, 1) }, uniquingKeysWith: +)
      var seen: [String: Int] = [:]
      for (index, title) in named.enumerated() where counts[title, default: 1] > 1 {
        seen[title, default: 0] += 1
        if let end = end(index, seen[title, default: 1]) { ends[index] += " (\(end))" }
      }
    }
    mark { index, _ in titles[index].input }
    mark { $1 > 1 ? String($1) : nil }
    return ends
  }

  static func words(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || "%_-.".contains($0)) }
  }

  private static func contains(_ words: [Substring], _ wanted: [Substring]) -> Bool {
    guard words.count >= wanted.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      words[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// The value without the unit, if another value of it has the unit.
  func value(before other: Metric, _ locale: Locale) -> String {
    guard let unit, other.unit == unit else { return value }
    return locale.number(of: value, unit) ?? value
  }

  /// "p95 rose from 210 to 262 ms (+25%)".
  func change(from before: Metric, _ locale: Locale) -> String {
    locale.string(
      number > before.number ? .metricRose : .metricFell,
      [
        "name": title, "before": before.value(before: self, locale), "after": value,
        "change": Self.change(from: before.number, to: number, locale),
      ])
  }

  /// "+25%"; the difference itself if there is no per cent of 0.
  static func change(from before: Double, to after: Double, _ locale: Locale) -> String {
    let difference = after - before
    let isShare = before != 0
    let amount = isShare ? abs(difference / before) * 100 : abs(difference)
    let rounded = isShare && amount >= 10 ? amount.rounded() : amount
    let text = locale.measured(Dataset.Run.Fact.text(of: rounded), isShare ? "%" : nil)
    return (difference < 0 ? "\u{2212}" : "+") + text
  }
}

extension Metric {
  /// A number in a table. Its title is `ROW: COLUMN`, and it has the name of the column, too.
  init(_ cell: TableNumbers.Cell, _ locale: Locale) {
    let title = "\(cell.row): \(cell.column)"
    let text = cell.unit.map { "\(cell.text) \($0)" } ?? cell.text
    let value = locale.measured(value: text, number: cell.number, unit: cell.unit)
    var fact = Report.Fact(title: title, value: value, number: cell.number)
    fact.unit = cell.unit
    self.init(fact, cell.number, key: title, as: [cell.column, cell.columnWithoutUnit])
    isInTable = true
  }

  /// A value of the metric in an earlier run.
  init(like metric: Metric, value: String, number: Double) {
    self = metric
    (self.value, self.number) = (value, number)
  }
}
