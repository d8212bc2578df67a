internal import Localization
package import Model
package import Time

/// The figures of one run in a trend.
package struct TrendRun: Sendable, Hashable {
  /// The number of earlier runs in the trend of a report.
  package static let earlier = 13

  /// The run's id in its site; empty for the run of a report.
  package var id: String
  /// Its local time.
  package var wall: CivilDateTime
  package var status: Dataset.Run.Status?
  /// The highest urgency of its messages and its outcome.
  package var urgency: Urgency
  package var counts: [Urgency: Int]
  /// The numbers of its new and fixed messages; nil without a comparison.
  package var new: Int?
  package var fixed: Int?
  /// nil if the site doesn't know the run's figures.
  package var figures: RunFigures?

  package init(
    id: String = "", wall: CivilDateTime, status: Dataset.Run.Status?, urgency: Urgency,
    counts: [Urgency: Int], new: Int? = nil, fixed: Int? = nil, figures: RunFigures? = nil
  ) {
    self.id = id
    self.wall = wall
    self.status = status
    self.urgency = urgency
    self.counts = counts
    self.new = new
    self.fixed = fixed
    self.figures = figures
  }

  package var total: Int { counts.values.reduce(0, +) }
  package var isMissing: Bool { status == .missing }
  /// Whether all messages are known. Only then does the area chart include the run.
  package var isComplete: Bool { status.map { $0 == .completed } ?? true }

  /// `failed` or `canceled` for an incomplete run with a report.
  package var stopped: String? { isComplete || isMissing ? nil : status?.rawValue }

  package static let missing = "missing"
  /// The kind of its bar: `missing` or the urgency.
  package var mark: String { isMissing ? Self.missing : urgency.rawValue }
}

/// The facts of a run, and the number of messages in its categories. Their number is limited,
/// because a site stores them for every run.
package struct RunFigures: Sendable, Hashable {
  package struct Fact: Sendable, Hashable {
    package var title: String
    package var value: String
    package var number: Double

    package init(title: String, value: String, number: Double) {
      self.title = title
      self.value = value
      self.number = number
    }
  }

  package struct Category: Sendable, Hashable {
    package var id: String
    package var title: String
    package var count: Int

    package init(id: String, title: String, count: Int) {
      self.id = id
      self.title = title
      self.count = count
    }
  }

  /// The number of facts that a trend draws.
  package static let mostFacts = 8
  /// The number of facts beyond these that have a direction or that thresholds name. They only show
  /// steps.
  package static let mostMetrics = 64
  /// The number of earlier runs that show steps.
  package static let earlier = MetricStep.earlier
  package static let mostCategories = 24
  /// Larger numbers are left out.
  package static let largest = 1e15
  private static let clusters = 60
  private static let mostBytes = 256

  package var facts: [Fact]
  /// By the number of errors, then of warnings, then of messages, the largest first.
  package var categories: [Category]
  /// The number of all categories with messages.
  package var categoryCount: Int

  package init(facts: [Fact] = [], categories: [Category] = [], categoryCount: Int? = nil) {
    self.facts = facts
    self.categories = categories
    self.categoryCount = categoryCount ?? categories.count
  }

  /// - Parameter watched: The numbers that thresholds name.
  init(
    _ dataset: Dataset, _ run: Report.RunStatement?, _ watched: [Fact], _ locale: Locale
  ) {
    self.init(facts: Self.facts(of: run, locale))
    var stored = Set(facts.map(\.title))
    for var fact in watched where facts.count < Self.mostFacts + Self.mostMetrics {
      guard abs(fact.number) <= Self.largest, fact.title.utf8.count <= Self.mostBytes,
        stored.insert(fact.title).inserted
      else { continue }
      fact.value = TextLimits.cut(fact.value, toClusters: Self.clusters)
      facts.append(fact)
    }
    var counts: [String: [Int]] = [:]
    for message in dataset.messages {
      guard let category = message.category else { continue }
      counts[category, default: [0, 0, 0]][2] += 1
      if message.urgency >= .warning {
        counts[category]?[message.urgency == .error ? 0 : 1] += 1
      }
    }
    // A long id is left out, because ids are keys.
    let worst = counts.filter { $0.key.utf8.count <= Self.mostBytes }.sorted {
      $0.value == $1.value ? $0.key < $1.key : $1.value.lexicographicallyPrecedes($0.value)
    }.prefix(Self.mostCategories)
    let titles = Dictionary(dataset.categories.map { ($0.id, $0.title) }) { first, _ in first }
    categories = worst.map { id, counts in
      let title = titles[id].flatMap { $0.isEmpty ? nil : $0 } ?? id
      return Category(
        id: id, title: TextLimits.cut(title, toClusters: Self.clusters), count: counts[2])
    }
    categoryCount = counts.count
  }

  /// Kinds that repeat the messages or do not show the state of the run.
  private static let silentKinds: Set<Dataset.Run.Fact.Kind> = [
    .passed, .failed, .errors, .todo, .suppressed, .leftOut, .logRecords,
  ]

  /// The facts of a run with a number.
  static func facts(of run: Report.RunStatement?, _ locale: Locale) -> [Fact] {
    placed(run, locale).map(\.fact)
  }

  /// The facts of a run with a number, and their indices in the run.
  static func placed(
    _ run: Report.RunStatement?, _ locale: Locale
  ) -> [(place: Int, fact: Fact)] {
    guard let run else { return [] }
    let duration = locale.string(.duration)
    var numbered: [(place: Int, number: Double)] = []
    for (place, fact) in run.facts.enumerated() where !fact.title.isEmpty {
      let isDuration = fact.number == nil && fact.title == duration
      guard let number = isDuration ? run.seconds.map(Double.init) : fact.number else { continue }
      numbered.append((place, number))
    }
    let ends = Metric.distinct(
      numbered.map { (run.facts[$0.place].title, run.facts[$0.place].origins.first?.input) })
    var facts: [(Int, Fact)] = []
    var metrics: [(Int, Fact)] = []
    for ((place, number), end) in zip(numbered, ends) {
      let fact = run.facts[place]
      let title = fact.title + end
      guard abs(number) <= Self.largest, fact.kind.map({ !silentKinds.contains($0) }) ?? true,
        title.utf8.count <= mostBytes
      else { continue }
      let figure = Fact(
        title: title, value: TextLimits.cut(fact.value, toClusters: clusters), number: number)
      if facts.count < mostFacts {
        facts.append((place, figure))
      } else if fact.better != nil, metrics.count < mostMetrics {
        metrics.append((place, figure))
      }
    }
    return facts + metrics
  }

  /// The number of messages of a category; nil if it is unknown.
  func count(of category: String) -> Int? {
    categories.first { $0.id == category }?.count
      ?? (categoryCount > categories.count ? nil : 0)
  }
}
