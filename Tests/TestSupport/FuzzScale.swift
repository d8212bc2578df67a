import Foundation

/// How much of their random values the tests try.
package enum FuzzScale {
  /// `FUZZ_PERCENT`, else 100: 10 is for a quick answer, 1000 for a long night.
  private static let percent =
    ProcessInfo.processInfo.environment["FUZZ_PERCENT"].flatMap { Int($0) } ?? 100

  /// Whether tests of large inputs run as well, which take seconds each.
  package static let isThorough = percent >= 100

  /// The rounds of a test that usually tries `usual`; at least one.
  package static func rounds(_ usual: Int) -> Int {
    max(1, usual * min(max(percent, 1), 1_000_000) / 100)
  }
}
