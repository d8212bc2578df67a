import Localization
import Model
import Time

/// A number of a run: a fact with a number, or the duration of the run.
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

  private init(_ fact: Report.Fact, _ number: Double, key: String, as names: [String?]) {
    self.key = key
    (title, value) = (fact.title, fact.value)
    self.number = number
    (unit, better) = (fact.unit, fact.better)
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

  /// The metrics with a name. If none has exactly this name, those whose titles have its words in
  /// this order: `p95` finds "HTTP request duration p95".
  static func named(_ name: String, in metrics: [Metric]) -> [Metric] {
    let name = name.lowercased()
    let exact = metrics.filter { $0.names.contains(name) }
    if !exact.isEmpty { return exact }
    let wanted = words(name)
    if wanted.isEmpty { return [] }
    return metrics.filter { metric in metric.names.contains { contains(words($0), wanted) } }
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || "%_-.".contains($0)) }
  }

  private static func contains(_ words: [Substring], _ wanted: [Substring]) -> Bool {
    guard words.count >= wanted.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      words[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// The value without the unit that another value of it ends with.
  func value(before other: Metric) -> String {
    guard let unit, other.unit == unit, value.hasSuffix(" " + unit) else { return value }
    return String(value.dropLast(unit.count + 1))
  }

  /// "p95 rose from 210 to 262 ms (+25 %)".
  func change(from before: Metric, _ locale: Locale) -> String {
    locale.string(
      number > before.number ? .metricRose : .metricFell,
      [
        "name": title, "before": before.value(before: self), "after": value,
        "change": Self.change(from: before.number, to: number),
      ])
  }

  /// "+25 %"; the difference itself if there is no per cent of 0.
  static func change(from before: Double, to after: Double) -> String {
    let difference = after - before
    let isShare = before != 0
    let amount = isShare ? abs(difference / before) * 100 : abs(difference)
    let rounded = isShare && amount >= 10 ? amount.rounded() : amount
    return (difference < 0 ? "\u{2212}" : "+") + Dataset.Run.Fact.text(of: rounded)
      + (isShare ? " %" : "")
  }
}

extension Metric {
  /// A value of the metric in an earlier run.
  init(like metric: Metric, value: String, number: Double) {
    self = metric
    (self.value, self.number) = (value, number)
  }
}
