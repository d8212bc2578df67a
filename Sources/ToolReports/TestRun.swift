package import Model

/// Counts the tests of a report.
package struct TestRun {
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var errors = 0
  package private(set) var skipped = 0
  package private(set) var todo = 0
  /// Part of `passed`.
  package private(set) var flaky = 0
  /// The sum of all durations; nil without any.
  package private(set) var seconds: Double?

  package var count: Int { passed + failed + errors + skipped + todo }
  package var failures: Int { failed + errors }

  package mutating func add(_ test: TestCase) {
    if let seconds = test.seconds { self.seconds = (self.seconds ?? 0) + seconds }
    switch test.outcome {
    case .passed:
      passed += 1
      if test.isFlaky { flaky += 1 }
    case .skipped: skipped += 1
    case .todo: todo += 1
    case .failed: failed += 1
    case .error: errors += 1
    }
  }

  /// Counts a passed test.
  package mutating func addPassed(seconds: Double?) {
    passed += 1
    if let seconds { self.seconds = (self.seconds ?? 0) + seconds }
  }

  mutating func addPassed(count: Int) { passed += count }

  mutating func addSkipped(_ count: Int) { skipped += count }

  /// The counts and the duration as facts. `Tests` is always there, to show if no test ran.
  ///
  /// - Parameters:
  ///   - wall: The duration of the run, if the report gives it.
  ///   - withTestTime: Whether the sum of the tests is a fact beside the duration.
  package func facts(wall: Double?, withTestTime: Bool = false) -> [Dataset.Run.Fact] {
    var facts = [Dataset.Run.Fact(.tests, count: count)]
    let others: [(Dataset.Run.Fact.Kind, Int)] = [
      (.passed, passed), (.failed, failed), (.errors, errors), (.skipped, skipped),
      (.flaky, flaky), (.todo, todo),
    ]
    for (kind, count) in others where count > 0 {
      facts.append(Dataset.Run.Fact(kind, count: count))
    }
    if let wall {
      facts.append(Dataset.Run.Fact(.duration, seconds: wall))
    }
    if wall == nil || withTestTime, let seconds {
      facts.append(Dataset.Run.Fact(.testTime, seconds: seconds))
    }
    return facts
  }
}

extension Dataset.Run.Fact {
  package init(_ kind: Kind, count: Int) {
    self.init(title: kind.title, value: String(count), number: Double(count), kind: kind)
  }

  /// A duration.
  package init(_ kind: Kind, seconds: Double) {
    self.init(title: kind.title, value: TestDuration.text(seconds), number: seconds, kind: kind)
  }
}
