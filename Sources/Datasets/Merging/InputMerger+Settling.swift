import Diagnostics
internal import Model
internal import Time
internal import ToolReports

extension InputMerger {
  /// Resolves everything that depends on all files: zones, addresses and the merged run.
  mutating func settleInputs() {
    let reportName = zones.report ?? dataset.timeZone
    let reportZone = reportZone
    var runs: [Dataset.Run] = []
    var measures: [Dataset.Run] = []
    listReports()
    let names = namesOfSeveral
    for (position, input) in inputs.enumerated() {
      settleAddresses(of: input)
      let zone = settleTimes(of: input, reportZone: reportName)
      let name = names.isEmpty ? nil : names[position]
      if let name { setInput(name, of: input.messages) }
      guard var run = input.run else { continue }
      if let name {
        run.facts = run.facts.map { $0.named(after: name) }
        run.name(claimsOf: dataset.files[Int(input.file)], after: name)
      }
      check(run, of: input, in: zone ?? reportZone)
      run = zone.map(run.resolved) ?? run
      if input.onlyMeasures { measures.append(run) } else { runs.append(run) }
    }
    dataset.run = Dataset.Run.merging(
      runs.isEmpty ? measures : runs,
      isEveryInput: inputs.allSatisfy { $0.run != nil || $0.isCalendar || isOnlyMetadata($0) },
      in: reportZone)
    if !runs.isEmpty, !measures.isEmpty {
      dataset.run?.facts = Dataset.Run.facts(of: runs + measures)
      dataset.run?.shortfalls += measures.flatMap(\.shortfalls)
      for run in measures { dataset.run?.unread.add(run.unread) }
    }
    if dataset.run?.status == .completed, dataset.run?.shortfalls.isEmpty == false {
      dataset.run?.status = nil
    }
  }

  // Separate, because the optimizer makes the messages unique even before a loop without changes.
  private mutating func setInput(_ name: String, of messages: Range<Int>) {
    for index in messages where dataset.messages[index].input == nil {
      dataset.messages[index].input = name
    }
  }

  /// The names of all inputs without their common folder. Empty unless several inputs have messages
  /// or facts.
  private var namesOfSeveral: [String] {
    let telling = inputs.count { !$0.messages.isEmpty || $0.run.map { !$0.facts.isEmpty } ?? false }
    return telling > 1 ? shortened(inputs.map(name)) : []
  }

  func name(of input: DatasetInput) -> String {
    Int(input.file) < dataset.files.count ? dataset.files[Int(input.file)] : "-"
  }

  /// Names without their common folder and without secrets.
  func shortened(_ names: [String]) -> [String] {
    var redactor = redactor
    let paths = names.map {
      redactor.redacted($0).split(separator: "/", omittingEmptySubsequences: false)
    }
    guard var shared = paths.first?.dropLast() else { return [] }
    for path in paths {
      shared = shared.prefix(zip(shared, path.dropLast()).prefix { $0 == $1 }.count)
    }
    return paths.map { $0.dropFirst(shared.count).joined(separator: "/") }
  }

  /// Whether a dataset does not describe how the run went. It has no messages, and either an empty
  /// scope, or no entries in addition to reports of tools.
  private func isOnlyMetadata(_ input: DatasetInput) -> Bool {
    guard input.messages.isEmpty else { return false }
    return input.hasEmptyScope
      || input.entries.isEmpty && inputs.contains(where: \.isImported)
  }

  /// Keeps relative addresses relative to the `url` of their file.
  private mutating func settleAddresses(of input: DatasetInput) {
    guard let url = input.url, !url.isEmpty, url != dataset.url else { return }
    for index in input.messages where dataset.messages[index].base == nil {
      dataset.messages[index].base = url
    }
    for index in input.entries where dataset.timeline?.entries[index].base == nil {
      dataset.timeline?.entries[index].base = url
    }
    if input.hasSummary { dataset.summaryBase = url }
  }

