import Composing
import Localization
import Model
import Templating

/// The trend of the last runs.
final class TrendScope: Scope {
  private let trend: Trend
  private let locale: Locale
  private let style: TargetStyle
  private let runs: String?
  private let archive: String?
  private let charts: Value
  private let lines: Value

  /// - Parameters:
  ///   - runs: The address of the folder of all runs; nil omits links to runs, because runs expire.
  ///   - archive: The address of the archive.
  init(
    _ trend: Trend, _ locale: Locale, _ style: TargetStyle, runs: String? = nil,
    archive: String? = nil
  ) {
    self.trend = trend
    self.locale = locale
    self.style = style
    self.runs = runs
    self.archive = archive
    charts = .records(TrendChartScope(trend, style), 0..<trend.charts.count)
    let all = trend.facts + trend.categories
    lines = .records(TrendLineScope(all, style), 0..<all.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .text: said(trend.text)
    case .count: said(trend.count)
    case .width: .number(trend.width)
    case .charts: charts
    case .lines: lines
    case .hasLines: .flag(!(trend.facts.isEmpty && trend.categories.isEmpty))
    case .more: said(TextLimits.more(trend.moreCategories, locale))
    case .first: said(trend.first)
    case .last: said(trend.last)
    case .columns: .records(TrendTitleScope(trend.columns), 0..<trend.columns.count)
    case .rows: .records(TrendRowScope(trend, runs), 0..<trend.rows.count)
    case .steps: .records(TrendStepScope(trend), 0..<trend.row.count)
    case .spark: .text(trend.row.map { style.spark($0.level) }.joined())
    case .numbers:
      said(trend.row.map { $0.value.map(locale.number) ?? "–" }.joined(separator: " "))
    case .archive: archive.map { .address($0) } ?? .absent
    default: .missing
    }
  }

  private func said(_ text: String?) -> Value { Value(text.map(style.spelled)) }
}

/// A chart with its bars and areas.
final class TrendChartScope: Scope {
  private let charts: [Trend.Chart]
  private let style: TargetStyle
  private let parts: [(columns: Value, areas: Value, legend: Value)]

  init(_ trend: Trend, _ style: TargetStyle) {
    self.style = style
    charts = trend.charts
    parts = trend.charts.map { chart in
      (
        .records(TrendColumnScope(chart.columns), 0..<chart.columns.count),
        .records(TrendAreaScope(chart.areas), 0..<chart.areas.count),
        .records(TrendKeyScope(chart.legend), 0..<chart.legend.count)
      )
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    let chart = charts[index]
    return switch Field(name) {
    case .title: .text(chart.name)
    case .words: .text(chart.words)
    case .legend: parts[index].legend
    case .runs: parts[index].columns
    case .areas: parts[index].areas
    case .ground: chart.ground.map { .number($0) } ?? .absent
    case .most: .text(chart.most)
    case .least: .text(chart.least)
    case .note: Value(chart.note)
    default: .missing
    }
  }
}

final class TrendColumnScope: Scope {
  private let columns: [Trend.Column]
  private let bars: [Value]

  init(_ columns: [Trend.Column]) {
    self.columns = columns
    bars = columns.map { .records(TrendBarScope($0.bars), 0..<$0.bars.count) }
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .x: .number(columns[index].x)
    case .text: .text(columns[index].text)
    case .bars: bars[index]
    default: .missing
    }
  }
}

final class TrendBarScope: Scope {
  private let bars: [Trend.Bar]

  init(_ bars: [Trend.Bar]) {
    self.bars = bars
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .mark: .text(bars[index].mark)
    case .y: .number(bars[index].y)
    case .height: .number(bars[index].height)
    default: .missing
    }
  }
}

final class TrendAreaScope: Scope {
  private let areas: [Trend.Area]

  init(_ areas: [Trend.Area]) {
    self.areas = areas
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .mark: .text(areas[index].mark)
    case .points: .text(areas[index].points)
    default: .missing
    }
  }
}

