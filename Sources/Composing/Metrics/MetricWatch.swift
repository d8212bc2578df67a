package import Diagnostics
package import Localization
package import Model
import Text
import Time

/// Finds broken thresholds, bad states in tables, and steps against earlier runs.
package struct MetricWatch: Sendable {
  private let thresholds: [Threshold]
  private let locale: Locale
  private let zone: TimeZoneRules
  /// The expressions that are no thresholds.
  package private(set) var problems: [Diagnostic] = []
  private let location: SourceLocation?

  /// The most thresholds, the most numbers that one of them names, and the most numbers of tables
  /// in columns with a word of a threshold.
  private static let (most, mostNamed, mostInTables) = (100, 1_000, 2_000)

  /// - Parameter dataset: The dataset with its own thresholds.
  package init(_ dataset: Dataset, _ context: Composer.Context) {
    (locale, zone) = (context.locale, context.zone)
    let settings = context.settings
    let own = dataset.thresholdsSource.map { dataset.location($0) }
    location = settings.thresholds.isEmpty ? own : settings.thresholdsOrigin
    let given =
      settings.thresholds.map { ($0, settings.thresholdsOrigin) }
      + dataset.thresholds.filter { !settings.thresholds.contains($0) }.map { ($0, own) }
    var thresholds: [Threshold] = []
    if given.count > Self.most {
      problems.append(
        Diagnostic(
          .error, "bad-threshold", "there are \(given.count) thresholds, more than \(Self.most)",
          at: location))
    }
    for (text, place) in given.prefix(Self.most) {
      do throws(Threshold.Mistake) { thresholds.append(try Threshold(parsing: text)) } catch {
        problems.append(
          Diagnostic(
            .error, "bad-threshold",
            "\(VisibleText.quoted(text)) is not a threshold: \(error.text)", at: place,
            help: ["write 'coverage >= 80', 'p95 > 400 ms = error' or 'p95 +10% = warning'"]))
      }
    }
    self.thresholds = thresholds
  }

  private var isRelative: Bool { thresholds.contains(where: \.isRelative) }

  /// Whether earlier runs decide something about the numbers of a run.
  package func needsHistory(of dataset: Dataset) -> Bool {
    isRelative || metrics(of: dataset).all.contains { $0.better != nil }
  }

  /// The numbers of a run and of its tables, with unique titles.
  private func metrics(of dataset: Dataset) -> (all: [Metric], problem: Diagnostic?) {
    let facts = Metric.all(of: dataset.run, locale, zone)
    if thresholds.isEmpty { return (Metric.distinct(facts), nil) }
    let words = Set(thresholds.flatMap { Metric.words($0.name.lowercased()) })
    var cells: [TableNumbers.Cell] = []
    var count = 0
    dataset.forEachTable { table, _ in
      let named = TableNumbers(table).cells.filter {
        Metric.words($0.column.lowercased()).contains(where: words.contains)
      }
      count += named.count
      cells += named.prefix(max(Self.mostInTables - cells.count, 0))
    }
    var metrics = Metric.distinct(facts + cells.map { Metric($0, locale) })
    setDirections(&metrics)
    if count <= cells.count { return (metrics, nil) }
    return (
      metrics,
      Diagnostic(
        .error, "bad-threshold",
        "tables have \(count) numbers in columns that thresholds name, more than "
          + "\(Self.mostInTables)", at: location, help: ["write the title of a single column"])
    )
  }

  /// A threshold says which direction is worse for a number in a table. Limits on both sides say
  /// nothing.
  private func setDirections(_ metrics: inout [Metric]) {
    var directions: [Int: Set<Dataset.Run.Fact.Better>] = [:]
    for threshold in thresholds {
      for place in Metric.named(threshold.name, in: metrics) where metrics[place].isInTable {
        directions[place, default: []].insert(threshold.wanted.better)
      }
    }
    for (place, found) in directions where found.count == 1 { metrics[place].better = found.first }
  }

  /// The numbers that a site stores because thresholds name them: those of tables, and those whose
  /// change is limited.
  func figures(of dataset: Dataset) -> [RunFigures.Fact] {
    if thresholds.isEmpty { return [] }
    let metrics = metrics(of: dataset).all
    let relative = thresholds.filter(\.isRelative).flatMap { Metric.named($0.name, in: metrics) }
    let stored = Set(
      relative + metrics.indices.filter { metrics[$0].isInTable && metrics[$0].better != nil })
    return stored.sorted().map {
      RunFigures.Fact(
        title: metrics[$0].title, value: metrics[$0].value, number: metrics[$0].number)
    }
  }

  /// The thresholds that the numbers of a run break, and those without a number. The latter, and
  /// wrong units, are problems, too. Adds the rows of tables that name a bad state.
  package func broken(in dataset: Dataset) -> MetricMessages {
    var found = MetricMessages(locale)
    guard dataset.run?.status != .missing else { return found }
    found.add(states: dataset.stateMessages())
    if thresholds.isEmpty { return found }
    found.isChecked = true
    let (metrics, problem) = metrics(of: dataset)
    if let problem { found.problems.append(problem) }
    for threshold in thresholds {
      let named = Metric.named(threshold.name, in: metrics).map { metrics[$0] }
      if named.isEmpty {
        found.isChecked = false
        found.add(
          locale.string(.metricMissing, ["name": threshold.name]), threshold, as: nil, .warning)
        found.problems.append(unknown(threshold, metrics))
        continue
      }
      if named.count > Self.mostNamed {
        found.problems.append(
          Diagnostic(
            .error, "bad-threshold",
            "\(VisibleText.quoted(threshold.text)) names \(named.count) numbers, more than "
              + "\(Self.mostNamed)", at: location, help: ["write more of the number's title"]))
      }
      for metric in named.prefix(Self.mostNamed) {
        guard threshold.isShareOfChange || threshold.limit(for: metric) != nil else {
          found.problems.append(
            Diagnostic(
              .error, "bad-threshold",
              "\(VisibleText.quoted(threshold.text)) has the unit '\(threshold.unit)': "
                + "'\(metric.title)' is in '\(metric.unit ?? "")'", at: location))
          continue
        }
        if threshold.isRelative || threshold.admits(metric) { continue }
        found.add("\(metric.title) \(metric.value)", threshold, as: metric, threshold.urgency)
      }
    }
    return found
  }

  private func unknown(_ threshold: Threshold, _ metrics: [Metric]) -> Diagnostic {
    let help = Suggestion.help(for: threshold.name, among: metrics.map(\.title))
    return Diagnostic(
      .warning, "unknown-metric",
      "the threshold \(VisibleText.quoted(threshold.text)) names no number of the run",
      at: location,
      help: help.isEmpty
        ? [
          metrics.isEmpty
            ? "the run has no numbers"
            : "its numbers are " + metrics.prefix(10).map(\.title).joined(separator: ", ")
        ] : help)
  }

  /// The changes that thresholds do not allow, and the steps.
  ///
  /// - Parameters:
  ///   - baseline: The earlier run, if it is not the last one of `earlier`.
  ///   - earlier: The earlier runs of a site, the oldest first.
  package func changes(
    in dataset: Dataset, since baseline: Dataset?, earlier: [RunFigures]
  ) -> MetricMessages {
    var found = MetricMessages(locale)
    guard dataset.run?.status != .missing, isRelative || !earlier.isEmpty else { return found }
    // Titles are unique in each run.
    let metrics = metrics(of: dataset).all
    let old = baseline.map { self.metrics(of: $0).all }
    for threshold in thresholds where threshold.isRelative {
      let named = Metric.named(threshold.name, in: metrics).map { metrics[$0] }
      var isDecided = named.isEmpty
      for metric in named {
        let before =
          old.map { $0.first { $0.title == metric.title } }
          ?? earlier.lazy.reversed().compactMap { metric.value(in: $0) }.first
        guard let before else { continue }
        isDecided = true
        guard !threshold.admits(metric, since: before.number) else { continue }
        found.add(
          metric.change(from: before, locale), threshold, as: metric, threshold.urgency)
      }
      if !isDecided { found.problems.append(undecided(threshold)) }
    }
    for metric in metrics { addStep(of: metric, earlier, &found) }
    return found
  }

  private func undecided(_ threshold: Threshold) -> Diagnostic {
    Diagnostic(
      .note, "undecided-threshold",
      "the threshold \(VisibleText.quoted(threshold.text)) is not decided: no earlier run has this number",
      at: location, help: ["compare with a run by '--baseline' or '--site'"])
  }

  private func addStep(
    of metric: Metric, _ earlier: [RunFigures], _ found: inout MetricMessages
  ) {
    guard let better = metric.better else { return }
    let values = earlier.compactMap { metric.value(in: $0) }
    if values.count >= MetricStep.fewestRuns { found.isChecked = true }
    let numbers = values.map(\.number) + [metric.number]
    guard let step = MetricStep(numbers, better: better, isOneOfMany: metric.isInTable) else {
      return
    }
    let text = locale.measured(Dataset.Run.Fact.text(of: step.usual), metric.unit)
    let usual = Metric(like: metric, value: text, number: step.usual)
    let (low, high) = (values[step.lowest], values[step.highest])
    let range =
      low.value == high.value
      ? locale.string(.usually, ["duration": low.value])
      : locale.string(
        .usualRange,
        ["start": low.value(before: high, locale), "end": high.value(before: metric, locale)])
    found.add(
      step: locale.list([metric.change(from: usual, locale), range]), of: metric.key)
  }
}

