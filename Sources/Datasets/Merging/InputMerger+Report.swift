internal import Diagnostics
internal import Model
internal import ToolReports

extension InputMerger {
  /// Adds the contents of another tool's report. Titles and addresses of datasets win.
  mutating func addReport(_ report: consuming ImportedReport) {
    var report = report
    report.finish()
    // The name of one of several reports would be a wrong title.
    let isFirst = !inputs.contains(where: \.isImported)
    imported.title = isFirst || imported.title == report.title ? report.title : nil
    imported.subtitle = isFirst || imported.subtitle == report.subtitle ? report.subtitle : nil
    imported.url = imported.url ?? report.url
    dataset.categories += report.categories.filter { categoryIDs.insert($0.id).inserted }
    // The first report's messages need no copy.
    if dataset.messages.isEmpty {
      (dataset.messages, repeated) = (report.messages, report.repeated)
      dataset.tests.insert(report.results.tests, places: [])
    } else {
      let places = append(report.messages)
      dataset.tests.insert(report.results.tests, places: places)
    }
    if !report.entries.isEmpty {
      if dataset.timeline == nil { dataset.timeline = TimelineData() }
      dataset.timeline?.entries += report.entries
    }
    input.run = report.run
    input.isImported = true
    input.packagePaths = report.packagePaths
    input.onlyMeasures = report.coverage != nil
    if let added = report.coverage {
      if coverage?.join(added) == nil { coverage = added }
    }
    for slow in report.slowest.sorted { slowest.insert(slow.test, slow.seconds) }
    leftOut += report.leftOut
    redactions += report.redactions
    if context.options.links.usesProvenance, input.links == nil {
      input.links = report.repository.flatMap { SourceLinks(repository: $0) }
    }
    input.hasScope = true
    input.reports = report.readReports
    input.tests = report.scope.tests
    dataset.testNames.insert(report.scope.names)
    dataset.testResults.insert(report.scope.results, in: report.scope.environment)
    report.scope.leftOut = report.maker.leftOut
    joinedScope.add(report.scope, isComplete: context.options.isComplete)
  }

  /// Adds the messages of another report. A finding of an earlier report is only counted there.
  /// Returns the index of each message in the dataset.
  private mutating func append(_ messages: [Message]) -> [Int] {
    dataset.messages.reserveCapacity(dataset.messages.count + messages.count)
    var places: [Int] = []
    places.reserveCapacity(messages.count)
    for message in messages {
      if let difference = context.difference,
        RunScope.Kind(ofFingerprint: message.fingerprint) == .finding,
        let first = repeated.first(
          of: message, in: dataset.messages, despite: difference, at: dataset.messages.count)
      {
        dataset.messages[first].count += message.count
        places.append(first)
      } else {
        places.append(dataset.messages.count)
        dataset.messages.append(message)
      }
    }
    return places
  }

  mutating func reportTooMany(messages limit: Int) {
    guard !log.diagnostics.contains(where: { $0.id == "too-many-messages" }) else { return }
    log.add(
      Diagnostic(
        .error, "too-many-messages", "there are more than \(limit) messages",
        at: SourceLocation(file: context.path),
        help: ["keep some out with '--min-level', or with less in '--include'"]))
  }

  /// The context for the reader of a report. The locale is not needed earlier.
  var reportContext: ImportContext {
    var context = context
    context.room = max(context.options.messageLimit - dataset.messages.count, 0)
    context.options.locale = locale(dataset.locale)
    return context
  }
}
