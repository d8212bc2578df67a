internal import JSON
internal import Model

extension DatasetImporter {
  mutating func readRun(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.run, in: &reader, as: "run") else { return }
    var run = Dataset.Run()
    while let key = fields.next(&reader) {
      switch key {
      case .status: run.status = DatasetChoices.runStatus.read(&reader, name: "status")
      case .reason: run.reason = reader.string("reason")
      case .started: run.started = reader.time("started")
      case .finished: run.finished = reader.time("finished")
      case .commit: run.commit = reader.string("commit")
      case .branch: run.branch = reader.string("branch")
      case .facts: readFacts(&reader, into: &run.facts)
      }
    }
    dataset.run = dataset.run.map { $0.merging(run) } ?? run
  }

  private func readFacts(_ reader: inout JSONReader, into facts: inout [Dataset.Run.Fact]) {
    guard reader.beginArray("facts") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.fact, in: &reader) else { continue }
      var fact = Dataset.Run.Fact(title: "", value: "")
      while let key = fields.next(&reader) {
        switch key {
        case .title: fact.title = reader.string("title") ?? ""
        case .value: fact.value = reader.string("value") ?? ""
        case .number: fact.number = reader.number("number")
        }
      }
      facts.append(fact)
    }
  }
}

extension Dataset.Run {
  /// This run with another that was given after it: the worst status with its reason.
  fileprivate func merging(_ other: Dataset.Run) -> Dataset.Run {
    var merged = self
    if other.rank > rank {
      merged.status = other.status
      merged.reason = other.reason
    } else if merged.reason == nil, other.rank == rank {
      merged.reason = other.reason
    }
    merged.started = started ?? other.started
    merged.finished = finished ?? other.finished
    merged.commit = commit ?? other.commit
    merged.branch = branch ?? other.branch
    merged.facts += other.facts
    return merged
  }

  private var rank: Int {
    status.flatMap { Status.allCases.firstIndex(of: $0) } ?? -1
  }
}
