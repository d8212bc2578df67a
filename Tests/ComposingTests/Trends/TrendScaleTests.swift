import Composing
import Testing

/// Where values stand in the charts of a trend (R3).
@Suite struct TrendScaleTests {
  /// The smallest chart that a page shows, in pixels.
  private static let pixels = 96.0

  @Test func aChangeOfThirtyInTwelveThousandIsSeen() {
    let totals = [12_000, 12_030, 12_010, 12_000]
    let scale = TrendScale(totals: totals, floor: 12_000)
    #expect(scale.isCut)
    let distance = scale.y(12_000) - scale.y(12_030)
    #expect(Double(distance) * Self.pixels / Double(TrendScale.height) >= 3)
  }

  @Test func aLayerThatGrowsWhileAnotherShrinksIsSeen() {
    // 6,000 errors become 6,030 while 6,000 warnings become 5,970.
    let scale = TrendScale(totals: [12_000, 12_000], floor: 11_970)
    #expect(scale.isCut)
    #expect(Double(scale.y(11_970) - scale.y(12_000)) * Self.pixels / 1_000 >= 3)
  }

  @Test func oneMoreOfThousandsIsNoTower() {
    let scale = TrendScale(totals: [12_000, 12_001], floor: 12_000)
    #expect(Double(scale.y(12_000) - scale.y(12_001)) * Self.pixels / 1_000 < 3)
  }

  @Test func aScaleOfSmallNumbersBeginsWithZero() {
    let scale = TrendScale(totals: [3, 10, 7], floor: 3)
    #expect(!scale.isCut && scale.least == 0 && scale.most == 10)
    #expect(scale.y(0) == TrendScale.height && scale.y(10) == 0)
  }

  @Test(arguments: [
    [], [0], [0, 0], [5], [-3, 4], [-1e15, 1e15], [1e15, 1e15], [0.1, 0.100001], [-7, -7],
  ])
  func everyValueStandsInTheDrawing(values: [Double]) {
    let scale = TrendScale(values)
    #expect(scale.most > scale.least)
    for value in values { #expect(0...TrendScale.height ~= scale.y(value)) }
  }

  @Test func aLineOfEqualValuesIsInTheMiddle() {
    #expect(TrendScale([83.4, 83.4]).y(83.4) == TrendScale.height / 2)
  }

  @Test(arguments: [(0, 0), (1, 1), (5, 1_000_000), (7, 3), (-4, 10), (Int.max, Int.max)])
  func barsFitAndWhatIsNotZeroIsSeen(size: Int, most: Int) {
    let height = TrendScale.bar(size, of: most)
    #expect(0...TrendScale.height ~= height)
    #expect((height > 0) == (size > 0))
    if height > 0 { #expect(Double(height) * Self.pixels / 1_000 >= 1) }
  }
}
