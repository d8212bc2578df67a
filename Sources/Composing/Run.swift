package import Localization
package import Model
internal import Time

/// Composes the statement about the run (see "The verdict comes first") and its facts.
struct RunComposing {
  private let locale: Locale
  private let zone: TimeZoneRules

  init(_ locale: Locale, _ zone: TimeZoneRules) {
    self.locale = locale
    self.zone = zone
  }

  /// - Parameter commit: The commit of the run to compare with.
  func statement(_ run: Dataset.Run, since commit: String?) -> Report.RunStatement {
    var statement = Report.RunStatement(
      status: run.status, urgency: run.status?.urgency ?? .neutral,
      headline: run.status.map { locale.string(headlineKey($0)) },
      isAlarming: run.status.map { $0 != .completed } ?? false, reason: run.reason.filled,
      label: run.commit.filled.map { TextLimits.cut(CommitLinks.short($0), toClusters: 40) },
      seconds: seconds(of: run),
      facts: facts(of: run, since: commit))
    statement.started = run.started.flatMap { $0.hasTime ? zone.instant(of: $0) : nil }
    statement.finished = run.finished.flatMap { $0.hasTime ? zone.instant(of: $0) : nil }
    let kinds: [Dataset.Run.Fact.Kind?] = [.skipped, .todo]
    let skipped = run.facts.filter { kinds.contains($0.kind) }.compactMap(\.number).reduce(0, +)
    statement.coverage = run.coverage
    (statement.commit, statement.branch) = (run.commit.filled, run.branch.filled)
    statement.properties = run.properties
    statement.skipReasons = run.skipReasons
    if !run.skipReasons.isEmpty {
      let told = run.skipReasons.reduce(0) { $0 + $1.count }
      statement.otherSkips = max((Int(exactly: skipped.rounded()) ?? 0) - told, 0)
    }
    return statement
  }

  private func headlineKey(_ status: Dataset.Run.Status) -> StringKey {
    switch status {
    case .completed: .runCompleted
    case .canceled: .runCanceled
    case .failed: .runFailed
    case .missing: .runMissing
    }
  }

  /// The facts of the run. A fact given in the dataset replaces the computed one with the same
  /// title.
  private func facts(of run: Dataset.Run, since commit: String?) -> [Report.Fact] {
    let address = run.links.address(of: run.commit)
    let changes = run.links.address(from: commit, to: run.commit)
    let known: [(key: StringKey, value: String?, url: String?)] = [
      (.started, run.started.map(time), nil),
      (.finished, run.finished.map(time), nil),
      (.duration, seconds(of: run).map { locale.duration(seconds: $0) }, nil),
      (.branch, run.branch.filled, nil),
      (.commit, run.commit.filled.map(CommitLinks.short), address),
      (.commits, changes.map { _ in Self.range(commit, run.commit) }, changes),
    ]
    let own = folded(Self.joinedEnvironment(run.facts).map { fact($0, run.coverage) })
    let titles = Set(own.map { $0.title.lowercased() })
    let facts = known.compactMap { key, value, url -> Report.Fact? in
      let title = locale.string(key)
      guard let value, !titles.contains(title.lowercased()) else { return nil }
      var fact = Report.Fact(title: title, value: value, url: url)
      (fact.key, fact.id) = (key, key.rawValue)
      return fact
    }
    return facts + own
  }

  /// Joins the facts of several inputs about one part of the environment: `3.11.9, 3.12.3`.
  private static func joinedEnvironment(_ facts: [Dataset.Run.Fact]) -> [Dataset.Run.Fact] {
    var places: [String: Int] = [:]
    var joined: [Dataset.Run.Fact] = []
    for fact in facts {
      if fact.kind == .environment, let place = places[fact.title] {
        joined[place].value += ", " + fact.value
        joined[place].origins += fact.origins
        continue
      }
      if fact.kind == .environment { places[fact.title] = joined.count }
      joined.append(fact)
    }
    return joined
  }

  /// "3f2c1ab…9d8e7f6"
  private static func range(_ old: String?, _ new: String?) -> String {
    [old, new].compactMap { $0.map(CommitLinks.short) }.joined(separator: "…")
  }

  /// From this number on, different values with one title become one fact.
  private static let mostValues = 5
  /// The number of values that such a fact names.
  private static let namedValues = 3

  /// Folds many values of several inputs with one title into the first fact. Its origins hold all
  /// values.
  private func folded(_ facts: [Report.Fact]) -> [Report.Fact] {
    let counts = Dictionary(facts.map { ($0.title, 1) }, uniquingKeysWith: +)
    var places: [String: Int] = [:]
    var folded: [Report.Fact] = []
    var values: [[String]] = []
    for fact in facts {
      let isMany = counts[fact.title, default: 0] >= Self.mostValues && !fact.origins.isEmpty
      if isMany, let place = places[fact.title] {
        folded[place].origins += fact.origins
        values[place].append(fact.value)
        continue
      }
      if isMany { places[fact.title] = folded.count }
      folded.append(fact)
      values.append([fact.value])
    }
    for (place, values) in values.enumerated() where values.count > 1 {
      let more = TextLimits.more(values.count - Self.namedValues, locale)
      folded[place].value = locale.list(values.prefix(Self.namedValues) + [more].compactMap { $0 })
      folded[place].number = nil
    }
    return folded
  }

