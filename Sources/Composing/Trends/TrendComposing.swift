package import Localization
package import Model
internal import Text
internal import Time

/// Makes the trend of runs.
package struct TrendComposing {
  let runs: [TrendRun]
  let locale: Locale
  /// The smallest number of runs in a trend.
  private static let fewest = 2
  /// The number of categories with a line: in a report, and on a project's page.
  private static let fewCategories = 4
  private static let manyCategories = 8
  private let mostCategories: Int
  /// The texts of charts and table for each run.
  private let said: [(time: String, result: String)]
  private let phrases: CountPhrases

  /// - Parameters:
  ///   - runs: The runs, the oldest first.
  ///   - isWhole: Whether it is a project's trend, which shows more than a report's.
  package init(_ runs: [TrendRun], _ locale: Locale, isWhole: Bool = false) {
    self.runs = runs
    self.locale = locale
    mostCategories = isWhole ? Self.manyCategories : Self.fewCategories
    phrases = CountPhrases(locale)
    let pattern = locale.pattern(.dateTime)
    said = runs.map { run in
      (pattern.format(run.wall, locale: locale), Self.result(of: run, locale))
    }
  }

  /// nil for too few runs, or if there is nothing to draw.
  package func trend() -> Trend? {
    guard runs.count >= Self.fewest, let first = runs.first, let last = runs.last,
      runs.contains(where: { !$0.isMissing })
    else { return nil }
    let series = TrendSeries(runs, locale)
    let lines = TrendLines(runs, locale)
    let facts = lines.facts()
    let (categories, more) = lines.categories(mostCategories, besides: facts)
    var trend = Trend(
      runs: runs, count: locale.count(.runs, runs.count), text: series.text, row: series.row,
      charts: [changes(), area(series.text)].compactMap { $0 }, facts: facts,
      categories: categories, moreCategories: more, columns: [], rows: [],
      first: date(first), last: date(last))
    // Incomplete runs may have nothing to draw.
    if trend.charts.isEmpty, trend.facts.isEmpty { return nil }
    fillTable(&trend, lines)
    return trend
  }

  // MARK: New and fixed

  /// Bars for new messages above a line, and for fixed ones below it.
  private func changes() -> Trend.Chart? {
    let new = runs.compactMap(\.new).max() ?? 0
    let fixed = runs.compactMap(\.fixed).max() ?? 0
    guard runs.contains(where: { $0.new != nil }) else { return nil }
    let whole = max(new + fixed, 1)
    let ground = fixed == 0 ? TrendScale.height : new * TrendScale.height / whole
    let columns = columns { run in
      let up = TrendScale.bar(run.new ?? 0, of: new, in: ground)
      let down = TrendScale.bar(run.fixed ?? 0, of: fixed, in: TrendScale.height - ground)
      return [
        Trend.Bar(mark: "new", y: ground - up, height: up),
        Trend.Bar(mark: "fixed", y: ground, height: down),
      ].filter { $0.height > 0 }
    } words: {
      changes(of: $0)
    }
    let name = locale.string(.trendChanges)
    let now = runs.last.flatMap { $0.new == nil ? nil : changes(of: $0) }
    let highest = TrendSeries.highest(runs.map { $0.isMissing ? nil : $0.new }, runs, locale)
    return Trend.Chart(
      name: name,
      words: locale.labeled(name, locale.list([now, highest].compactMap { $0 })),
      legend: [
        Trend.Key(mark: "new", word: locale.string(.headingNew)),
        Trend.Key(mark: "fixed", word: locale.string(.headingFixed)),
      ] + outcomes(), columns: columns, ground: ground, most: locale.number(new),
      least: locale.number(fixed))
  }

  /// "2 new, 1 fixed".
  private func changes(of run: TrendRun) -> String {
    guard let new = run.new, let fixed = run.fixed else { return "–" }
    return locale.list([phrases.text(.new, new), phrases.text(.fixed, fixed)])
  }

  // MARK: The area

  /// The urgencies of all runs as layers, the highest at the bottom. Each layer starts at its
  /// smallest height, if most messages exist in every run, so that small changes stay visible.
  private func area(_ text: String?) -> Trend.Chart? {
    let complete = runs.filter(\.isComplete)
    let urgencies = Urgency.allCases.reversed().filter { urgency in
      complete.contains { $0.counts[urgency, default: 0] > 0 }
    }
    if urgencies.isEmpty { return nil }
    var floors: [Urgency: Int] = [:]
    for urgency in urgencies {
      floors[urgency] = complete.map { $0.counts[urgency] ?? 0 }.min() ?? 0
    }
    let scale = TrendScale(
      totals: complete.map(\.total), floor: floors.values.reduce(0, +))
    if !scale.isCut { floors = [:] }
    var areas: [Trend.Area] = []
    for segment in segments(where: \.isComplete) {
      var below = segment.map { _ in scale.y(scale.least) }
      var sums = segment.map { _ in scale.least }
      for urgency in urgencies {
        for (place, index) in segment.enumerated() {
          sums[place] += Double(max((runs[index].counts[urgency] ?? 0) - (floors[urgency] ?? 0), 0))
        }
        let above = sums.map(scale.y)
        if above != below {
          let corners = Self.points(segment, above) + Self.points(segment, below).reversed()
          areas.append(Trend.Area(mark: urgency.rawValue, points: Self.text(of: corners)))
        }
        below = above
      }
    }
    let name = locale.string(.trendMessages)
    return Trend.Chart(
      name: name, words: locale.labeled(name, text ?? runs.last.map { counts(of: $0) } ?? ""),
      legend: urgencies.map { Trend.Key(mark: $0.rawValue, word: locale.word(for: $0)) }
        + outcomes(), areas: areas,
      columns: columns { _ in
        []
      } words: {
        counts(of: $0)
      },
      most: locale.number(Int(scale.most)), least: locale.number(Int(scale.least)),
      note: scale.isCut
        ? locale.string(.scaleCut, ["number": locale.number(Int(scale.least))]) : nil)
  }

  /// The points of a layer's edge, from the left edge of the first run to the right edge of the
  /// last run.
  private static func points(_ segment: Range<Int>, _ heights: [Int]) -> [(x: Int, y: Int)] {
    guard let first = heights.first, let last = heights.last else { return [] }
    return [(segment.lowerBound * TrendScale.step, first)]
      + zip(segment, heights).map { (TrendScale.middle($0), $1) }
      + [(segment.upperBound * TrendScale.step, last)]
  }

  private static func text(of corners: [(x: Int, y: Int)]) -> String {
    var sink = ByteSink(reserving: 9 * corners.count)
    for corner in corners {
      if !sink.bytes.isEmpty { sink.write(byte: UInt8(ascii: " ")) }
      sink.write(number: corner.x)
      sink.write(byte: UInt8(ascii: ","))
      sink.write(number: corner.y)
    }
    return sink.string
  }

  /// "3 errors, 12 warnings".
  private func counts(of run: TrendRun) -> String {
    if run.total == 0 { return locale.count(.messages, 0) }
    return locale.list(
      Urgency.allCases.reversed().compactMap { urgency in
        run.counts[urgency].flatMap { $0 > 0 ? phrases.text(urgency.countKey, $0) : nil }
      })
  }

  /// The ranges of consecutive runs that meet a condition.
  private func segments(where isIn: (TrendRun) -> Bool) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    for (index, run) in runs.enumerated() where isIn(run) {
      if let last = segments.last, last.upperBound == index {
        segments[segments.count - 1] = last.lowerBound..<index + 1
      } else {
        segments.append(index..<index + 1)
      }
    }
    return segments
  }

  // MARK: Parts of both charts

  /// A column for each run, with a frame for an incomplete one.
  private func columns(
    _ bars: (TrendRun) -> [Trend.Bar], words: (TrendRun) -> String
  ) -> [Trend.Column] {
    runs.enumerated().map { index, run in
      var bars = run.isMissing ? [] : bars(run)
      if let frame = run.isMissing ? run.mark : run.stopped {
        bars.append(Trend.Bar(mark: frame, y: 0, height: TrendScale.height))
      }
      let outcome = run.isComplete ? nil : said[index].result
      let what = [outcome, run.isMissing ? nil : words(run)].compactMap { $0 }
      return Trend.Column(
        x: index * TrendScale.step, text: locale.labeled(said[index].time, locale.list(what)),
        bars: bars)
    }
  }

  /// The meanings of the frames.
  private func outcomes() -> [Trend.Key] {
    let frames = runs.compactMap { $0.isMissing ? $0.mark : $0.stopped }
    let all: [(String, StringKey)] = [
      (TrendRun.missing, .noReport), ("failed", .resultFailed), ("canceled", .resultCanceled),
    ]
    return all.filter { frames.contains($0.0) }
      .map { Trend.Key(mark: $0.0, word: locale.string($0.1)) }
  }

  private func date(_ run: TrendRun) -> String {
    TrendSeries.date(run, runs, locale)
  }

  // MARK: The table

  /// "No report", "Failed" or "Canceled" for a run that did not complete, else its urgency.
  private static func result(of run: TrendRun, _ locale: Locale) -> String {
    switch run.status {
    case .missing: locale.string(.noReport)
    case .failed: locale.string(.resultFailed)
    case .canceled: locale.string(.resultCanceled)
    case .completed, nil: locale.word(for: run.urgency)
    }
  }

  private func fillTable(_ trend: inout Trend, _ lines: TrendLines) {
    let urgencies = Urgency.allCases.reversed().filter { urgency in
      runs.contains { $0.counts[urgency, default: 0] > 0 }
    }
    let facts = trend.facts.map(\.name)
    let categories = lines.worst.prefix(trend.categories.count)
    trend.columns =
      [locale.string(.headingNew), locale.string(.headingFixed)]
      + urgencies.map { locale.word(for: $0) } + facts + categories.map(\.title)
    trend.rows = zip(runs, said).reversed().map { run, said in
      func number(_ value: Int?) -> String {
        run.isMissing ? "–" : value.map { locale.number($0) } ?? "–"
      }
      let values = facts.map { title in
        run.figures?.facts.first { $0.title == title }?.value ?? "–"
      }
      return Trend.Row(
        run: run, time: said.time, result: said.result,
        cells: [number(run.new), number(run.fixed)]
          + urgencies.map { number(run.counts[$0] ?? 0) } + values
          + categories.map { number(run.figures?.count(of: $0.id)) })
    }
  }
}

