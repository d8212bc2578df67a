internal import Diagnostics
internal import Inputs
internal import JSON
internal import Model
internal import ToolReports

/// Reads one dataset, without holding its text or a tree of it. Knows no other input.
struct DatasetReader {
  /// The file and its options. Only lines need the locale.
  let context: ImportContext
  /// The limits of the JSON.
  let limits: JSONReader.Limits
  /// Selects the problems that are kept.
  let selection: DiagnosticLog.Selection
  var contents: DatasetContents
  /// The formats of the file's texts.
  var formats = DefaultFormats()
  /// Categories, files and titles of parts, which many messages have.
  var sharedStrings: Set<String> = []
  /// The indices of the messages and entries by their ids.
  var messageIDs: [String: Int] = [:]
  var entryIDs: [String: Int] = [:]

  /// - Parameter known: The known issues of the earlier files.
  init(
    _ context: ImportContext, after known: KnownReader, limits: JSONReader.Limits,
    keeping selection: DiagnosticLog.Selection
  ) {
    (self.context, self.limits, self.selection) = (context, limits, selection)
    contents = DatasetContents(known: known)
  }

  /// Reads JSON or JSON5. The log moves to the reader and back, so that only one copy exists.
  consuming func read(
    _ source: ByteSource, log: consuming DiagnosticLog
  ) -> (DatasetContents, DiagnosticLog) {
    var reader = JSONReader(
      file: context.path, source: FinalZeros(of: source).others, log: log, limits: limits)
    readDataset(&reader)
    reader.finish()
    addUnread(reader.unread)
    settleFormats()
    return (contents, reader.log)
  }

  func mark(_ position: JSONReader.Position) -> SourceMark { context.mark(position) }
}

/// The contents of one dataset.
struct DatasetContents: Sendable {
  /// The messages, entries and settings of the file.
  var dataset = Dataset()
  var timelineSettings = TimelineSettings()
  var filterSettings = FilterInput()
  /// The location of the first use of each category.
  var categoryUses: [String: SourceMark] = [:]
  /// The location of the end of the run.
  var finishedSource: SourceMark?
  /// The parts of the scope; nil if none is given.
  var scope: [RunScope.Part]?
  /// The known issues of this file and of the earlier ones.
  var known: KnownReader
  var slowest = SlowestTests()
}
