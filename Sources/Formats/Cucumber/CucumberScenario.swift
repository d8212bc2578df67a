internal import JSON
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
    let keyword = hook ?? value["keyword"]?.string ?? ""
    let name = value["name"]?.string ?? ""
    // A hook without a name is identified by its location in the sources.
    let place = name.isEmpty ? value["match"]?["location"]?.string : nil
    step.name = [PlainText.trimmed(keyword), name.isEmpty ? place.map { "(\($0))" } ?? "" : name]
      .filter { !$0.isEmpty }.joined(separator: " ")
    let error = result?["error_message"]
    step.error =
      error?.string ?? error?.elements.compactMap(\.string).joined(separator: "\n") ?? ""
    step.line = Self.line(of: value)
    worst = step
  }

  /// The line of a step or scenario. Behave appends it to the path: `features/a.feature:3`.
  static func line(of value: JSONValue?) -> Int? {
    value?["line"]?.whole
      ?? value?["location"]?.string.flatMap { location in
        location.split(separator: ":").last.flatMap { Int($0) }
      }
  }
}
