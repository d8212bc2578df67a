import Model
import Testing

@testable import Composing

/// A step is found, and noise is none.
struct MetricStepTests {
  /// Numbers with a normal distribution, the same in each process.
  struct Noise {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func uniform() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) / Double(1 << 53)
    }

    /// The sum of twelve uniform numbers.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
  }

  private enum Kind: String, CaseIterable {
    case normal5, normal20, lognormal10, whole3, whole10

    func number(_ noise: inout Noise) -> Double {
      let deviation = noise.normal()
      switch self {
      case .normal5: return 100 + 5 * deviation
      case .normal20: return max(100 + 20 * deviation, 1)
      case .lognormal10:
        // The tenth power of this is nearly the exponential of a normal number.
        let root = 1 + 0.01 * deviation
        return (0..<10).reduce(100) { product, _ in product * root }
      case .whole3: return (3 + 0.5 * deviation).rounded()
      case .whole10: return (10 + deviation).rounded()
      }
    }
  }

  /// 400 metrics of 100 nights each: at most two false alarms in a thousand nights of a metric.
  @Test(arguments: [
    ("normal5", 0.001), ("normal20", 0.002), ("lognormal10", 0.002), ("whole3", 0.0002),
    ("whole10", 0.002),
  ])
  func noiseIsNoStep(kind name: String, most: Double) throws {
    let kind = try #require(Kind(rawValue: name))
    var alarms = 0
    for seed in 1...400 {
      var noise = Noise(seed)
      var numbers: [Double] = []
      for _ in 0..<100 {
        numbers.append(kind.number(&noise))
        if MetricStep(Array(numbers.suffix(30)), better: .lower) != nil { alarms += 1 }
      }
    }
    let rate = Double(alarms) / 40_000
    print("false alarms of \(name): \(rate)")
    #expect(rate <= most)
  }

  /// A rise by a quarter with noise of 5 %: found by the second night.
  @Test(arguments: [Dataset.Run.Fact.Better.lower, .higher])
  func aStepIsFoundInTwoNights(better: Dataset.Run.Fact.Better) {
    var (first, second) = (0, 0)
    for seed in 1...1_000 {
      var noise = Noise(seed)
      var numbers = (0..<21).map { _ in 100 + 5 * noise.normal() }
      let level = better == .lower ? 125.0 : 75
      var isFound = false
      for night in 1...2 {
        numbers.append(level * (1 + 0.05 * noise.normal()))
        isFound = isFound || MetricStep(numbers, better: better) != nil
        if isFound { if night == 1 { first += 1 } else { second += 1 } }
        if isFound, night == 1 {
          second += 1
          break
        }
      }
    }
    print("steps found (\(better)): first night \(first), second night \(second) of 1000")
    #expect(second >= 850)
  }

  @Test func aChangeForTheBetterIsNoStep() {
    let numbers = [210.0, 205, 221, 200, 215, 211, 208, 212, 206, 100, 100]
    #expect(MetricStep(numbers, better: .lower) == nil)
    #expect(MetricStep(numbers, better: .higher) != nil)
  }

  /// Benchmarks in seconds have such numbers.
  @Test func smallNumbersHaveSteps() {
    #expect(MetricStep([Double](repeating: 2.1e-7, count: 8) + [9e-7], better: .lower) != nil)
  }

  @Test(arguments: [
    // Too few runs; the same numbers; one unit more; a rise by less than a tenth.
    ([1.0, 1, 1, 1, 1, 1, 1, 9], false), ([5, 5, 5, 5, 5, 5, 5, 5, 5], false),
    ([5, 5, 5, 5, 5, 5, 5, 5, 6], false), ([100, 100, 100, 100, 100, 100, 100, 100, 109], false),
    ([5, 5, 5, 5, 5, 5, 5, 5, 9], true), ([0, 0, 0, 0, 0, 0, 0, 0, 4], true),
  ])
  func comparesWithTheLastRuns(numbers: [Double], isStep: Bool) {
    #expect((MetricStep(numbers, better: .lower) != nil) == isStep)
  }

  @Test func saysWhatIsUsual() throws {
    var fact = Dataset.Run.Fact(title: "p95", value: "262 ms", number: 262)
    (fact.unit, fact.better) = ("ms", .lower)
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed, facts: [fact])
    let earlier = [210.0, 205, 221, 200, 215, 211, 208, 210, 206].map { number in
      RunFigures(
        facts: [RunFigures.Fact(title: "p95", value: "\(Int(number)) ms", number: number)])
    }
    let found = MetricWatch(dataset, try settings())
      .changes(in: dataset, since: nil, earlier: earlier)
    found.add(to: &dataset)
    #expect(
      dataset.messages.map(\.title) == [
        "p95 rose from 210 to 262 ms (+25%), usual 200 to 221"
      ])
    #expect(dataset.messages.first?.urgency == .warning)
  }
}
