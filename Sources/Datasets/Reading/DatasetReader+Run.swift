internal import Diagnostics
internal import Inputs
internal import JSON
internal import Model
internal import ToolReports

extension DatasetReader {
  mutating func readRun(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.run, in: &reader, as: "run") else { return }
    var run = Dataset.Run()
    while let key = fields.next(&reader) {
      switch key {
      case .status: run.status = DatasetChoices.runStatus.read(&reader, name: "status")
      case .reason: run.reason = reader.string("reason")
      case .started: run.started = reader.time("started")
      case .finished:
        run.finished = reader.time("finished")
        contents.finishedSource = mark(reader.valuePosition)
      case .commit: run.commit = reader.string("commit")
      case .branch: run.branch = reader.string("branch")
      case .commitURL:
        run.links.commit = template("commitURL", CommitLinks.commitNames, &reader)
      case .compareURL:
        run.links.compare = template("compareURL", CommitLinks.compareNames, &reader)
      case .facts: readFacts(&reader, into: &run.facts)
      case .shortfalls: readShortfalls(&reader, into: &run.shortfalls)
      case .unread: readUnread(&reader, into: &run.unread)
      case .unreadMore: run.unread.add(more: reader.integer("unreadMore", 0...Int.max) ?? 0)
      case .skipReasons: readReasons(&reader, into: &run.skipReasons)
      case .coverage: readCoverage(&reader, into: &run.coverage)
      case .properties: run.properties = readProperties(&reader)
      }
    }
    contents.dataset.run = run
  }

  /// Reads the template of an address. Reports an invalid template and returns nil.
  private func template(
    _ name: String, _ names: [String], _ reader: inout JSONReader
  ) -> String? {
    guard let template = reader.string(name) else { return nil }
    guard let mistake = CommitLinks.mistake(in: template, names) else { return template }
    let place = reader.location(reader.valuePosition)
    reader.log.add(
      Diagnostic(
        .warning, "bad-commit-url", "'\(name)' can't make links: \(mistake)", at: place))
    return nil
  }

  private func readReasons(
    _ reader: inout JSONReader, into reasons: inout [Dataset.Run.SkipReason]
  ) {
    guard reader.beginArray("skipReasons") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.skipReason, in: &reader) else { continue }
      var reason = Dataset.Run.SkipReason(text: "", count: 1)
      while let key = fields.next(&reader) {
        switch key {
        case .text: reason.text = reader.string("text") ?? ""
        case .count: reason.count = reader.integer("count", 1...1_000_000_000) ?? 1
        }
      }
      reasons.append(reason)
    }
  }

  private func readFacts(_ reader: inout JSONReader, into facts: inout [Dataset.Run.Fact]) {
    guard reader.beginArray("facts") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.fact, in: &reader) else { continue }
      var fact = Dataset.Run.Fact(title: "", value: "")
      while let key = fields.next(&reader) {
        switch key {
        case .id: fact.id = reader.string("id")
        case .kind: fact.kind = DatasetChoices.factKind.read(&reader, name: "kind")
        case .title: fact.title = reader.string("title") ?? ""
        case .value: fact.value = reader.string("value") ?? ""
        case .number: fact.number = reader.number("number")
        case .unit: fact.unit = reader.string("unit")
        case .better: fact.better = DatasetChoices.better.read(&reader, name: "better")
        case .origins: readOrigins(&reader, into: &fact.origins)
        }
      }
      facts.append(fact)
    }
  }

  private func readShortfalls(
    _ reader: inout JSONReader, into shortfalls: inout [Dataset.Run.Shortfall]
  ) {
    guard reader.beginArray("shortfalls") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.shortfall, in: &reader) else { continue }
      var shortfall = Dataset.Run.Shortfall(input: "", text: "")
      while let key = fields.next(&reader) {
        switch key {
        case .input: shortfall.input = reader.string("input") ?? ""
        case .text: shortfall.text = reader.string("text") ?? ""
        }
      }
      shortfalls.append(shortfall)
    }
  }

  private func readUnread(_ reader: inout JSONReader, into unread: inout Dataset.Run.Unread) {
    guard reader.beginArray("unread") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.unread, in: &reader) else { continue }
      var input = Dataset.Run.UnreadInput(path: "", reason: "")
      while let key = fields.next(&reader) {
        switch key {
        case .path: input.path = reader.string("path") ?? ""
        case .reason: input.reason = reader.string("reason") ?? ""
        case .help: input.help = reader.string("help")
        }
      }
      unread.add(input)
    }
  }

  /// The reason for a key that was not read, in a sentence that the strings translate.
  static func reason(unreadKey key: String) -> String {
    "the unknown key '\(key)', which may report failures"
  }

  /// Adds the input to the unread ones if values that may report failures were skipped. It is one
  /// file, so the reason names one key; each key has a warning.
  mutating func addUnread(_ names: Set<String>) {
    guard let name = names.min() else { return }
    var run = contents.dataset.run ?? Dataset.Run()
    var redactor = context.options.redactor
    let reason = Self.reason(unreadKey: redactor.redacted(name))
    run.unread.add(Dataset.Run.UnreadInput(path: context.path, reason: reason))
    contents.dataset.run = run
  }

  private func readOrigins(
    _ reader: inout JSONReader, into origins: inout [Dataset.Run.Fact.Origin]
  ) {
    guard reader.beginArray("origins") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.origin, in: &reader) else { continue }
      var origin = Dataset.Run.Fact.Origin(input: "", value: "")
      while let key = fields.next(&reader) {
        switch key {
        case .input: origin.input = reader.string("input") ?? ""
        case .value: origin.value = reader.string("value") ?? ""
        case .number: origin.number = reader.number("number")
        }
      }
      origins.append(origin)
    }
  }
}
