import Composing
import Model
import TestSupport
import Testing

/// Runs without tests and unfinished runs, which meet every `--fail-on`.
@Suite struct GateTests {
  private func dataset(tests: Int) -> Dataset {
    typealias Fact = Dataset.Run.Fact
    let fact = Fact(
      title: Fact.Kind.tests.title, value: "\(tests)", number: Double(tests), kind: .tests)
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed, facts: [fact])
    return dataset
  }

  @Test func aRunThatLostAllTestsMeetsEveryGate() throws {
    var tonight = Dataset()
    tonight.run = Dataset.Run(status: .completed)
    let lost = try report(tonight, settings(baseline: dataset(tests: 4)))
    #expect(lost.verdict.text == "No test was run")
    for threshold in FailureThreshold.allCases {
      #expect(lost.reasons(for: threshold).lacksTests)
    }
    // Without a run before it, such as for a linter, there is nothing to lack.
    #expect(try !report(tonight).fails(on: .error))
  }

  @Test func unfinishedTestsMeetEveryGate() throws {
    var tonight = dataset(tests: 4)
    tonight.run?.status = nil
    tonight.scope = RunScope([RunScope.Part(tests: TestDigests())])
    for threshold in FailureThreshold.allCases {
      #expect(try report(tonight).reasons(for: threshold).isUnfinished)
    }
    tonight.run?.status = .completed
    #expect(try !report(tonight).fails(on: .error))
  }
}
