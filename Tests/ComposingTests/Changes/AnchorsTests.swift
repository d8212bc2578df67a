import Testing

@testable import Composing

@Suite("Anchors") struct AnchorsTests {
  @Test func linesMoveAsTheNearestAnchorDid() {
    let anchors = Anchors([(10, 10), (50, 55), (90, 99)])
    #expect([1, 29, 30, 31, 70, 71, 200].map(anchors.expected) == [1, 29, 30, 36, 75, 80, 209])
    #expect(Anchors([]).expected(7) == 7)
  }

  @Test func pairsInAnotherOrderAreNoAnchors() {
    let anchors = Anchors([(10, 90), (20, 22), (30, 32), (40, 1)])
    #expect(anchors.expected(10) == 12 && anchors.expected(40) == 42)
    #expect([9, 20, 35].map(anchors.gap(ofOld:)) == [0, 1, 2])
    #expect([21, 22, 32].map(anchors.gap(ofNew:)) == [0, 1, 2])
  }

  @Test func aLongestRunIsKept() {
    var state: UInt64 = 7
    for _ in 0..<500 {
      let pairs = (0..<8).map { index -> (old: Int, new: Int) in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (index, Int(state >> 33) % 12)
      }
      let longest = (0..<256).map { chosen in
        let run = pairs.filter { chosen >> $0.old & 1 == 1 }.map(\.new)
        return zip(run, run.dropFirst()).allSatisfy { $0 <= $1 } ? run.count : 0
      }.max()
      #expect(Anchors(pairs).gap(ofOld: 100) == longest)
    }
  }
}
