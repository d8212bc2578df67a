import Datasets
import Diagnostics
import ImportSupport
import Model
import Testing

/// The steps of a dataset's messages, and the limits of all steps.
struct StepTests {
  private func read(_ steps: String, rest: String = "") -> (message: Message?, ids: [String]) {
    let found = Import(
      #"{"version": 1, "messages": [{"urgency": "error", "title": "t", "steps": \#(steps)\#(rest)}]}"#
    )
    return (found.dataset?.messages.first, found.diagnostics.map(\.id))
  }

  private func step(
    _ title: String, _ status: Message.Step.Status = .passed, _ children: [Message.Step] = []
  ) -> Message.Step {
    Message.Step(title: title, status: status, children: children)
  }

  private func nested(_ depth: Int, _ status: Message.Step.Status) -> [Message.Step] {
    var steps: [Message.Step] = []
    for level in (1...depth).reversed() { steps = [step("\(level)", status, steps)] }
    return steps
  }

  private func titles(_ steps: [Message.Step]) -> [String] {
    steps.flatMap { [$0.title] + titles($0.children) }
  }

  @Test func aStepHasParametersFilesAndSteps() throws {
    let (message, ids) = read(
      #"""
      [{"title": "a", "status": "failed", "seconds": 0.5, "message": "m",
        "parameters": [{"name": "n", "value": "v"}], "attachments": [{"path": "x.png"}],
        "steps": [{"title": "b"}]}]
      """#)
    #expect(
      message?.steps == [
        .init(
          title: "a", status: .failed, seconds: 0.5, parameters: [.init(name: "n", value: "v")],
          message: "m", attachments: [.init(path: "x.png")],
          children: [.init(title: "b", status: .unknown)])
      ])
    #expect(ids.isEmpty)
  }

  @Test func aWrittenDatasetHasTheSameSteps() throws {
    let dataset = try #require(
      Import(
        #"""
        {"version": 1, "messages": [{"urgency": "error", "title": "t", "stepsLeftOut": 7, "steps": [
          {"title": "a", "status": "error", "seconds": 1, "message": "m",
           "parameters": [{"name": "n", "value": "v"}], "attachments": [{"url": "https://h/x"}],
           "steps": [{"title": "b", "status": "skipped"}]}]}]}
        """#
      ).dataset)
    let again = Import(String(decoding: DatasetWriter.bytes(dataset), as: UTF8.self)).dataset
    #expect(again?.messages.first?.steps == dataset.messages.first?.steps)
    #expect(again?.messages.first?.stepsLeftOut == 7)
  }

  @Test func ofTooManyStepsTheFailureIsKept() throws {
    let passed = String(repeating: #"{"title": "p", "status": "passed"},"#, count: 1_410)
    let (message, ids) = read(
      #"[\#(passed) {"title": "f", "status": "failed", "steps": [{"title": "g", "status": "failed"}]}]"#,
      rest: #", "stepsLeftOut": 5"#)
    let steps = try #require(message?.steps)
    #expect(steps.totalCount == 1_000)
    #expect(titles(steps).suffix(2) == ["f", "g"])
    #expect(message?.stepsLeftOut == 417)
    #expect(ids == ["too-many-steps"])
  }

  @Test func aDeepPathKeepsItsBeginningAndItsEnd() {
    let (steps, leftOut) = nested(500, .failed).limited()
    let levels: [Int] = Array(1...16) + Array(485...500)
    #expect(titles(steps) == levels.map(String.init))
    #expect(leftOut == 468)
  }

  @Test func deepStepsWithoutAFailureAreCut() {
    let (steps, leftOut) = nested(100, .passed).limited()
    let levels: [Int] = Array(1...32)
    #expect(titles(steps) == levels.map(String.init))
    #expect(leftOut == 68)
  }

  @Test func fewStepsStayAsTheyAre() {
    let steps = nested(32, .failed) + [step("x", .passed, nested(3, .skipped))]
    let (kept, leftOut) = steps.limited()
    #expect(kept == steps)
    #expect(leftOut == 0)
  }

  @Test func thePathLeadsToTheFirstFailure() {
    let steps = [
      step("a"), step("b", .failed, [step("c"), step("d", .skipped), step("e", .error)]),
      step("f", .failed),
    ]
    #expect(steps.failingPath == [1, 2])
    #expect(titles(steps.onlyFailingPath) == ["b", "e"])
    #expect([step("a")].failingPath.isEmpty)
  }

  @Test func aReasonIsSaidWhereItHappened() {
    func failed(_ message: String?, _ children: [Message.Step] = []) -> Message.Step {
      Message.Step(title: "s", status: .failed, message: message, children: children)
    }
    func messages(_ steps: [Message.Step]) -> [String?] {
      steps.flatMap { [$0.message] + messages($0.children) }
    }
    let steps = [failed("m", [failed("m", [failed("m")])])]
    #expect(messages(steps.withoutRepetitions(of: "other")) == [nil, nil, "m"])
    #expect(messages(steps.withoutRepetitions(of: "Error: m")) == [nil, nil, nil])
    #expect(messages([failed("m", [failed("n")])].withoutRepetitions(of: nil)) == ["m", "n"])
  }

  @Test func longStepsAreCutToThePathAndThenDropped() {
    var message = Message(urgency: .error, title: "t")
    message.steps = [step(String(repeating: "a", count: 90)), step("b", .failed)]
    message.shortenSteps(to: 200)
    #expect(titles(message.steps).count == 2)
    message.shortenSteps(to: 50)
    #expect(titles(message.steps) == ["b"])
    #expect(message.stepsLeftOut == 1)
    message.shortenSteps(to: 0)
    #expect(message.steps.isEmpty)
    #expect(message.stepsLeftOut == 2)
  }
}