  /// A fact of a known kind is worded in the report's language.
  func fact(_ fact: Dataset.Run.Fact, _ coverage: CodeCoverage) -> Report.Fact {
    var said = Report.Fact(title: fact.title, value: fact.value, number: fact.number)
    (said.origins, said.kind) = (fact.origins, fact.kind)
    (said.unit, said.better) = (fact.unit, fact.better)
    said.id = fact.id.filled ?? fact.kind.flatMap { id(of: fact, $0) } ?? TemplateID.of(fact.title)
    guard let kind = fact.kind, kind != .environment else {
      if let unit = fact.unit {
        said.value = locale.measured(value: fact.value, number: fact.number, unit: unit)
      }
      return said
    }
    said.title = locale.string(titleKey(kind))
    // The fact of a folder has the folder's name after the word.
    if kind == .coverage, fact.title.hasPrefix(kind.title + " ") {
      said.title += fact.title.dropFirst(kind.title.count)
    }
    if kind == .changedCoverage, let lines = coverage.changed?.lines {
      said.value = lines.counted(locale) ?? locale.string(.noneInReports)
    }
    if kind.isShare, kind != .changedCoverage {
      said.value = locale.measured(value: fact.value, number: fact.number, unit: "%")
    }
    guard !kind.isShare, let number = fact.number, let whole = Int(exactly: number.rounded())
    else { return said }
    if !kind.isTime {
      said.value = locale.number(whole)
    } else {
      // Short durations keep their fraction.
      said.value =
        number >= 10
        ? locale.duration(seconds: whole) : locale.shortDuration(seconds: number)
    }
    return said
  }

  /// The kind, unless several facts have it: parts of the environment, and coverages of folders.
  private func id(of fact: Dataset.Run.Fact, _ kind: Dataset.Run.Fact.Kind) -> String? {
    kind == .environment || fact.title.hasPrefix(kind.title + " ") ? nil : kind.rawValue
  }

  private func titleKey(_ kind: Dataset.Run.Fact.Kind) -> StringKey {
    switch kind {
    case .tests: .factTests
    case .passed: .factPassed
    case .failed: .factFailed
    case .errors: .factErrors
    case .skipped: .factSkipped
    case .flaky: .factFlaky
    case .todo: .factTodo
    case .suppressed: .factSuppressed
    case .leftOut: .factLeftOut
    case .duration: .duration
    case .testTime: .factTestTime
    case .logRecords: .factLogRecords
    case .coverage: .factCoverage
    case .environment: .factSystem  // Not used: such a fact has a title of its own.
    case .host: .factHost
    case .changedCoverage: .factChangedCoverage
    }
  }

  private func time(_ point: TimePoint) -> String {
    if case .date(let date) = point {
      return locale.pattern(.date).format(date, locale: locale)
    }
    return locale.pattern(.dateTime).format(
      zone.instant(of: point), in: zone, locale: locale)
  }

  /// nil if only dates are known, or if the end is before the start.
  func seconds(of run: Dataset.Run) -> Int? {
    guard let started = run.started, let finished = run.finished, started.hasTime,
      finished.hasTime
    else { return nil }
    let seconds = zone.instant(of: finished).seconds(since: zone.instant(of: started))
    return seconds >= 0 ? Int(seconds) : nil
  }
}

extension Report.RunStatement {
  /// The reasons of skipped tests with their counts, the most frequent first. The last row counts
  /// the tests without a reason.
  package func skipRows(_ locale: Locale) -> [(text: String, count: Int)] {
    var rows = skipReasons.map { (text: $0.text, count: $0.count) }
    if otherSkips > 0 { rows.append((locale.string(.groupOther), otherSkips)) }
    return rows
  }

  private static let mostReasonsInLine = 5
  private static let longestReasonInLine = 60

  /// The reasons in a line: "Skipped, by reason: 7 no GPU · 5 todo · and 3 more"; nil if none.
  package func skipLine(_ locale: Locale) -> String? {
    let rows = skipRows(locale)
    if rows.isEmpty { return nil }
    var parts = rows.prefix(Self.mostReasonsInLine).map { row in
      locale.number(row.count) + " "
        + TextLimits.cut(row.text, toClusters: Self.longestReasonInLine)
    }
    let rest = rows.dropFirst(parts.count).reduce(0) { $0 + $1.count }
    if let more = TextLimits.more(rest, locale) { parts.append(more) }
    return locale.string(
      .labelWithValue,
      ["label": locale.string(.skippedByReason), "value": parts.joined(separator: " · ")])
  }
}

extension Report {
  /// The urgency that determines a colour. In the report of a bad run, nothing is green (see "The
  /// verdict comes first").
  package func tone(of urgency: Urgency) -> Urgency {
    urgency == .success && run?.isAlarming == true ? .neutral : urgency
  }
}

extension Dataset.Run.Status {
  /// The urgency of a run: `error` for a bad run, `warning` for a canceled one.
  var urgency: Urgency {
    switch self {
    case .completed: .neutral
    case .canceled: .warning
    case .failed, .missing: .error
    }
  }
}

extension TimePoint {
  /// Whether it has a time of day.
  var hasTime: Bool {
    if case .date = self { false } else { true }
  }
}
