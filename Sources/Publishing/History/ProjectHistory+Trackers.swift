import Composing
import Diagnostics
import Files
import JSON
import Model

/// The trackers of a project's runs.
extension ProjectHistory {
  /// Returns the tracker as of a run: the stored one, else one computed from the runs up to it.
  package func tracker(at run: PublishedRun?) -> MessageTracker {
    guard let run else { return MessageTracker() }
    return tracker { visit in
      if run.isMissing || visit(run) { self.runs(before: run) { !$0.isBaseline || visit($0) } }
    }
  }

  /// Returns the tracker as of the run before a run. The run is compared with its baseline.
  ///
  /// - Parameters:
  ///   - ancestor: If given, the run comes directly after this one.
  ///   - identity: If given, runs that are the same report under another name are skipped.
  ///   - limit: The stored trackers of this run and of later runs are not trusted.
  package func tracker(
    before run: PublishedRun, from ancestor: PublishedRun? = nil, as identity: RunIdentity? = nil,
    trustedBefore limit: PublishedRun? = nil
  ) -> MessageTracker {
    tracker(trustedBefore: limit) { visit in
      self.runs(before: run, from: ancestor) {
        !$0.isBaseline || identity?.isSameReport(run, $0) ?? false || visit($0)
      }
    }
  }

  /// Returns the stored tracker of the first visited run that has a whole one, and adds the runs
  /// that were visited before it. Without a whole tracker, starts from the rest of a damaged one.
  ///
  /// - Parameter visitRuns: Visits runs with a report, latest first, until a visit returns false.
  private func tracker(
    trustedBefore limit: PublishedRun? = nil,
    _ visitRuns: ((PublishedRun) -> Bool) -> Void
  ) -> MessageTracker {
    var unknown: [PublishedRun] = []
    var damaged: [(run: PublishedRun, file: String)] = []
    var rest: (tracker: MessageTracker, followers: Int)?
    var known: MessageTracker?
    visitRuns { run in
      if limit.map({ run < $0 }) ?? true {
        switch storedTracker(of: run) {
        case .absent: break
        case .damaged(let file, let tracker):
          damaged.append((run, file))
          if let tracker { rest = (tracker, unknown.count) }
        case .whole(let tracker):
          known = tracker
          return false
        }
      }
      unknown.append(run)
      return true
    }
    for (run, file) in damaged {
      note(damagedMemory(run, file, isRestored: known != nil))
    }
    if known == nil, let rest {
      known = rest.tracker
      unknown.removeLast(unknown.count - rest.followers)
    }
    var tracker = known ?? MessageTracker()
    for run in unknown.reversed() { add(run, to: &tracker) }
    return tracker
  }

  private func add(_ run: PublishedRun, to tracker: inout MessageTracker) {
    if run.isMissing { return }
    if let dataset = dataset(of: run) {
      tracker.add(dataset, on: run.date)
    } else {
      note(loss(run.id))
    }
  }

  func note(_ problem: Diagnostic) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  // MARK: A run's files

  /// A run's dataset, with the digests of its lines unless these are damaged; nil when the dataset
  /// itself is absent or damaged.
  func dataset(of run: PublishedRun) -> Dataset? {
    guard var dataset = files.stored(run.id, run.digest) else { return nil }
    if case .some(let contexts) = contexts(of: run, atLeast: dataset.messages.count) {
      dataset.setContexts(contexts)
    } else {
      note(lostLines(run))
    }
    return dataset
  }

  /// Whether all files of a run are whole, so that publishing it again changes nothing.
  func isWhole(_ run: PublishedRun) -> Bool {
    guard files.hasPage(run), let dataset = files.stored(run.id, run.digest),
      contexts(of: run, atLeast: dataset.messages.count) != nil
    else { return false }
    if case .damaged = storedTracker(of: run) { return false }
    return true
  }

  /// The contexts of a run's messages; nil when they are damaged.
  private func contexts(of run: PublishedRun, atLeast count: Int) -> [Message.Context?]? {
    switch files.contexts(of: run) {
    case .absent: []
    case .damaged: nil
    case .whole(let contexts): contexts.count >= count ? contexts : nil
    }
  }

