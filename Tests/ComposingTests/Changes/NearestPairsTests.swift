import TestSupport
import Testing

@testable import Composing

@Suite("Nearest pairs") struct NearestPairsTests {
  typealias Item = NearestPairs.Item

  /// Finds the pairs by brute force.
  private func slowly(_ old: [Item], _ new: [Item]) -> [[Int]] {
    var (old, new) = (old, new)
    var pairs: [[Int]] = []
    while !old.isEmpty, !new.isEmpty {
      var best: (key: [Int], old: Int, new: Int)?
      for (o, left) in old.enumerated() {
        for (n, right) in new.enumerated() {
          let key = [
            abs(left.position - right.position), left.position, right.position, left.index,
            right.index,
          ]
          if best.map({ key.lexicographicallyPrecedes($0.key) }) ?? true { best = (key, o, n) }
        }
      }
      guard let best else { break }
      pairs.append([old.remove(at: best.old).index, new.remove(at: best.new).index])
    }
    return pairs.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func quickly(_ old: [Item], _ new: [Item]) -> [[Int]] {
    NearestPairs(old: old, new: new).pairs.map { [$0.old, $0.new] }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test func nearestPairsEqualThoseOfABruteForceSearch() {
    var state: UInt64 = 1
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for round in 0..<2_000 {
      let range = round % 3 == 0 ? 4 : 20
      let old = (0..<next(9)).map { Item(index: $0, position: next(range)) }
      let new = (0..<next(9)).map { Item(index: $0, position: next(range)) }
      #expect(quickly(old, new) == slowly(old, new))
    }
  }

  @Test func manyEqualPositionsArePairedInLinearTime() {
    let old = (0..<100_000).map { Item(index: $0, position: $0 * 7 % 100_003) }
    let new = (0..<90_000).map { Item(index: $0, position: $0 * 11 % 100_003) }
    let clock = CPUClock()
    #expect(NearestPairs(old: old, new: new).pairs.count == 90_000)
    #expect(clock.seconds < 20)
  }
}
