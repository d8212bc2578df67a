internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// The fixtures around tests: set-ups and tear-downs.
struct AllureFixtures {
  struct Fixture {
    var step: Message.Step
    var trace: String
    /// Whether a test with it has failed, whose message shows the fixture.
    var isShown = false
    /// Whether a test with it is read.
    var hasTest = false
    /// The suites of the first test with it.
    var suites: [String] = []
  }

  private(set) var all: [Fixture] = []
  /// The indices of the fixtures before and after each test, by its UUID.
  private var befores: [String: [Int]] = [:]
  private var afters: [String: [Int]] = [:]

  private static let mostOfTest = 100

  mutating func add(_ fixture: Fixture, to children: [String], isAfter: Bool) {
    all.append(fixture)
    for child in children {
      let index = all.count - 1
      if isAfter {
        if afters[child, default: []].count < Self.mostOfTest {
          afters[child, default: []].append(index)
        }
      } else if befores[child, default: []].count < Self.mostOfTest {
        befores[child, default: []].append(index)
      }
    }
  }

  /// The steps before and after a test. Of fixtures that passed, only those with steps are of
  /// interest. A fixture that ran again for each try is shown once.
  func steps(around uuid: String?) -> (befores: [Message.Step], afters: [Message.Step]) {
    guard let uuid else { return ([], []) }
    func steps(_ indices: [Int]?) -> [Message.Step] {
      var known: Set<String> = []
      return (indices ?? []).map { all[$0].step }.filter { step in
        let mark = "\(step.status)\u{1F}\(step.title)\u{1F}\(step.message ?? "")"
        return (step.status.isFailure || !step.children.isEmpty || !step.attachments.isEmpty)
          && known.insert(mark).inserted
      }
    }
    return (steps(befores[uuid]), steps(afters[uuid]))
  }

  /// Notes the test of a UUID.
  mutating func note(_ test: TestCase, uuid: String?) {
    guard let uuid else { return }
    for index in (befores[uuid] ?? []) + (afters[uuid] ?? []) {
      if test.outcome == .failed || test.outcome == .error { all[index].isShown = true }
      if !all[index].hasTest { all[index].suites = test.suites }
      all[index].hasTest = true
    }
  }
}

extension AllureImporter {
  mutating func readContainer(_ value: JSONValue) {
    var known: Set<String> = []
    let children = (value["children"]?.elements ?? []).compactMap(\.string).filter {
      known.insert($0).inserted
    }
    for (key, isAfter) in [("befores", false), ("afters", true)] {
      for element in value[key]?.elements ?? [] {
        guard case .object = element.kind else { continue }
        let trace = element["statusDetails"]?["trace"]?.string ?? ""
        fixtures.add(.init(step: step(element), trace: trace), to: children, isAfter: isAfter)
      }
    }
  }

  /// Reads the errors outside of tests.
  mutating func readGlobals(_ value: JSONValue) {
    for error in value["errors"]?.elements ?? [] {
      guard case .object = error.kind else { continue }
      var problem = TestCase(title: "Allure")
      problem.describe(
        [error["message"]?.string ?? "", error["trace"]?.string ?? ""], context)
      if let text = problem.text, let title = PlainText.firstLine(of: text) {
        problem.title = title
        problem.text = PlainText.rest(of: text, behind: title).flatMap { $0.isEmpty ? nil : $0 }
      }
      (problem.problem, problem.source) = ([problem.title], context.mark(1))
      report.addProblem(problem)
      report.ending = .failed
    }
    if let status = value["exitCode"]?["actual"]?.number ?? value["exitCode"]?.number, status != 0,
      report.ending != .failed
    {
      let place = "exitCode: \(value["exitCode"]?.written ?? "\(status)")"
      report.unread.add(place, line: value.location.line)
    }
  }

  /// Adds the failed fixtures that no failed test shows.
  ///
  /// - Parameter ofOtherTests: Whether fixtures count whose tests have no result. Of a part of a
  ///   folder, these may be fixtures of its other tests.
  mutating func addFixtures(ofOtherTests: Bool) {
    var known: Set<String> = []
    for fixture in fixtures.all where fixture.step.status.isFailure && !fixture.isShown {
      guard fixture.hasTest || ofOtherTests else { continue }
      let (step, message) = (fixture.step, fixture.step.message ?? "")
      let mark = (fixture.suites + ["", step.title, message]).joined(separator: "\u{1F}")
      guard known.insert(mark).inserted else { continue }
      var problem = TestCase(
        title: (fixture.suites.suffix(1) + [step.title]).joined(separator: " › "))
      (problem.suites, problem.problem) = (fixture.suites, ["fixture", step.title])
      problem.outcome = step.status == .failed ? .failed : .error
      problem.describe([message, fixture.trace], context)
      if let place = TraceInText(TerminalText.plain(fixture.trace)) {
        problem.setPlace(from: place)
      }
      problem.category = categories.category(
        status: step.status == .failed ? "failed" : "broken", message: message,
        trace: fixture.trace, isFlaky: false)
      problem.steps = step.children
      problem.attachments = step.attachments
      (problem.seconds, problem.source) = (step.seconds, context.mark(1))
      report.addProblem(problem)
    }
  }
}
