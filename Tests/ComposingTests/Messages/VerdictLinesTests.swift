import Model
import Testing

@testable import Composing

/// The lines of the verdict (M2), which every target says.
@Suite struct VerdictLinesTests {
  private func messages(_ urgency: Urgency, _ titles: [String]) throws -> [Message] {
    try titles.map { try message(urgency, $0, fingerprint: $0) }
  }

  private func lines(
    _ now: [Message], _ before: [Message]? = nil, run: Dataset.Run.Status? = nil
  ) throws -> [String] {
    let made = try report(
      dataset(now, run: run), settings(locale: "en", baseline: before.map { dataset($0) }))
    let lines = made.verdict.lines
    return [lines.first.text, lines.second.text, lines.rest.text]
  }

  @Test func eachUrgencySaysItsOwnNewsAndErrorsAreFirst() throws {
    let old = try messages(.error, ["a", "b"]) + messages(.warning, ["w"])
    let new =
      try messages(.error, ["c"]) + messages(.warning, ["x", "y"]) + messages(.neutral, ["n"])
    #expect(
      try lines(old + new, old) == [
        "3 errors, 1 new", "3 warnings, 2 new", "1 neutral (1 new) · 3 unchanged",
      ])
  }

  @Test func noNumberIsSaidTwice() throws {
    let errors = try messages(.error, ["a", "b", "c"])
    #expect(try lines(errors) == ["3 errors", "", ""])
    #expect(try lines(errors, []) == ["3 new errors", "", ""])
    #expect(
      try lines(errors, errors) == ["3 errors unchanged", "", "nothing has changed"])
    #expect(try report(dataset(errors)).verdict.text == "3 errors")
  }

  @Test func whatIsFixedStandsInTheLastLine() throws {
    let old = try messages(.error, ["a", "b"]) + messages(.warning, ["w"])
    #expect(
      try lines(Array(old.dropFirst()), old) == [
        "1 error unchanged", "1 warning", "1 fixed, 2 unchanged",
      ])
    #expect(try lines([], old, run: .completed) == ["All clear", "", "3 fixed"])
  }

  @Test func partsLeadToTheirListsAndToWhatIsStillThere() throws {
    let old = try messages(.error, ["a"])
    let made = try report(
      dataset(old + messages(.error, ["b"])), settings(locale: "en", baseline: dataset(old)))
    #expect(made.verdict.lines.first.map(\.list) == [nil, .new])
    #expect(made.verdict.lines.rest.map(\.filter) == [.still])
  }

  @Test func aWindowSaysFirstThatTheRunFailed() throws {
    let made = try report(dataset(messages(.error, ["a"]), run: .failed), settings(locale: "en"))
    #expect(made.brief == "Run failed, 1 error")
    #expect(try report(dataset([], run: .completed), settings(locale: "en")).brief == "All clear")
  }

  @Test func nothingIsInProgressWhenTheRunIsCompleted() throws {
    let progress = Message.Progress(done: 3, of: 8)
    for (status, label) in [(Dataset.Run.Status.completed, "Progress"), (nil, "In progress")] {
      let made = try report(dataset([], run: status), settings(locale: "en"))
      #expect(MessageLabels(made).progress(progress).label == label)
      #expect(MessageLabels(made).progress(.init(done: 8, of: 8)).label == "Completed")
    }
  }
}
