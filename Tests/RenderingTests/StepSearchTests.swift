import TestSupport
import Testing

@testable import Rendering

/// The search for the least number of steps that is enough, for sizes of every shape.
@Suite struct StepSearchTests {
  /// Searches sizes that fall with the number of steps.
  private func search(_ sizes: [Int], bytes: Int) throws -> (steps: Int, trials: Int) {
    let last = sizes.count - 1
    var search = StepSearch(bytes: bytes, enough: last, leaving: sizes[last])
    var trials = 0
    while let steps = search.next() {
      trials += 1
      try #require(0 < steps && steps < last && trials < 1_000)
      let isKnown = sizes[steps] <= StepSearch.longest(bytes)
      search.record(steps, size: isKnown ? sizes[steps] : nil)
    }
    return (search.enough, trials)
  }

  private func least(_ sizes: [Int], bytes: Int) -> Int? { sizes.firstIndex { $0 <= bytes } }

  private static let count = 50_000
  private static let shapes: [String: [Int]] = [
    "even": (0...count).map { 900 + (count - $0) * 380 },
    "many small ones first": (0...count).map { 900 + (count - $0) * (count - $0) / 500 },
    "few large ones first": (0...count).map { 900 + 40_000_000 / ($0 + 1) },
    "two parts": (0...count).map { 900 + (count - $0) * 20 + max(0, 20_000 - $0) * 700 },
    "a cliff": (0...count).map { $0 < 20_000 ? 2_000_000 : 900 },
    "stairs": (0...count).map { 900 + (count - $0) / 700 * 90_000 },
    // A step may leave a few bytes more than the one before it.
    "uneven": (0...count).map { 900 + (count - $0) * 380 + $0 % 7 * 100 },
    "flat, then even": (0...count).map { 900 + max(0, 40_000 - $0) * 300 },
  ]

  @Test(arguments: shapes.keys.sorted(), [2_000, 65_536, 1 << 20])
  func findsTheLeastNumberOfSteps(shape: String, bytes: Int) throws {
    let sizes = try #require(Self.shapes[shape])
    let found = try search(sizes, bytes: bytes)
    if shape == "uneven" {
      #expect(sizes[found.steps] <= bytes && sizes[found.steps - 1] > bytes)
    } else {
      let wanted = least(sizes, bytes: bytes)
      #expect(found.steps == wanted)
    }
    // Bisection takes sixteen, and those before which the size is doubled.
    #expect(found.trials <= 40)
  }

  @Test func sizesThatAreAboutEvenTakeFewTrials() throws {
    var random = SeededGenerator(7)
    var trials = 0
    for _ in 0..<50 {
      var sizes = [900]
      for _ in 0..<Self.count {
        sizes.append((sizes.last ?? 0) + .random(in: 100...600, using: &random))
      }
      sizes.reverse()
      for bytes in [30_000, 65_536, 1 << 20] {
        let found = try search(sizes, bytes: bytes)
        let wanted = least(sizes, bytes: bytes)
        #expect(found.steps == wanted)
        trials += found.trials
      }
    }
    // Of 150 searches; bisection takes over twenty for each.
    #expect(trials <= 150 * 10)
  }

  /// The least number may be the first one, the last one, or the only one.
  @Test func findsTheEnds() throws {
    #expect(try search([10, 5], bytes: 7).steps == 1)
    #expect(try search([10, 9, 9, 9, 5], bytes: 7).steps == 4)
    #expect(try search([10, 5, 5, 5, 5], bytes: 7).steps == 1)
    #expect(try search([10] + Array(repeating: 7, count: 10_000), bytes: 7).steps == 1)
    #expect(try search([Int](repeating: 10, count: 10_000) + [7], bytes: 7).steps == 10_000)
  }

  @Test func anyBudgetIsPossible() throws {
    #expect(StepSearch.longest(.max) == .max)
    #expect(try search([Int](repeating: 9, count: 100), bytes: .max).steps == 1)
    #expect(StepSearch.longest(1_000) == 1_250)
  }
}
