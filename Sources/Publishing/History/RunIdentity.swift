package import Model
import Time

/// Decides which run of a project a report is, for publishing, mails, summaries and gates.
///
/// 1. The run that `--run` names.
/// 2. Otherwise the site's run with the same report. Reports are the same if their datasets are
///    equal byte by byte and name a time (`Dataset.isDated`). Two runs can have equal datasets
///    without a time: such a report is the project's latest run only while that run is recent. The
///    same holds for runs without a report, even if their reasons differ.
/// 3. Otherwise a new run, named by its time: `2026-11-20-0312`.
///
/// The time of a run is `--now`, else the dataset's `now`, else the end of its run
/// (`Dataset.moment`), else when it began, else the clock.
package struct RunIdentity: Sendable {
  /// The reason for identifying the run.
  package enum Purpose: Sendable {
    /// A run is being published. After half an hour an equal report without a time is a new run.
    case publishing
    /// A mail or summary describes a run that may be published already. The latest run that fits is
    /// used, because comparing the report with itself would find no changes.
    case asking

    /// The seconds by which the latest run may be older than an equal report without a time.
    var oldest: Int64 {
      switch self {
      case .publishing: RunIdentity.secondTry
      case .asking: 22 * 3_600
      }
    }
  }

  /// For this many seconds, an equal report without a time is a second try to publish the same run.
  private static let secondTry: Int64 = 1_800
  /// The id from `--run`.
  package let given: String?
  private let isDated: Bool
  /// Whether the report has a time of its own, which only `--now` overrides.
  private let hasMoment: Bool
  /// Whether its time is only the clock's, which two runs may have by chance.
  private let isClock: Bool
  private let purpose: Purpose

  package init(of dataset: Dataset, given: String?, isClock: Bool = false, for purpose: Purpose) {
    self.given = given
    self.isClock = isClock
    isDated = dataset.isDated
    hasMoment = dataset.moment != nil
    self.purpose = purpose
  }

  /// Returns the run with the id and the time that it has in the site, or will have.
  func resolve(_ run: PublishedRun, in history: ProjectHistory) -> PublishedRun {
    var run = run
    let known = given == nil ? recognized(run, in: history) : named(run, in: history)
    if let known {
      (run.id, run.time, run.offset) = (known.id, known.time, known.offset)
    } else if given == nil {
      run.id = freeName(for: run, in: history)
    }
    return run
  }

  /// The run of the given id, if the report has no time of its own that could differ.
  private func named(_ run: PublishedRun, in history: ProjectHistory) -> PublishedRun? {
    guard !hasMoment, let known = history.run(run.id) else { return nil }
    return known.isReport(of: run) || known.isMissing && run.isMissing ? known : nil
  }

  private func recognized(_ run: PublishedRun, in history: ProjectHistory) -> PublishedRun? {
    if isDated {
      let equal = history.near(run).filter { $0.isReport(of: run) }
      if let known = equal.first(where: { $0.id == run.id }) { return known }
      return equal.first { $0.time == run.time || !hasMoment || purpose == .asking }
    }
    guard let latest = history.latest(at: run.time.adding(seconds: Self.secondTry)) else {
      return nil
    }
    let isEqual = latest.isMissing ? run.isMissing : latest.isReport(of: run)
    return isEqual && run.time.seconds(since: latest.time) < purpose.oldest ? latest : nil
  }

  /// Names a run by its minute; appends a number if another report already has that name.
  private func freeName(for run: PublishedRun, in history: ProjectHistory) -> String {
    var name = run.id
    for number in 2...100 {
      guard let other = history.run(name), isClock || other.time != run.time, !other.isMissing,
        !run.isMissing
      else { break }
      name = "\(run.id)-\(number)"
    }
    return name
  }

  // MARK: The same report under another name

  /// Whether another run is the same report, so that comparing the two would find no changes.
  func isSameReport(_ run: PublishedRun, _ other: PublishedRun) -> Bool {
    guard !run.isMissing, other.id != run.id, other.isReport(of: run) else { return false }
    return isDated || run.time.seconds(since: other.time).magnitude < Self.secondTry
  }

  /// The run that has the same report under another name, the latest of several.
  func twin(of run: PublishedRun, in history: ProjectHistory) -> PublishedRun? {
    history.near(run).first { isSameReport(run, $0) }
  }
}

extension ProjectHistory {
  /// The runs of a run's month and of the neighbouring months, the latest first.
  fileprivate func near(_ run: PublishedRun) -> [PublishedRun] {
    let position = index.months.firstIndex { $0.name >= run.month } ?? index.months.count
    let months = index.months[max(position - 1, 0)..<min(position + 2, index.months.count)]
    return months.reversed().flatMap { runs(in: $0.name).reversed() }
  }

  /// The latest run up to a time.
  fileprivate func latest(at time: Instant) -> PublishedRun? {
    for month in index.months.reversed() {
      if let found = runs(in: month.name).last(where: { $0.time <= time }) { return found }
    }
    return nil
  }
}
