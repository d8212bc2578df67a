internal import Model
internal import ToolReports

extension InputMerger {
  /// Adds the coverage of all reports by file to the merged run.
  mutating func settleCoverage() {
    var byFile = coverage?.byFile ?? CodeCoverage()
    for input in inputs { if let run = input.run { byFile.add(run.coverage) } }
    guard !byFile.isEmpty else { return }
    var run = dataset.run ?? Dataset.Run()
    // The percentages of datasets do not say how many lines they are of.
    let isKnown = inputs.allSatisfy { input in
      input.isImported || input.run?.facts.contains { $0.kind == .coverage } != true
    }
    for fact in coverage?.facts ?? [] where isKnown {
      guard
        let index = run.facts.firstIndex(where: { $0.kind == .coverage && $0.title == fact.title })
      else { continue }
      (run.facts[index].value, run.facts[index].number) = (fact.value, fact.number)
      run.facts[index].share = fact.share
    }
    run.coverage = byFile
    dataset.run = run
  }
}
