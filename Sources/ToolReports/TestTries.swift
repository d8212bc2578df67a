package import Localization

/// The tries of tests, in the order of first occurrence.
package struct TestTries {
  private struct Tries {
    var last: TestCase
    var failed = 0
    var count = 0
  }

  private var indices: [String: Int] = [:]
  private var all: [Tries] = []

  package init() {}

  /// Adds a try of the test with the same suites and names.
  mutating func add(_ test: TestCase) {
    let key = (test.suites + test.identity + test.problem).joined(separator: "\u{1F}")
    // Tests without a name cannot be recognized as tries of one test.
    add(test, of: test.hasName ? key : nil)
  }

  /// Adds a try of the test with the same key; without a key, a test of its own.
  package mutating func add(_ test: TestCase, of key: String?) {
    let index = key.flatMap { indices[$0] } ?? all.count
    if index == all.count {
      if let key { indices[key] = index }
      all.append(Tries(last: test))
    }
    var known = all[index]
    let failure = known.last.isProblem ? known.last : nil
    // A try that did not run does not change the result.
    let hasRun = test.outcome != .skipped && test.outcome != .todo
    if known.count == 0 || hasRun { known.last = test }
    // A test that passes in the end is described by its last failure.
    if test.outcome == .passed, !test.isFlaky, let failure {
      (known.last.text, known.last.details) = (failure.text, failure.details)
      (known.last.file, known.last.line) = (failure.file, failure.line)
      known.last.steps = failure.steps
      if known.last.attachments.isEmpty { known.last.attachments = failure.attachments }
      known.last.category = failure.category
      known.last.isFlaky = true
    }
    known.failed += test.outcome == .failed || test.outcome == .error ? 1 : 0
    known.count += 1
    all[index] = known
  }

  package func tests(_ locale: Locale) -> [TestCase] {
    all.map { tries in
      var test = tries.last
      if tries.last.isFlaky, tries.failed > 0 {
        let text = locale.failedTries(tries.failed, of: tries.count)
        test.failedTries = tries.failed
        test.text = test.text.map { text + "\n" + $0 } ?? text
      }
      return test
    }
  }
}
