/// The duration of a passed test.
package struct TestDuration: Sendable, Hashable {
  /// The name of the test, as a reader knows it.
  package var test: String
  package var seconds: Double

  package init(test: String, seconds: Double) {
    self.test = test
    self.seconds = seconds
  }

  /// `0.84 s`, `12 s`, `3 min 20 s`, `2 h 39 min`.
  package static func text(_ seconds: Double) -> String {
    guard seconds >= 0 else { return "" }
    if seconds < 10 {
      let hundredths = Int((seconds * 100).rounded())
      let fraction = hundredths % 100
      return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
    }
    let whole = Int(min(seconds, 1e15).rounded())
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3_600: return "\(whole / 60) min" + (whole % 60 > 0 ? " \(whole % 60) s" : "")
    default:
      let minutes = whole % 3_600 / 60
      return "\(whole / 3_600) h" + (minutes > 0 ? " \(minutes) min" : "")
    }
  }
}

/// The slowest tests of a run, each name once with its longest time. Stores a limited number of
/// tests, and the same ones for any order of insertion.
package struct SlowestTests: Sendable, Hashable {
  /// The largest number of stored tests.
  package static let most = 200
  /// The shortest stored time in seconds. A test of a few milliseconds is never slow.
  package static let shortest = 0.01

  private var seconds: [String: Double] = [:]
  private var least = Self.shortest

  package init() {}

  /// Whether a test with this duration may be one of the slowest.
  package func takes(_ seconds: Double) -> Bool { seconds >= least && seconds.isFinite }

  package mutating func insert(_ test: String, _ seconds: Double) {
    guard takes(seconds), !test.isEmpty else { return }
    self.seconds[test] = max(self.seconds[test] ?? 0, seconds)
    if self.seconds.count >= 2 * Self.most { cut() }
  }

  private mutating func cut() {
    let kept = sorted
    seconds = Dictionary(kept.map { ($0.test, $0.seconds) }) { max($0, $1) }
    least = kept.last?.seconds ?? least
  }

  /// The slowest first.
  package var sorted: [TestDuration] {
    seconds.map(TestDuration.init).sorted {
      ($1.seconds, $0.test) < ($0.seconds, $1.test)
    }.prefix(Self.most).map { $0 }
  }
}
