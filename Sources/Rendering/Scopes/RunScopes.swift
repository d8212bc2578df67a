import Composing
import Localization
import Model
import Templating
import Time

/// The status of the job and its facts.
final class RunScope: Scope {
  private let view: ReportView
  private let run: Report.RunStatement
  private let facts: FactScope

  init(_ view: ReportView, _ run: Report.RunStatement) {
    self.view = view
    self.run = run
    facts = FactScope(view, run)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .headline: view.said(run.headline)
    case .isAlarming: .flag(run.isAlarming)
    case .status: Value(run.status?.rawValue)
    case .urgency: .text(run.urgency.rawValue)
    case .urgencyWord: .text(view.labels.urgency(run.urgency))
    case .reason: Value(run.reason)
    case .hasFacts: .flag(!run.facts.isEmpty)
    case .facts: facts.records
    case .branch: Value(run.branch)
    case .commit: Value(run.commit)
    case .properties: PropertyScope.records(run.properties)
    case .skipReasons:
      run.skipReasons.isEmpty ? .absent : .record(SkipReasonScope(view, run), 0)
    case .coverage:
      run.coverage.isEmpty ? .absent : .record(CoverageScope(view, run.coverage), 0)
    case .sign: .text(view.style.urgency(run.urgency))
    case .alert: .finished(view.style.alert(run.urgency))
    case .tint: .finished(view.style.tint(run.urgency))
    default: .missing
    }
  }
}

final class FactScope: Scope {
  private let view: ReportView
  /// The facts of the list, then those that only their ids find.
  private let facts: [Report.Fact]
  private let listed: Int
  /// The number of origins that are listed; JSON has all.
  private static let mostOrigins = 200

  /// "00:30 – 03:09": start and end, below the duration; nil if they are facts of their own.
  private let range: String?
  private let duration: String?

  init(
    _ view: ReportView, _ run: Report.RunStatement,
    where isIncluded: (Report.Fact) -> Bool = { _ in true }
  ) {
    self.view = view
    // The duration may be the author's.
    let duration = run.facts.firstIndex { $0.title == view.report.locale.string(.duration) }
    let keys = run.facts.map(\.key)
    if view.style.hasAside, duration != nil, keys.contains(.started), keys.contains(.finished) {
      range = view.saying.range(
        of: [run.started, run.finished].compactMap { $0.map(TimePoint.instant) })
    } else {
      range = nil
    }
    self.duration = duration.map { run.facts[$0].title }
    let hidden: [StringKey?] = range == nil ? [] : [.started, .finished]
    let shown = run.facts.filter { !hidden.contains($0.key) && isIncluded($0) }
    facts = shown + run.facts.filter { hidden.contains($0.key) && isIncluded($0) }
    listed = shown.count
  }

  var records: Value { .records(self, 0..<listed) }

  func member(_ name: Name, in records: Range<Int>) -> Value {
    let index =
      facts.firstIndex { $0.id == name.text }
      ?? facts.firstIndex { TemplateID.of($0.id) == name.text }
    return index.map { .record(self, $0) } ?? .absent
  }

  func written(at index: Int) -> Value { .text(facts[index].value) }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .id: .text(facts[index].id)
    case .title: .text(facts[index].title)
    case .value: .text(facts[index].value)
    case .number: Value(facts[index].number.map { Property.Value.number($0).text })
    case .unit: Value(facts[index].unit)
    case .url: view.address(facts[index].url)
    case .difference: view.style.difference(facts[index].difference)
    case .range:
      facts[index].title == duration ? view.said(range) : .absent
    case .hasOrigins: .flag(facts[index].origins.count > 1)
    case .inputs: view.said(inputs(of: index))
    case .origins:
      .records(
        OriginScope(facts[index].origins), 0..<min(facts[index].origins.count, Self.mostOrigins))
    case .more: view.more(facts[index].origins.count - Self.mostOrigins)
    default: .missing
    }
  }

  /// "3 inputs".
  private func inputs(of index: Int) -> String {
    view.report.locale.count(.inputs, Set(facts[index].origins.map(\.input)).count)
  }
}

/// The values of a fact in several inputs.
final class OriginScope: Scope {
  private let origins: [Dataset.Run.Fact.Origin]

  init(_ origins: [Dataset.Run.Fact.Origin]) {
    self.origins = origins
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .input: .text(origins[index].input)
    case .value: .text(origins[index].value)
    default: .missing
    }
  }
}
