internal import Basics
internal import Diagnostics
internal import Model

/// The date patterns that the dataset asks for in place of the locale's (T2, T7).
struct TimelineFormats {
  var header: DatePattern?
  var timestamp: DatePattern?

  static func read(_ data: TimelineData?, _ diagnostics: inout [Diagnostic]) -> TimelineFormats {
    TimelineFormats(
      header: pattern(data?.headerFormat, "headerFormat", &diagnostics),
      timestamp: pattern(data?.timestampFormat, "timestampFormat", &diagnostics))
  }

  private static func pattern(
    _ text: String?, _ key: String, _ diagnostics: inout [Diagnostic]
  ) -> DatePattern? {
    guard let text = text.filled else { return nil }
    do throws(DatePatternError) {
      return try DatePattern(text)
    } catch {
      diagnostics.append(
        Diagnostic(
          .error, "malformed-pattern", "\(error.message) in '\(key)'", help: [error.help]))
      return nil
    }
  }
}
