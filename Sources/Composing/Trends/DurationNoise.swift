/// The variation of a test's duration, by the median and the median absolute deviation of its last
/// runs. Unlike a mean, neither depends on a single slow run.
package struct DurationNoise: Sendable {
  /// The fewest earlier runs that define a usual duration.
  package static let fewestRuns = 5

  /// The median in seconds.
  package let usual: Double
  /// The median distance from the median.
  package let deviation: Double

  /// - Parameter seconds: The durations in the last runs; nil for too few.
  package init?(_ seconds: [Double]) {
    guard seconds.count >= Self.fewestRuns else { return nil }
    let median = Self.median(seconds)
    usual = median
    deviation = Self.median(seconds.map { abs($0 - median) })
  }

  /// Above this duration, a test is slower than usual.
  package var limit: Double { usual + max(3 * deviation, usual / 10, 0.1) }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