  /// Converts times without an offset to instants if the file's zone is not the report's. Dates
  /// stay dates (see "Past, current and future"). Returns the file's own zone.
  private mutating func settleTimes(
    of input: DatasetInput, reportZone: String?
  ) -> TimeZoneRules? {
    guard let name = input.timeZone, name != reportZone, hasLocalTimes(input) else { return nil }
    let zone: TimeZoneRules
    do throws(TimeZoneError) {
      zone = try TimeZoneRules(named: name, folder: zones.folder)
    } catch {
      // The dataset's own zone is validated when the report is made.
      if zones.report == nil, name == dataset.timeZone { return nil }
      log.add(
        Diagnostic(
          .error, "unknown-time-zone", error.message,
          at: input.timeZoneSource.map(dataset.location),
          help: TimeZoneError.help))
      return nil
    }
    for index in input.messages {
      if let time = dataset.messages[index].time?.resolved(in: zone) {
        dataset.messages[index].time = time
      }
    }
    for index in input.entries {
      guard let when = dataset.timeline?.entries[index].when else { continue }
      dataset.timeline?.entries[index].when = when.resolved(in: zone)
    }
    if dataset.nowSource?.file == input.file { dataset.now = dataset.now?.resolved(in: zone) }
    return zone
  }

  private func hasLocalTimes(_ input: DatasetInput) -> Bool {
    if dataset.nowSource?.file == input.file, dataset.now?.isLocal ?? false { return true }
    if input.run?.started?.isLocal ?? false || input.run?.finished?.isLocal ?? false {
      return true
    }
    if dataset.messages[input.messages].contains(where: { $0.time?.isLocal ?? false }) {
      return true
    }
    return dataset.timeline?.entries[input.entries].contains { $0.when.hasLocalTime } ?? false
  }

  private mutating func check(
    _ run: Dataset.Run, of input: DatasetInput, in zone: TimeZoneRules
  ) {
    guard let started = run.started, let finished = run.finished else { return }
    let last: Instant
    if case .date(let day) = finished {
      last = zone.interval(of: day).upperBound
    } else {
      last = zone.instant(of: finished)
    }
    guard last < zone.instant(of: started) else { return }
    log.add(
      Diagnostic(
        .warning, "finished-before-started", "'finished' is before 'started'",
        at: input.finishedSource.map(dataset.location),
        help: ["no duration is shown"]))
  }
}

extension Dataset.Run {
  /// Renames the claims of an input to the name that the report shows.
  fileprivate mutating func name(claimsOf file: String, after name: String) {
    for index in shortfalls.indices where shortfalls[index].input == file {
      shortfalls[index].input = name
    }
  }
}

extension Dataset.Run.Fact {
  /// The fact with its input as the origin, unless it has origins.
  fileprivate func named(after input: String) -> Self {
    var fact = self
    if origins.isEmpty { fact.origins = [Origin(input: input, value: value, number: number)] }
    return fact
  }
}

extension TimePoint {
  fileprivate var isLocal: Bool {
    if case .local = self { true } else { false }
  }

  /// The time as an instant, independent of the reader's zone.
  fileprivate func resolved(in zone: TimeZoneRules) -> TimePoint {
    isLocal ? .instant(zone.instant(of: self)) : self
  }
}

extension Dataset.Run {
  fileprivate func resolved(in zone: TimeZoneRules) -> Dataset.Run {
    var run = self
    run.started = started?.resolved(in: zone)
    run.finished = finished?.resolved(in: zone)
    return run
  }
}

extension TimelineEntry.When {
  fileprivate var hasLocalTime: Bool {
    switch self {
    case .point(let point): point.isLocal
    case .span(let start, let end): start.isLocal || end?.isLocal ?? false
    }
  }

  fileprivate func resolved(in zone: TimeZoneRules) -> TimelineEntry.When {
    switch self {
    case .point(let point): .point(point.resolved(in: zone))
    case .span(let start, let end):
      .span(start: start.resolved(in: zone), end: end?.resolved(in: zone))
    }
  }
}
