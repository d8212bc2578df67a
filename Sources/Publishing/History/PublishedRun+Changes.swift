import Composing
import JSON
import Model

extension ChangeCounts {
  /// Writes the counts as members of a run's object.
  func write(to writer: inout JSONWriter) {
    func some(_ count: Int) -> Int? { count > 0 ? count : nil }
    writer.member("new", new)
    writer.member("back", some(back))
    writer.member("still", still)
    writer.member("fixed", fixed)
    writer.member("removed", some(removed))
    writer.member("testsAdded", some(testsAdded))
    writer.member("testsRemoved", some(testsRemoved))
    writer.member("testsRenamed", some(testsRenamed))
    writer.member("newSuccesses", some(newSuccesses))
    writer.member("unseen", some(unseen))
    writer.member("unchecked", some(allUnseen.others))
    writer.member("stillUnseen", some(stillUnseen.count))
    writer.member("stillUnchecked", some(stillUnseen.others))
    writer.member("forgotten", some(forgotten.count))
    writer.member("forgottenUnchecked", some(forgotten.others))
    writer.member("coversLess", coversLess ? true : nil)
    writer.member("worse", some(worse))
    writer.member("expired", some(expired))
    writer.member("better", better)
    writer.member("gone", some(gone))
    writer.member("was", run.map { $0.before?.rawValue ?? Self.unknown })
  }

  private static let unknown = "unknown"

  /// Reads the counts; nil if the run was not compared.
  init?(_ run: PublishedRun.Members, status: Dataset.Run.Status?) {
    guard let new = run.count(.new), let still = run.count(.still),
      let fixed = run.count(.fixed)
    else { return nil }
    self.init()
    (self.new, self.still, self.fixed) = (new, still, fixed)
    removed = run.count(.removed) ?? 0
    testsAdded = run.count(.testsAdded) ?? 0
    testsRemoved = run.count(.testsRemoved) ?? 0
    testsRenamed = run.count(.testsRenamed) ?? 0
    back = min(run.count(.back) ?? 0, new)
    newSuccesses = min(run.count(.newSuccesses) ?? 0, new)
    let all = UnseenCount(run, .unseen, .unchecked)
    stillUnseen = UnseenCount(run, .stillUnseen, .stillUnchecked)
    forgotten = UnseenCount(run, .forgotten, .forgottenUnchecked)
    newlyUnseen = UnseenCount(
      tests: max(all.tests - stillUnseen.tests - forgotten.tests, 0),
      others: max(all.others - stillUnseen.others - forgotten.others, 0))
    coversLess = run.flag(.coversLess) ?? false
    worse = run.count(.worse) ?? 0
    expired = run.count(.expired) ?? 0
    better = run.count(.better) ?? 0
    gone = run.count(.gone) ?? 0
    if let was = run.text(.was),
      was == Self.unknown || Dataset.Run.Status(rawValue: was) != nil
    {
      self.run = RunChange(from: Dataset.Run.Status(rawValue: was), to: status)
    }
  }
}

extension UnseenCount {
  fileprivate init(
    _ run: PublishedRun.Members, _ key: PublishedRun.Key, _ keyOfOthers: PublishedRun.Key
  ) {
    let count = run.count(key) ?? 0
    let others = min(run.count(keyOfOthers) ?? 0, count)
    self.init(tests: count - others, others: others)
  }
}
