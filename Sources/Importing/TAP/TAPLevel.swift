internal import Basics

/// What is wrong with a stream or a subtest as a whole.
enum TAPProblem {
  case planned(Int, ran: Int)
  case ranWithoutPlan(Int)
  /// A rule that is broken, in English.
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

/// The tests between two lines of lesser indentation: the whole stream, or a subtest.
struct TAPLevel {
  let indent: Int
  /// What it is called; nil until the point that closes it says so.
  var name: String?
  /// What the next subtest in it is called.
  var nameOfNext: String?
  /// Whether braces stand around it.
  var isBraced = false
  /// The last point, to which the lines below it belong.
  var current: TAPPoint?
  /// The subtest that the last point closes.
  var closed: TAPSubtest?
  /// A subtest that has ended and waits for the point that closes it.
  var ended: TAPSubtest?
  private(set) var points = 0
  private(set) var plan: Int?
  private(set) var planSkip: String?
  private var hasSecondPlan = false
  private var pointsAtPlan = 0
  private var largestNumber = 0
  private var hasNumberZero = false
  /// All numbers up to this one were there, and so were those beyond it.
  private var lastInOrder = 0
  private var numbersBeyond: Set<Int> = []
  /// How many points have the number of another one, and the first such number.
  private var repeated = 0
  private var firstRepeated: Int?

  private static let mostNumbersBeyond = 100_000
  /// The tests in it that are no subtests, and those of them that failed.
  var leaves = 0
  var failures = 0
  /// The tests that wait for the names of the subtests around them.
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

  mutating func take(plan: Int, skip: String?) {
    if self.plan != nil {
      hasSecondPlan = true
      return
    }
    (self.plan, planSkip, pointsAtPlan) = (plan, skip, points)
  }

  /// What is wrong with the plan; nil if it is met.
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

/// What a level comes to once its end has been seen.
struct TAPSubtest {
  var name: String?
  var leaves: Int
  var failures: Int
  var held: [TestCase]
  var planProblem: TAPProblem?
  var planSkip: String?

  /// The tests in it that have waited, as tests of a subtest of this name.
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
