internal import Localization
internal import ToolReports

/// A problem of a whole stream or subtest.
enum TAPProblem {
  case planned(Int, ran: Int)
  case ranWithoutPlan(Int)
  /// A violation of the protocol, in English.
  case broken(String)

  func title(_ locale: Locale) -> String {
    switch self {
    case .planned(let planned, let ran):
      locale.string(
        .plannedAndRan, ["planned": locale.number(planned), "ran": locale.number(ran)])
    case .ranWithoutPlan(let ran): locale.string(.ranWithoutPlan, ["ran": locale.number(ran)])
    case .broken: locale.string(.brokenProtocol)
    }
  }

  var reason: String {
    switch self {
    case .planned(let planned, let ran): "\(planned) tests are planned, \(ran) ran"
    case .ranWithoutPlan: "no line says how many tests are planned"
    case .broken(let reason): reason
    }
  }
}

/// The whole stream or a subtest: the tests between two lines with less indentation.
struct TAPLevel {
  let indent: Int
  /// The name; nil until a comment or the closing point gives it.
  var name: String?
  /// The name of the next subtest in this level.
  var nameOfNext: String?
  /// Whether the level is in braces.
  var isBraced = false
  /// The last point. The lines below it belong to it.
  var current: TAPPoint?
  /// The subtest that the last point closes.
  var closed: TAPSubtest?
  /// An ended subtest that waits for its closing point.
  var ended: TAPSubtest?
  private(set) var points = 0
  private(set) var plan: Int?
  private(set) var planSkip: String?
  private var hasSecondPlan = false
  private var pointsAtPlan = 0
  private var largestNumber = 0
  private var hasNumberZero = false
  /// All numbers up to `lastInOrder` and all in `numbersBeyond` were read.
  private var lastInOrder = 0
  private var numbersBeyond: Set<Int> = []
  /// The count of points with a repeated number, and the first repeated number.
  private var repeated = 0
  private var firstRepeated: Int?

  private static let mostNumbersBeyond = 100_000
  /// The count of tests that are not subtests, and the count of failures among them.
  var leaves = 0
  var failures = 0
  /// The tests that wait for the names of their subtests.
  var held: [TestCase] = []

  init(indent: Int, name: String? = nil) {
    self.indent = indent
    self.name = name
  }

  mutating func count(_ point: TAPPoint) {
    points += 1
    guard let number = point.number else { return }
    largestNumber = max(largestNumber, number)
    if number == 0 { hasNumberZero = true }
    if number == lastInOrder + 1 {
      lastInOrder = number
      while numbersBeyond.remove(lastInOrder + 1) != nil { lastInOrder += 1 }
    } else if number <= lastInOrder || numbersBeyond.contains(number) {
      repeated += 1
      firstRepeated = firstRepeated ?? number
    } else if numbersBeyond.count < Self.mostNumbersBeyond {
      numbersBeyond.insert(number)
    }
  }

  mutating func setPlan(_ plan: Int, skip: String?) {
    if self.plan != nil {
      hasSecondPlan = true
      return
    }
    (self.plan, planSkip, pointsAtPlan) = (plan, skip, points)
  }

  /// The problem of the plan; nil if the plan is met.
  var planProblem: TAPProblem? {
    guard let plan else {
      return firstRepeated.map { .broken("the number \($0) stands twice") }
    }
    if hasSecondPlan { return .broken("a second plan follows the first one") }
    if plan != points { return .planned(plan, ran: points) }
    if let firstRepeated {
      return repeated < plan && !hasNumberZero
        ? .planned(plan, ran: plan - repeated)
        : .broken("the number \(firstRepeated) stands twice")
    }
    if pointsAtPlan > 0, pointsAtPlan < points {
      return .broken("the plan stands between the tests")
    }
    if largestNumber > plan || hasNumberZero {
      return .broken("a test has a number beyond 1 to \(plan)")
    }
    return nil
  }
}

/// A level after its end.
struct TAPSubtest {
  var name: String?
  var leaves: Int
  var failures: Int
  var held: [TestCase]
  var planProblem: TAPProblem?
  var planSkip: String?

  /// The tests that waited, as tests of a subtest of this name.
  func tests(named name: String) -> [TestCase] {
    held.map { test in
      var test = test
      if !name.isEmpty { test.suites.insert(name, at: 0) }
      return test
    }
  }

  init(_ level: TAPLevel) {
    (name, leaves, failures) = (level.name, level.leaves, level.failures)
    (held, planProblem, planSkip) = (level.held, level.planProblem, level.planSkip)
  }
}