/// The legend of a chart.
final class TrendKeyScope: Scope {
  private let keys: [Trend.Key]

  init(_ keys: [Trend.Key]) {
    self.keys = keys
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .mark: .text(keys[index].mark)
    case .text: .text(keys[index].word)
    default: .missing
    }
  }
}

/// The small lines of facts and categories.
final class TrendLineScope: Scope {
  private let lines: [Trend.Line]
  private let style: TargetStyle

  init(_ lines: [Trend.Line], _ style: TargetStyle) {
    self.lines = lines
    self.style = style
  }

  func value(_ name: Name, at index: Int) -> Value {
    let line = lines[index]
    return switch Field(name) {
    case .title: .text(line.name)
    case .value: .text(line.value)
    case .difference: style.difference(line.difference)
    case .path: .text(line.path)
    case .point: Value(line.point)
    case .range: Value(line.range)
    case .words: .text(line.words)
    default: .missing
    }
  }
}

/// The bars of a mail's trend.
final class TrendStepScope: Scope {
  private let steps: [Trend.Step]

  init(_ trend: Trend) {
    steps = trend.row
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isKnown: .flag(steps[index].value != nil)
    case .mark: .text(steps[index].mark)
    case .height: .number(steps[index].height)
    default: .missing
    }
  }
}

/// The titles of a table's columns, or the cells of a row.
final class TrendTitleScope: Scope {
  private let titles: [String]

  init(_ titles: [String]) {
    self.titles = titles
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title, .value: .text(titles[index])
    default: .missing
    }
  }
}

final class TrendRowScope: Scope {
  private let rows: [Trend.Row]
  private let runs: String?

  init(_ trend: Trend, _ runs: String?) {
    rows = trend.rows
    self.runs = runs
  }

  func value(_ name: Name, at index: Int) -> Value {
    let row = rows[index]
    return switch Field(name) {
    case .url:
      row.run.id.isEmpty
        ? .absent : runs.map { .address($0 + row.run.id + "/index.html") } ?? .absent
    case .time: .text(row.time)
    case .result: .text(row.result)
    case .cells: .records(TrendTitleScope(row.cells), 0..<row.cells.count)
    default: .missing
    }
  }
}

/// The lists of slow tests, unsteady tests and longest failures.
final class TestListScope: Scope {
  private let view: ReportView

  init(_ view: ReportView) {
    self.view = view
  }

  func value(_ name: Name, at index: Int) -> Value {
    let list = view.report.testLists[index]
    let title = view.report.locale.word(for: list.kind)
    return switch Field(name) {
    case .kind: .text(list.kind.rawValue)
    case .title: view.said(title)
    case .count: view.said(view.report.locale.number(list.count))
    case .items: .records(TestItemScope(view, list), 0..<list.items.count)
    case .more: view.more(list.more)
    case .isFlaky: .flag(list.kind == .flaky)
    case .isFolded: .flag(list.isFolded)
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == view.report.testLists.count - 1)
    default: .missing
    }
  }
}

final class TestItemScope: Scope {
  private let view: ReportView
  private let items: [TestList.Item]
  private let isFlaky: Bool

  init(_ view: ReportView, _ list: TestList) {
    self.view = view
    items = list.items
    isFlaky = list.kind == .flaky
  }

  func value(_ name: Name, at index: Int) -> Value {
    let message = items[index].message
    return switch Field(name) {
    case .title: .text(items[index].title)
    case .text: view.said(items[index].text)
    case .strip: isFlaky ? Value(items[index].history.map { view.style.strip($0) }) : .absent
    case .isListed: .flag(message.map(view.isListed) ?? false)
    case .testHistory:
      message.map { view.testHistory(of: view.report.messages[$0]) }
        ?? items[index].digest.map { view.testHistory(of: $0) } ?? .absent
    case .anchor: message.map { view.anchor("m\(view.number(of: $0))") } ?? .absent
    case .location:
      message.flatMap { view.report.messages[$0].location }.map { .text($0.text) } ?? .absent
    default: .missing
    }
  }
}