/// Phrases of counts, each composed once, because most runs have the same few.
private final class CountPhrases {
  private let locale: Locale
  private var known: [Int: [(key: CountKey, text: String)]] = [:]

  init(_ locale: Locale) {
    self.locale = locale
  }

  func text(_ key: CountKey, _ count: Int) -> String {
    for phrase in known[count] ?? [] where phrase.key == key { return phrase.text }
    let text = locale.count(key, count)
    known[count, default: []].append((key, text))
    return text
  }
}

extension Report {
  /// The figures of the report's own run.
  package func trendRun(_ dataset: Dataset) -> TrendRun {
    var counts: [Urgency: Int] = [:]
    for count in verdict.counts { counts[count.urgency] = count.count }
    let isMissing = run?.status == .missing
    return TrendRun(
      wall: zone.wall(at: now), status: run?.status,
      urgency: max(verdict.urgency, run.flatMap { $0.isAlarming ? $0.urgency : nil } ?? .neutral),
      counts: counts, new: isMissing ? nil : comparison?.new,
      fixed: isMissing ? nil : comparison?.fixed, figures: RunFigures(dataset, run, watched, locale)
    )
  }

  mutating func setTrend(_ dataset: Dataset, _ earlier: [TrendRun]?) {
    guard let earlier, !earlier.isEmpty else { return }
    trend = TrendComposing(earlier + [trendRun(dataset)], locale).trend()
  }

  /// Adds the difference from the previous run to each numeric fact (see "Duration, facts and
  /// categories"). The previous run with the fact comes from the site, else it is the baseline.
  mutating func addFactDifferences(since baseline: Dataset.Run?, _ earlier: [TrendRun]) {
    guard let run, !run.facts.isEmpty else { return }
    let baseline = baseline.map { RunComposing(locale, zone).statement($0, since: nil) }
    let runs =
      [RunFigures(facts: RunFigures.facts(of: baseline, locale))] + earlier.compactMap(\.figures)
    let lines = TrendLines([], locale)
    for (place, now) in RunFigures.placed(run, locale) {
      guard let before = runs.reversed().lazy.compactMap({ lines.fact(like: now, in: $0) }).first
      else { continue }
      self.run?.facts[place].difference = lines.difference(now, before)
    }
  }
}
