internal import Basics
package import Diagnostics
package import JSON
package import Model

/// Reads datasets, one or several, into one; no text and no tree of a file is held.
///
/// Several merge in the order given: messages, entries and facts append, categories join by id,
/// title and settings are those of the first that has them, the worst run status wins with what
/// belongs to it. Times and addresses keep the meaning that they have in their own file. Every
/// problem of every file is found in one run.
package struct DatasetImporter: Sendable {
  private let limits: JSONReader.Limits
  var log: DiagnosticLog
  var dataset = Dataset()
  var timelineSettings = TimelineSettings()
  var filterSettings = FilterWords()
  var categories = StringCache(capacity: 64)
  var paths = StringCache(capacity: 1024)
  var knownCategories: Set<String> = []
  /// Where each category was named first.
  var categoryUses: [String: SourceMark] = [:]
  /// Identifiers are one file's own: two jobs may both count from 1.
  var messageIDs = IdentityTable()
  var entryIDs = IdentityTable()
  var file: UInt16 = 0
  /// The file that is being read, and those read before it.
  var input = DatasetInput()
  var inputs: [DatasetInput] = []
  let zones: Zones
  /// How many messages earlier files gave.
  var messagesBefore = 0

  /// The zone that the report will speak in, and where zone files are.
  package struct Zones: Sendable {
    /// What is asked for; nil takes the datasets'.
    package var report: String?
    package var folder: String

    package init(report: String? = nil, folder: String = "/usr/share/zoneinfo") {
      self.report = report
      self.folder = folder
    }
  }

  package init(
    limits: JSONReader.Limits = JSONReader.Limits(),
    problemsKeptPerFile: Int = DiagnosticLog.usualLimit,
    zones: Zones = Zones()
  ) {
    self.limits = limits
    self.zones = zones
    log = DiagnosticLog(limitPerFile: problemsKeptPerFile)
  }

  /// Reads one file to its end, or to the first place where it can't be read on.
  ///
  /// - Parameter format: nil takes the one that recognizes the file.
  package mutating func read(
    file name: String, from source: ByteSource, as format: InputFormat? = nil
  ) {
    file = UInt16(clamping: dataset.files.count)
    dataset.files.append(name)
    dataset.nows.append(nil)
    messagesBefore = dataset.messages.count
    input = DatasetInput()
    input.file = file
    let entriesBefore = dataset.timeline?.entries.count ?? 0
    messageIDs = IdentityTable()
    entryIDs = IdentityTable()
    if let format {
      format.read(&self, name, source)
    } else {
      let (head, source) = source.peeking(InputFormat.headLength)
      InputFormat.all.first { $0.recognizes(name, head) }?.read(&self, name, source)
    }
    input.messages = messagesBefore..<dataset.messages.count
    input.entries = entriesBefore..<(dataset.timeline?.entries.count ?? 0)
    inputs.append(input)
  }

  /// Reads a dataset of JSON or JSON5.
  mutating func readJSON(file name: String, from source: ByteSource) {
    // The log goes to the reader and back, so that there is never a second copy to keep in step.
    let findings = log
    log = DiagnosticLog()
    var reader = JSONReader(file: name, source: source, log: findings, limits: limits)
    readDataset(&reader)
    reader.finish()
    log = reader.log
  }

  /// What was read, if there was no error, and all that was found.
  package consuming func finish() -> (dataset: Dataset?, log: DiagnosticLog) {
    let (dataset, log) = salvage()
    return (log.hasErrors || dataset.files.isEmpty ? nil : dataset, log)
  }

  /// What could be read, errors or not: no report may be made of it when the log holds an error,
  /// but the settings in it can still be looked at, so that their mistakes need no second run.
  package consuming func salvage() -> (dataset: Dataset, log: DiagnosticLog) {
    reportUnknownCategories()
    timelineSettings.apply(to: &dataset.timeline)
    settleInputs()
    dataset.filters = filterSettings.settings
    return (dataset, log)
  }

  /// Comparing every unlisted category with every listed one would take a hostile file's square;
  /// nobody reads suggestions beyond the first ones.
  private static let mostSuggestions = 20
  private static let mostCandidates = 1_000

  /// A category that no list names gets a section under its own id; where there are lists, it is
  /// perhaps a slip.
  private mutating func reportUnknownCategories() {
    guard !knownCategories.isEmpty else { return }
    let names = dataset.categories.prefix(Self.mostCandidates).map(\.id)
    var count = 0
    for (id, mark) in categoryUses.sorted(by: { $0.key < $1.key })
    where !knownCategories.contains(id) {
      let place = dataset.location(mark)
      count += 1
      let candidates = count <= Self.mostSuggestions ? names : []
      log.add(.warning, in: place.file) {
        Diagnostic(
          .warning, "unknown-category", "no category is listed as \(VisibleText.quoted(id))",
          at: place, help: Suggestion.help(for: id, among: candidates))
      }
    }
  }

  func mark(_ position: JSONReader.Position) -> SourceMark {
    SourceMark(
      file: file, line: UInt32(clamping: position.line), column: UInt32(clamping: position.column))
  }
}
