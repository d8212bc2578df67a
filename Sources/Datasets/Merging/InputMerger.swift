package import Diagnostics
package import Formats
internal import Inputs
package import JSON
package import Localization
package import Model
package import Time
package import ToolReports

/// Reads inputs and merges their contents into one dataset.
///
/// Inputs merge in the given order. Messages, entries and facts are appended; categories are joined
/// by id. Title and settings come from the first file that has them. The worst run status wins,
/// with its details. Times and addresses keep their meaning. The problems of all inputs are
/// collected.
package struct InputMerger: Sendable {
  let limits: JSONReader.Limits
  var log: DiagnosticLog
  var dataset = Dataset()
  var timelineSettings = TimelineSettings()
  var filterSettings = FilterInput()
  var knownCategories: Set<String> = []
  /// The ids in `dataset.categories`, from datasets and reports.
  var categoryIDs: Set<String> = []
  /// The location of the first use of each category.
  var categoryUses: [String: SourceMark] = [:]
  /// The current input, and the previous ones.
  var input = DatasetInput()
  /// Whether places that name a package have been replaced by paths.
  var arePackagesLocated = false
  var inputs: [DatasetInput] = []
  let zones: Zones
  /// The locale of texts that are added to reports, by the language of the datasets so far.
  let locale: @Sendable (_ ofDatasets: String?) -> Locale
  /// Hides secrets in texts about inputs, which may quote them.
  var redactor = Redactor()
  /// How many secrets have been hidden.
  package internal(set) var redactions = 0
  /// The context of the current input if it is a report of another tool.
  var context = ImportContext(format: "", path: "")
  /// Title and address of the first report that has them. A dataset's title and address win.
  var imported = Dataset()
  /// The joined scopes of the inputs.
  var joinedScope = JoinedScope()
  var isScopeGiven = false
  var known = KnownReader()
  /// The calendars, until all inputs are read.
  var calendars: [ImportedCalendar] = []
  /// The time of the report, by the time of the datasets; nil if unknown.
  package var now: @Sendable (_ ofDatasets: TimePoint?, _ zone: TimeZoneRules) -> Instant? = {
    point, zone in point.map(zone.instant)
  }
  /// The slowest passed tests of all inputs.
  var slowest = SlowestTests()
  /// The findings of reports, to count repeated ones once.
  var repeated = RepeatedFindings()
  /// The coverage of all reports; nil for none.
  var coverage: Coverage?
  /// The changed lines whose coverage is shown; nil without a diff.
  var diff: ChangedLines?
  /// How many findings of reports are below the requested level.
  var leftOut = 0
  /// Whether an input with errors becomes a message of the report instead of an error.
  package var reportsBroken = false
  /// Whether a part of a report of several files became a message.
  var hasBrokenParts = false
  /// The number of inputs that became messages.
  package internal(set) var brokenInputs = 0
  /// Selects the problems of each input that are kept.
  let selection: DiagnosticLog.Selection

  /// The report's time zone, and the folder with zone files.
  package struct Zones: Sendable {
    /// The requested zone; nil uses the zone of the datasets.
    package var report: String?
    package var folder: String

    package init(report: String? = nil, folder: String = "/usr/share/zoneinfo") {
      self.report = report
      self.folder = folder
    }
  }

  package init(
    limits: JSONReader.Limits = JSONReader.Limits(),
    keeping selection: DiagnosticLog.Selection = DiagnosticLog.Selection(),
    zones: Zones = Zones(),
    locale: (@Sendable (_ ofDatasets: String?) -> Locale)? = nil
  ) {
    self.limits = limits
    self.zones = zones
    self.locale = locale ?? { _ in ImportOptions().locale }
    self.selection = selection
    log = DiagnosticLog(selection)
  }

  /// Reads a file to its end, or to the first fatal error.
  ///
  /// - Parameters:
  ///   - format: The format; nil uses the format that recognizes the file.
  ///   - formats: The formats that are recognized.
  ///   - options: The options for reports of other tools.
  package mutating func read(
    file name: String, from source: ByteSource, as format: InputFormat? = nil,
    among formats: InputFormats = InputFormats(), options: ImportOptions = ImportOptions()
  ) {
    redactor = options.redactor
    diff = diff ?? options.changedLines
    let stream = InputStream(source)
    // A table with mapped columns may have a header that is not recognized.
    let isTable = options.table.namesColumns && [".csv", ".tsv"].contains(where: name.hasSuffix)
    switch Recognition(stream, as: format ?? (isTable ? .csv : nil), formats) {
    case .refused(let id, let summary, let help):
      let place =
        id == "unknown-format"
        ? SourceLocation(file: name, line: 1, column: 1) : SourceLocation(file: name)
      refuse(name, Diagnostic(.error, id, summary, at: place, help: help))
    case .format(let format):
      begin(name, options)
      context = format.context(of: name, file: input.file, options)
      guard reportsBroken || stream.isPacked else { return add(contents(of: stream, format.read)) }
      // A separate log, because it may be discarded.
      var own = DiagnosticLog(selection)
      swap(&log, &own)
      let contents = contents(of: stream, format.read)
      swap(&log, &own)
      settle(contents, own, of: stream, name)
    }
  }

  mutating func begin(_ name: String, _ options: ImportOptions) {
    dataset.files.append(name)
    dataset.nows.append(nil)
    dataset.areImported.append(false)
    input = DatasetInput()
    input.file = UInt16(clamping: dataset.files.count - 1)
    (input.links, input.commit) = (options.links.links, options.links.commit)
    if options.readsSource { input.sources = SourceTree(options) }
    if options.readsAttachments { input.attachments = AttachmentFolders(input: name, options) }
    if options.readsOwners { input.owners = SourceTree(options) }
  }

  /// The contents of one input.
  enum Contents {
    case report(ImportedReport)
    case calendar(ImportedCalendar)
    case dataset(DatasetContents)
  }

  private mutating func contents(of stream: InputStream, _ reading: InputReading) -> Contents {
    let source = stream.text()
    switch reading {
    case .report(let read): return .report(report(source, read))
    case .parts(let read): return .report(onePart(source, read))
    case .calendar(let read):
      context = reportContext
      return .calendar(contents(source, read))
    case .dataset: return .dataset(dataset(source, isLines: false))
    case .messages(let read):
      let (head, whole) = source.peeking(InputStream.headSizes[0])
      guard JSONLines(InputHead(head)) == .messages else { return .report(report(whole, read)) }
      context = reportContext
      return .dataset(dataset(whole, isLines: true))
    }
  }

  private mutating func dataset(_ source: ByteSource, isLines: Bool) -> DatasetContents {
    contents(source) { [known, limits, selection] source, context, log in
      let reader = DatasetReader(context, after: known, limits: limits, keeping: selection)
      return isLines ? reader.readLines(source, log: log) : reader.read(source, log: log)
    }
  }

  mutating func report(
    _ source: ByteSource, _ read: InputReading.Reader<ImportedReport>
  ) -> ImportedReport {
    context = reportContext
    let report = contents(source, read)
    if report.isFull { reportTooMany(messages: context.options.messageLimit) }
    return report
  }

  /// The contents of a text. The log moves to its reader and back.
  private mutating func contents<Value>(
    _ source: ByteSource, _ read: InputReading.Reader<Value>
  ) -> Value {
    let findings = log
    log = DiagnosticLog()
    let (value, found) = read(source, context, findings)
    log = found
    return value
  }

  /// Adds the contents of the input.
  mutating func add(_ contents: consuming Contents) {
    let messages = dataset.messages.count
    let entries = dataset.timeline?.entries.count ?? 0
    switch consume contents {
    case .report(let report): addReport(report)
    case .calendar(let calendar): addCalendar(calendar)
    case .dataset(let contents): addDataset(contents)
    }
    input.messages = messages..<dataset.messages.count
    input.entries = entries..<(dataset.timeline?.entries.count ?? 0)
    dataset.areImported[dataset.areImported.count - 1] = input.isImported || input.isCalendar
    inputs.append(input)
  }

  /// The dataset, nil if there was an error, and the log.
  package consuming func finish() -> (dataset: Dataset?, log: DiagnosticLog) {
    let (dataset, log) = salvage()
    return (log.hasErrors || dataset.files.isEmpty ? nil : dataset, log)
  }

  /// The dataset even after errors, with the log. It must not be rendered if the log has an error,
  /// but its settings can be validated to report all mistakes in one run.
  package consuming func salvage() -> (dataset: Dataset, log: DiagnosticLog) {
    reportUnknownCategories()
    linkSources()
    setCalendarZone()
    settleInputs()
    settleCoverage()
    addCalendarEntries()
    timelineSettings.apply(to: &dataset.timeline)
    reportLeftOut()
    if brokenInputs > 0 || hasBrokenParts { settleBroken() }
    // The order of categories in reports is arbitrary.
    if knownCategories.isEmpty, !dataset.categories.isEmpty {
      dataset.categoryOrder = dataset.categoryOrder ?? .urgency
    }
    var redactor = redactor
    log.rewrite { redactor.redacted($0) }
    dataset.filters = filterSettings.settings
    settleScope()
    dataset.known = known.entries
    dataset.durations = slowest.sorted
    dataset.isTitleOfReport = dataset.title == nil && imported.title != nil
    dataset.title = dataset.title ?? imported.title
    dataset.subtitle = dataset.subtitle ?? imported.subtitle
    dataset.url = dataset.url ?? imported.url
    return (dataset, log)
  }

  /// Limits for suggestions, because comparing every unlisted category with every listed one takes
  /// quadratic time.
  private static let mostSuggestions = 20
  private static let mostCandidates = 1_000

  /// Warns about categories that are not listed, if any are listed. They still get a section.
  private mutating func reportUnknownCategories() {
    guard !knownCategories.isEmpty else { return }
    let names = dataset.categories.prefix(Self.mostCandidates).map(\.id)
    var count = 0
    for (id, mark) in categoryUses.sorted(by: { $0.key < $1.key })
    where !knownCategories.contains(id) {
      let location = dataset.location(mark)
      count += 1
      let candidates = count <= Self.mostSuggestions ? names : []
      log.add(.warning, in: location.file) {
        Diagnostic(
          .warning, "unknown-category", "unlisted category \(VisibleText.quoted(id))",
          at: location, help: Suggestion.help(for: id, among: candidates))
      }
    }
  }
}
