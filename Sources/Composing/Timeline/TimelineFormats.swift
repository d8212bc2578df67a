internal import Diagnostics
internal import Localization
internal import Model

/// The date patterns of the dataset, which replace those of the locale (see "Headers" and "Size of
/// a cell").
struct TimelineFormats {
  var header: DatePattern?
  var timestamp: DatePattern?
  /// A separate pattern, because the preview has no headers (see "An object of the preview").
  var preview: DatePattern?

  static func read(_ dataset: Dataset, _ diagnostics: inout [Diagnostic]) -> TimelineFormats {
    guard let data = dataset.timeline else { return TimelineFormats() }
    func pattern(_ text: String?, _ source: SourceMark?) -> DatePattern? {
      guard let text = text.filled else { return nil }
      do throws(DatePatternError) {
        return try DatePattern(text)
      } catch {
        diagnostics.append(
          Diagnostic(
            .error, "malformed-pattern", error.message,
            at: source.map { dataset.location($0) }, help: [error.help]))
        return nil
      }
    }
    return TimelineFormats(
      header: pattern(data.headerFormat, data.headerFormatSource),
      timestamp: pattern(data.timestampFormat, data.timestampFormatSource),
      preview: pattern(data.previewFormat, data.previewFormatSource))
  }
}
