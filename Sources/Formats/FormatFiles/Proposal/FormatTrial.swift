internal import Diagnostics
internal import Inputs
internal import JSON
internal import ToolReports

/// Reads a report by a format file that is not finished yet.
struct FormatTrial {
  let counts: FormatCounts
  let fields: ExampleFields
  /// Whether the format recognizes the report.
  let isRecognized: Bool
  /// Whether parts of the report can't be read by the format.
  let hasUnread: Bool

  /// nil if the format file has a mistake.
  init?(_ formatFile: String, of bytes: [UInt8], _ options: ImportOptions) {
    guard let format = FormatFileReader.read(formatFile, file: "").format else { return nil }
    let recognized = FormatFile.variant(of: InputHead(bytes), format.variants)
    isRecognized = recognized != nil
    guard let variant = recognized ?? format.variants.first else { return nil }
    let context = ImportContext(format: format.name, path: "sample", options: options)
    var reading = FormatReading(
      format, variant, isRecognized: recognized != nil, context)
    reading.keepExampleFields()
    let (output, _) = reading.read(ByteSource(bytes: bytes), bytes, DiagnosticLog())
    counts = output.shown
    fields = output.exampleFields ?? ExampleFields()
    hasUnread = !output.report.unread.isEmpty
  }
}
