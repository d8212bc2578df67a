import Foundation

/// Scales the number of random values that tests try.
package enum FuzzScale {
  /// `FUZZ_PERCENT`, else 100. Use 10 for a quick answer and 1000 for a long run.
  private static let percent =
    ProcessInfo.processInfo.environment["FUZZ_PERCENT"].flatMap { Int($0) } ?? 100

  /// Whether to run tests of large inputs, which take seconds each.
  package static let isThorough = percent >= 100

  /// The number of rounds for a test that usually has `usual` rounds; at least one.
  package static func rounds(_ usual: Int) -> Int {
    max(1, usual * min(max(percent, 1), 1_000_000) / 100)
  }
}
