internal import JSON
internal import Model
internal import ToolReports

/// The result of a scenario with its background and hooks. The worst step decides the status.
struct CucumberScenario {
  /// The statuses of steps and scenarios, from best to worst.
  enum Status: Int {
    case passed, skipped, unknown, pending, undefined, ambiguous, failed

    init(_ word: String) {
      self =
        switch word {
        case "passed": .passed
        case "skipped", "untested", "disabled", "not_run", "notrun": .skipped
        case "pending": .pending
        case "undefined": .undefined
        case "ambiguous": .ambiguous
        case "failed", "error", "hook_error": .failed
        default: .unknown
        }
    }
  }

  /// The step with the worst status; the first one of several.
  struct Step {
    var status: Status
    /// The status as the report writes it.
    var word: String
    /// The keyword and the name: `Given a user`.
    var name = ""
    var error = ""
    var line: Int?
  }

  /// The background, if any, then the scenario.
  private let elements: [JSONValue]
  private(set) var worst: Step?
  /// The sum of all durations in the unit of the report; nil without any.
  private(set) var duration: Double?

  init(_ elements: [JSONValue]) {
    self.elements = elements
    forEachStep { step, keyword in addStep(step, keyword) }
    // Behave writes the status of the scenario and omits the results of steps that did not run.
    guard let word = elements.last?["status"]?.string?.lowercased() else { return }
    let status = Status(word)
    // A scenario is never better than its steps.
    if isBad, status.rawValue <= Status.skipped.rawValue { return }
    if !isBad || status == .unknown { worst = Step(status: status, word: word) }
    worst?.status = status
  }

  /// Whether it neither passed nor was skipped.
  var isBad: Bool { (worst?.status ?? .passed).rawValue > Status.skipped.rawValue }

  /// Calls `body` for each step and hook in order. The keyword is nil for a step.
  func forEachStep(_ body: (JSONValue, String?) -> Void) {
    for element in elements {
      for hook in element["before"]?.elements ?? [] { body(hook, "Before") }
      for step in element["steps"]?.elements ?? [] {
        for hook in step["before"]?.elements ?? [] { body(hook, "BeforeStep") }
        body(step, nil)
        for hook in step["after"]?.elements ?? [] { body(hook, "AfterStep") }
      }
      for hook in element["after"]?.elements ?? [] { body(hook, "After") }
    }
  }

  private mutating func addStep(_ value: JSONValue, _ hook: String?) {
    let result = value["result"]
    if let time = result?["duration"]?.number, time >= 0 { duration = (duration ?? 0) + time }
    // A hook without a result did nothing; a step without one did not run.
    guard let word = result?["status"]?.string?.lowercased() ?? (hook == nil ? "skipped" : nil)
    else { return }
    let status = Status(word)
    if let worst, worst.status.rawValue >= status.rawValue { return }
    var step = Step(status: status, word: word)
    (step.name, step.error) = (Self.name(of: value, hook), Self.error(of: result))
    step.line = Self.line(of: value)
    worst = step
  }

  /// The keyword and the name of a step.
  private static func name(of value: JSONValue, _ hook: String?) -> String {
    let keyword = hook ?? value["keyword"]?.string ?? ""
    let name = value["name"]?.string ?? ""
    // A hook without a name is identified by its location in the sources.
    let place = name.isEmpty ? value["match"]?["location"]?.string : nil
    return [PlainText.trimmed(keyword), name.isEmpty ? place.map { "(\($0))" } ?? "" : name]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func error(of result: JSONValue?) -> String {
    let error = result?["error_message"]
    return error?.string ?? error?.elements.compactMap(\.string).joined(separator: "\n") ?? ""
  }

  /// Its steps, and the hooks that did not pass.
  ///
  /// - Parameter unit: The number of the report's units in a second.
  func steps(unit: Double) -> [Message.Step] {
    var steps: [Message.Step] = []
    forEachStep { value, hook in
      let result = value["result"]
      let status: Message.Step.Status =
        switch result?["status"]?.string.map({ Status($0.lowercased()) }) {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .skipped
        case nil where hook == nil: .skipped
        default: .unknown
        }
      if hook != nil, result?["status"] == nil || status == .passed { return }
      let said = PlainText.trimmed(TerminalText.plain(Self.error(of: result)))
      let seconds = result?["duration"]?.number.flatMap { ReportedDuration.seconds($0 / unit) }
      steps.append(
        Message.Step(
          title: Self.name(of: value, hook), status: status, seconds: seconds,
          message: said.isEmpty ? nil : said))
    }
    return steps
  }

  /// The line of a step or scenario. Behave appends it to the path: `features/a.feature:3`.
  static func line(of value: JSONValue?) -> Int? {
    value?["line"]?.whole
      ?? value?["location"]?.string.flatMap { location in
        location.split(separator: ":").last.flatMap { Int($0) }
      }
  }
}
