internal import Model

/// The tests that a run skips, although the previous run did not skip them or also ran them. The
/// environment of a skipped test is unknown.
struct NewSkips {
  /// Those that the previous run ran.
  private(set) var ranBefore: Set<UInt64> = []
  /// Those that the previous run did not have.
  private(set) var others: Set<UInt64> = []

  init(_ dataset: Dataset, after baseline: Dataset) {
    let now = dataset.scope.tests(among: nil) { $0.testsNotRun }
    if now.isEmpty { return }
    let before = baseline.scope.tests(among: now) { $0.testsNotRun }
    let ran = baseline.scope.tests(among: now) { $0.testsRun }
    let runs = dataset.scope.tests(among: now) { $0.testsRun }
    for test in now {
      if ran.contains(test) {
        if !before.contains(test) || !runs.contains(test) { ranBefore.insert(test) }
      } else if !before.contains(test) {
        others.insert(test)
      }
    }
  }
}

extension RunScope? {
  /// - Parameter wanted: The tests to look for; nil for all.
  fileprivate func tests(
    among wanted: Set<UInt64>?, _ list: (RunScope.Part) -> TestDigests?
  ) -> Set<UInt64> {
    Set(
      (self?.parts ?? []).compactMap(list).flatMap(\.values).filter {
        !TestDigests.isSuite($0) && wanted?.contains($0) ?? true
      })
  }
}
