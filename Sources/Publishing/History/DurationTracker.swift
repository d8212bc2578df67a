import Composing
import JSON
import Model

/// Remembers the durations of the slowest tests of the last runs, to distinguish usual durations
/// from noise. It stores at most `mostTests` tests and `MessageTrack.window` runs.
struct DurationTracker: Sendable, Equatable {
  /// The largest number of tests: those of several runs, because the slowest tests vary.
  private static let mostTests = 300

  /// Milliseconds in the last runs by test name, the latest run last; 0 for a run without the test.
  private(set) var tests: [String: [Int]] = [:]

  /// Adds a run.
  mutating func add(_ durations: [TestDuration]) {
    if tests.isEmpty, durations.isEmpty { return }
    var now: [String: Int] = [:]
    for duration in durations {
      now[duration.test] = Self.milliseconds(duration.seconds)
    }
    for (test, known) in tests {
      let last = (known + [now.removeValue(forKey: test) ?? 0]).suffix(MessageTrack.window)
      tests[test] = last.contains { $0 > 0 } ? Array(last.drop { $0 == 0 }) : nil
    }
    for (test, time) in now where time > 0 { tests[test] = [time] }
    forget()
  }

  /// Forgets the tests that were among the slowest least often.
  private mutating func forget() {
    guard tests.count > Self.mostTests else { return }
    func rank(_ times: [Int]) -> (Int, Int) { (times.count { $0 > 0 }, times.max() ?? 0) }
    let sorted = tests.sorted { one, other in
      let (left, right) = (rank(one.value), rank(other.value))
      return left == right ? one.key < other.key : left > right
    }
    tests = Dictionary(sorted.prefix(Self.mostTests).map { ($0.key, $0.value) }) { $1 }
  }

  /// Rounds to three digits, which suffice because smaller changes than a tenth do not count.
  private static func milliseconds(_ seconds: Double) -> Int {
    var unit = 1
    let exact = Int((min(max(seconds, 0), 1e9) * 1_000).rounded())
    while exact / unit >= 1_000 { unit *= 10 }
    return (exact + unit / 2) / unit * unit
  }

  /// The durations in seconds by test name, without the runs that lack the test.
  var seconds: [String: [Double]] {
    tests.mapValues { times in times.filter { $0 > 0 }.map { Double($0) / 1_000 } }
  }

  // MARK: The file

  init() {}

  func write(to writer: inout JSONWriter) {
    if tests.isEmpty { return }
    writer.key("durations")
    writer.array { writer in
      for (test, times) in tests.sorted(by: { $0.key < $1.key }) {
        writer.array { writer in
          writer.value(test)
          for time in times { writer.value(time) }
        }
      }
    }
  }

  /// Returns nil if the file is damaged.
  init?(_ json: JSONValue?) {
    for row in json?.elements ?? [] {
      let parts = row.elements
      guard let test = parts.first?.string, 2...MessageTrack.window + 1 ~= parts.count else {
        return nil
      }
      var times: [Int] = []
      for part in parts.dropFirst() {
        guard let time = part.number.flatMap({ Int(exactly: $0) }), 0...1_000_000_000_000 ~= time
        else { return nil }
        times.append(time)
      }
      tests[test] = times
    }
  }
}
