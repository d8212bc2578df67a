package import Basics
import Composing
import Diagnostics
import Model

/// The trackers of a project's runs.
extension ProjectHistory {
  /// The tracker as of a run: the one that the run keeps, else computed from the runs before it.
  package func tracker(at run: PublishedRun?) -> MessageTracker {
    guard let run else { return MessageTracker() }
    if let found = keptTracker(of: run) { return found }
    var tracker = tracker(before: run)
    add(run, to: &tracker)
    return tracker
  }

  /// The tracker as of the run before a run, whose baseline the run is compared with.
  ///
  /// - Parameters:
  ///   - identity: If given, runs that are the same report under another name are skipped.
  ///   - limit: The first run whose own tracker, like those of all later runs, is not trusted.
  package func tracker(
    before run: PublishedRun, as identity: RunIdentity? = nil,
    trustedBefore limit: PublishedRun? = nil
  ) -> MessageTracker {
    var unknown: [PublishedRun] = []
    var known = MessageTracker()
    runs(before: run) { other in
      if other.isMissing || identity?.isSameReport(run, other) ?? false { return true }
      if limit.map({ other < $0 }) ?? true, let found = keptTracker(of: other) {
        known = found
        return false
      }
      unknown.append(other)
      return true
    }
    for run in unknown.reversed() { add(run, to: &known) }
    return known
  }

  private func add(_ run: PublishedRun, to tracker: inout MessageTracker) {
    if run.isMissing { return }
    guard let dataset = files.dataset(run.id, run.digest) else {
      let loss = loss(run.id)
      if !problems.contains(loss) { problems.append(loss) }
      return
    }
    tracker.add(dataset, on: run.date)
  }

  /// The tracker in a run's files; nil when they are absent or damaged.
  private func keptTracker(of run: PublishedRun) -> MessageTracker? {
    guard let seen = files.seen(run.id), let dataset = files.dataset(run.id, run.digest) else {
      return nil
    }
    let kept = files.kept(run.id, after: dataset.messages.count)
    if let tracker = MessageTracker(seen, of: dataset, kept: kept) { return tracker }
    let earlier = reports(before: run, count: MessageTrack.window)
    guard let old = OldTracker(seen, dates: [run.date] + earlier.map(\.date)) else { return nil }
    return old.tracker(
      of: dataset, earlier.lazy.compactMap { self.files.dataset($0.id, $0.digest) })
  }

  /// The last runs before a run that have a report, the latest first.
  private func reports(before run: PublishedRun, count: Int) -> [PublishedRun] {
    var found: [PublishedRun] = []
    runs(before: run) { other in
      if !other.isMissing { found.append(other) }
      return found.count < count
    }
    return found
  }

  /// Writes a run's tracker, and computes those of later runs until one is unchanged; with `forAll`
  /// those of all later runs. A run without a report has none.
  package func keep(
    _ tracker: MessageTracker, at run: PublishedRun, forAll: Bool = false
  ) throws(FileError) {
    var tracker = tracker
    var run = run
    while true {
      if run.isMissing {
        try files.removeTracker(run.id)
      } else {
        try files.write(tracker, run.id)
      }
      guard let next = self.run(after: run) else { return }
      run = next
      add(run, to: &tracker)
      if !forAll, !run.isMissing, files.holds(tracker, run.id) { return }
    }
  }

  /// Computes the trackers of all runs.
  ///
  /// - Parameter trustsFirst: Whether the first run's own tracker is kept: it alone may know of runs
  ///   that have been removed.
  func keepAll(trustsFirst: Bool = true) throws(FileError) {
    guard let first else { return }
    var tracker = MessageTracker()
    if trustsFirst { tracker = self.tracker(at: first) } else { add(first, to: &tracker) }
    try keep(tracker, at: first, forAll: true)
  }
}
