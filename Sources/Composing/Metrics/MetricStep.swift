import Model

/// A step of a metric for the worse, against the last runs. The limit depends on the median of their
/// numbers and the median distance from it, so that neither noise nor a single odd run is a step.
struct MetricStep: Equatable {
  /// The fewest earlier runs that define what is usual.
  static let fewestRuns = 8
  /// The most earlier runs that do.
  private static let mostRuns = 20
  /// The number of earlier runs to look at.
  static let earlier = mostRuns + 1
  /// Scales the median distance to the standard deviation of a normal distribution.
  private static let scale = 1.4826
  /// The standard deviations of a step in one run, and of one that the run before confirms.
  private static let (alone, confirmed) = (6.0, 2.5)
  /// Those of one of many numbers, which the run before must confirm. A table would have a false
  /// alarm in each tenth run otherwise.
  private static let ofMany = 5.0
  /// A smaller change than a tenth is no step.
  private static let least = 0.1

  /// The places of the lowest and of the highest usual number in the given ones.
  let lowest: Int
  let highest: Int
  let usual: Double

  /// Returns nil if there is no step.
  ///
  /// - Parameters:
  ///   - numbers: Those of the runs, the oldest first and this run's last.
  ///   - isOneOfMany: Whether it is one of the many numbers of a table.
  init?(_ numbers: [Double], better: Dataset.Run.Fact.Better, isOneOfMany: Bool = false) {
    // A number is worse if it is larger.
    let sign = better == .lower ? 1.0 : -1
    let signed = numbers.suffix(Self.earlier + 1).map { $0 * sign }
    guard let now = signed.last else { return nil }
    let earlier = signed.dropLast()
    let (last, before) = (earlier.suffix(Self.mostRuns), earlier.dropLast().suffix(Self.mostRuns))
    let resolution = Self.resolution(numbers)
    let confirmed = isOneOfMany ? Self.ofMany : Self.confirmed
    if !isOneOfMany, Self.limit(last, Self.alone, resolution).map({ now > $0 }) ?? false {
      self.init(numbers, last)
    } else if let limit = Self.limit(before, confirmed, resolution), now > limit,
      let previous = earlier.last, previous > limit
    {
      self.init(numbers, before)
    } else {
      return nil
    }
  }

  private init(_ numbers: [Double], _ usual: ArraySlice<Double>) {
    let offset = max(numbers.count - Self.earlier - 1, 0)
    let places = usual.indices.map { $0 + offset }
    lowest = places.min { numbers[$0] < numbers[$1] } ?? 0
    highest = places.max { numbers[$0] < numbers[$1] } ?? 0
    self.usual = Self.median(places.map { numbers[$0] })
  }

  /// Above this number is a step; nil for too few runs.
  private static func limit(
    _ numbers: ArraySlice<Double>, _ deviations: Double, _ resolution: Double
  ) -> Double? {
    guard numbers.count >= fewestRuns, let most = numbers.max(), let least = numbers.min() else {
      return nil
    }
    let median = median(numbers)
    let rise: Double
    if least > 0 || most < 0 {
      // The distance as a ratio: a time varies by twice as easily as by half.
      let distances = numbers.map { max($0 / median, median / $0) - 1 }
      rise = abs(median) * max(deviations * scale * Self.median(distances), Self.least)
    } else {
      let distances = numbers.map { abs($0 - median) }
      rise = max(deviations * scale * Self.median(distances), abs(median) * Self.least)
    }
    return max(median + max(rise, 2 * resolution), most)
  }

  /// The unit of the last decimal of the numbers. A change by one or two of them is rounding.
  private static func resolution(_ numbers: [Double]) -> Double {
    var unit = 1.0
    func isWhole(_ number: Double) -> Bool {
      abs(number - number.rounded()) <= 1e-6 * min(1, abs(number))
    }
    for number in numbers {
      while unit > 1e-9, !isWhole(number / unit) { unit /= 10 }
    }
    return unit > 1e-9 ? unit : 0
  }

  private static func median(_ values: some Collection<Double>) -> Double {
    let sorted = values.sorted()
    if sorted.isEmpty { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