  private enum StoredTracker {
    case absent
    /// The damaged file, and if readable the tracker without messages that only earlier runs had.
    case damaged(String, rest: MessageTracker?)
    case whole(MessageTracker)
  }

  /// The tracker in a run's files.
  private func storedTracker(of run: PublishedRun) -> StoredTracker {
    let root: JSONValue
    switch files.seen(run.id) {
    case .absent: return .absent
    case .damaged: return .damaged(RunFiles.seen, rest: nil)
    case .whole(let found): root = found
    }
    guard var dataset = files.stored(run.id, run.digest) else { return .absent }
    guard let companions = MessageTracker.companions(root), companions.dataset == run.digest else {
      return .damaged(RunFiles.seen, rest: nil)
    }
    let contexts = contexts(of: run, atLeast: dataset.messages.count)
    if contexts == nil || contexts?.isEmpty == true && companions.lines != nil {
      note(lostLines(run))
    }
    dataset.setContexts(contexts ?? [])
    dataset.reference = CoverageReference(dataset, on: run.date)
    guard let stored = files.kept(run.id, companions) else {
      return .damaged(RunFiles.kept, rest: MessageTracker(root, of: dataset, kept: nil))
    }
    dataset.reference = stored.reference ?? dataset.reference
    var kept = stored.messages
    kept.setContexts(contexts?.dropFirst(dataset.messages.count) ?? [])
    return MessageTracker(root, of: dataset, kept: kept).map { .whole($0) }
      ?? .damaged(RunFiles.seen, rest: nil)
  }

  /// Writes a run's tracker and computes those of later runs until one is unchanged, with `forAll`
  /// those of all later runs. A run without a report has no tracker, and neither has a run of a
  /// branch.
  func keep(
    _ tracker: MessageTracker, at run: PublishedRun, forAll: Bool = false
  ) throws(FileError) {
    var tracker = tracker
    var run = run
    while true {
      if !run.isBaseline {
        try files.removeTracker(run.id)
      } else {
        try files.write(tracker, of: run)
      }
      guard let next = self.run(after: run) else { return }
      run = next
      if run.isBaseline { add(run, to: &tracker) }
      if !forAll, run.isBaseline, files.holds(tracker, of: run) { return }
    }
  }

  /// Computes the trackers of all runs.
  ///
  /// - Parameter trustsFirst: Whether to start from the first run's own tracker, which alone may
  ///   know of removed runs.
  func keepAll(trustsFirst: Bool = true) throws(FileError) {
    guard var first else { return }
    while !first.isBaseline, let next = run(after: first) { first = next }
    if !first.isBaseline { return }
    var tracker = MessageTracker()
    if trustsFirst { tracker = self.tracker(at: first) } else { add(first, to: &tracker) }
    try keep(tracker, at: first, forAll: true)
  }
}

extension Dataset {
  /// Sets the contexts of the first messages.
  fileprivate mutating func setContexts(_ contexts: [Message.Context?]) {
    messages.setContexts(contexts[...])
  }
}

extension [Message] {
  fileprivate mutating func setContexts(_ contexts: ArraySlice<Message.Context?>) {
    for (index, context) in zip(indices, contexts) { self[index].location?.context = context }
  }
}

/// Warnings about the damaged memory of a run.
extension ProjectHistory {
  private func damagedMemory(_ run: PublishedRun, _ file: String, isRestored: Bool) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-memory",
      "the memory of earlier runs in the run '\(run.id)' of '\(name)' is damaged ('\(file)'): "
        + (isRestored
          ? "it is computed again from these runs"
          : "it is computed again from the remaining runs; messages of deleted runs that no later run "
            + "has checked are lost"),
      help: ["'tidemark publish --rebuild --project \(name)' writes the file again"])
  }

  private func lostLines(_ run: PublishedRun) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-memory",
      "the lines around the messages of the run '\(run.id)' of '\(name)' are damaged "
        + "('\(RunFiles.lines)'): its messages are compared without these lines",
      help: [
        "publish it again with '--run \(run.id)'; only the next run is compared with these lines"
      ])
  }
}
