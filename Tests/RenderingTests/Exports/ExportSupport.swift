import Composing
import Model

/// A report with tests of each outcome, a finding and a known issue.
func mixedReport(_ change: (inout Dataset) -> Void = { _ in }) throws -> Report {
  var failure = message(.error, "Cart.adds", text: "expected 3 & got <4>")
  failure.details = "at cart.js:7\n]]>\u{1B}[31m"
  failure.fingerprint = "test:shop\u{1F}Cart\u{1F}adds"
  failure.location = Message.Location(file: "src/cart.js", line: 7)
  failure.owner = "@shop"
  var flaky = message(.warning, "Cart.waits", text: "Failed in 2 of 3 tries\ntimeout")
  flaky.fingerprint = "test:shop\u{1F}Cart\u{1F}waits"
  var finding = message(.warning, "Unused variable", category: "eslint:eslint")
  finding.location = Message.Location(file: "src/cart.js", line: 9)
  finding.link = Message.Link(title: "no-unused")
  let note = message(.information, "Deprecated option")
  var night = dataset([failure, flaky, finding, note])
  night.project = "shop/web"
  var run = Dataset.Run(status: .completed)
  run.facts = [
    fact(.tests, 5), fact(.passed, 2), fact(.failed, 1), fact(.skipped, 1), fact(.todo, 1),
    fact(.flaky, 1),
  ]
  night.run = run
  let outcomes: [(String, ReportedTest.Outcome, message: Int?)] = [
    ("opens", .passed, nil), ("adds", .failed, 0), ("waits", .passed, 1), ("prints", .skipped, nil),
    ("rounds", .todo, nil),
  ]
  for (name, outcome, message) in outcomes {
    var test = ReportedTest(suites: ["shop"], className: "Cart", name: name, outcome: outcome)
    test.seconds = 0.25
    test.message = message
    if name == "waits" { (test.isFlaky, test.failedTries) = (true, 2) }
    if name == "prints" { test.reason = "no printer" }
    night.tests.insert(test)
  }
  change(&night)
  return try report(night)
}

func fact(_ kind: Dataset.Run.Fact.Kind, _ number: Double) -> Dataset.Run.Fact {
  Dataset.Run.Fact(title: kind.title, value: "\(number)", number: number, kind: kind)
}
