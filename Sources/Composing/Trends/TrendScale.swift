/// The scale of a trend chart, and the positions of values.
///
/// A scale begins at zero. If all values are so large that their differences would be invisible, it
/// is cut and begins at the least value.
package struct TrendScale: Sendable, Equatable {
  /// The height of every chart, in units of its drawing.
  package static let height = 1_000
  /// The width of a run.
  package static let step = 10
  /// The least height of a nonzero value.
  private static let lowest = 20

  /// The value at the bottom.
  package let least: Double
  /// The value at the top.
  package let most: Double

  private init(least: Double, most: Double) {
    self.least = least
    self.most = most
  }

  /// The scale of a line.
  package init(_ values: [Double]) {
    let low = values.min() ?? 0
    let high = values.max() ?? 0
    // A scale for each tiny change would exaggerate it.
    let range = max(abs(low), abs(high)) / 100
    let isCut = low < 0 || low > high / 2
    if isCut, high - low < range {
      let middle = low + (high - low) / 2
      self.init(least: middle - range / 2, most: middle + range / 2)
    } else {
      self.init(least: isCut ? low : 0, most: high > 0 || isCut ? high : 1)
    }
  }

  /// The scale of stacked layers. Any layer may be cut.
  ///
  /// - Parameters:
  ///   - totals: The height of each stack.
  ///   - floor: The sum of the least heights of each layer, which every stack has.
  package init(totals: [Int], floor: Int) {
    let high = totals.max() ?? 0
    // At least a hundredth of the whole, so that one more in thousands stays small.
    let range = max(high / 100, 1)
    let isCut = floor > high / 2 && floor < high
    let least = isCut ? floor : 0
    self.init(least: Double(least), most: Double(max(high, least + range)))
  }

  /// Whether the scale does not begin with zero.
  package var isCut: Bool { least > 0 }

  /// The distance of a value from the top.
  package func y(_ value: Double) -> Int {
    guard most > least else { return Self.height }
    let share = (min(max(value, least), most) - least) / (most - least)
    return Self.height - Int((share * Double(Self.height)).rounded())
  }

  /// The height of a bar of this size; `most` fills the chart.
  package static func bar(_ size: Int, of most: Int, in height: Int = Self.height) -> Int {
    if size <= 0 || most <= 0 { return 0 }
    let share = Double(min(size, most)) / Double(most)
    return max(
      Int((share * Double(height)).rounded()), min(lowest * height / Self.height, height), 1)
  }

  /// The middle of a run's place.
  static func middle(_ index: Int) -> Int { index * step + step / 2 }
}