extension Metric {
  /// The metric in an earlier run; nil if the run does not have it.
  fileprivate func value(in figures: RunFigures) -> Metric? {
    figures.facts.first { $0.title == title }
      .map { Metric(like: self, value: $0.value, number: $0.number) }
  }
}

/// Messages about the numbers of a run.
package struct MetricMessages: Sendable {
  private let locale: Locale
  private var messages: [Message] = []
  /// Whether the run has checked all its numbers.
  fileprivate(set) var isChecked = false
  package fileprivate(set) var problems: [Diagnostic] = []

  package init(_ locale: Locale) {
    self.locale = locale
  }

  /// Adds a number that is not as wanted; without a metric, one that is absent.
  fileprivate mutating func add(
    _ fact: String, _ threshold: Threshold, as metric: Metric?, _ urgency: Urgency
  ) {
    let key: StringKey =
      switch threshold.wanted {
      case .atLeast, .fall: .wantedAtLeast
      case .atMost, .rise: .wantedAtMost
      case .above: .wantedAbove
      case .below: .wantedBelow
      }
    var message = Message(
      urgency: urgency, category: Metric.category,
      title: locale.string(key, ["fact": fact, "limit": threshold.limitText(for: metric, locale)]),
      link: Message.Link(title: threshold.text),
      fingerprint: Message.fingerprint(
        ofThreshold: [threshold.text, metric?.key].compactMap { $0 }.joined(separator: ": ")))
    message.textFormat = .plain
    messages.append(message)
  }

  fileprivate mutating func add(states: [Message]) { messages += states }

  fileprivate mutating func add(step: String, of key: String) {
    messages.append(
      Message(
        urgency: .warning, category: Metric.category, title: step, fingerprint: "step:" + key))
  }

  /// Whether a dataset needs a change.
  package func isNews(in dataset: Dataset) -> Bool {
    !messages.isEmpty || isChecked && dataset.scope.map { !$0.parts.contains(Self.scope) } ?? false
  }

  /// The scope of these messages. It does not depend on the reports of the run.
  private static let scope = RunScope.Part(kind: .message, categories: [Metric.category])

  /// Adds the messages that a dataset does not have yet: a stored dataset may be read again.
  package func add(to dataset: inout Dataset) {
    guard isNews(in: dataset) else { return }
    if isChecked, dataset.scope?.parts.contains(Self.scope) == false {
      dataset.scope?.parts.append(Self.scope)
    }
    if messages.isEmpty { return }
    let own = Set(messages.compactMap(\.fingerprint))
    let known = Set(dataset.messages.lazy.compactMap(\.fingerprint).filter(own.contains))
    dataset.messages += messages.filter { $0.fingerprint.map { !known.contains($0) } ?? true }
    if messages.contains(where: { $0.category == Metric.category }),
      !dataset.categories.contains(where: { $0.id == Metric.category })
    {
      dataset.categories.append(
        Dataset.Category(id: Metric.category, title: locale.string(.metrics)))
    }
  }
}
