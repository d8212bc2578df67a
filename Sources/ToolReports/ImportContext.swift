package import Diagnostics
package import JSON
package import Localization
package import Model
package import XML

/// The context of an importer, in addition to the text of the report.
package struct ImportContext: Sendable {
  /// The name of the format.
  package var format: String
  /// The test runner, if no other tool writes the format.
  package var runner: String?
  /// Allowed differences between repetitions of a finding; nil for log records, which are events.
  package var difference: RepeatedFindings.Difference? = .nothing
  /// The path of the report, and its index in `Dataset.files`.
  package var path: String
  package var file: UInt16 = 0
  /// The largest number of messages.
  package var room = ImportOptions.usualMessageLimit
  // A reference, so that copies of a context are cheap.
  private var storage: Storage

  private final class Storage: Sendable {
    let options: ImportOptions

    init(_ options: ImportOptions) {
      self.options = options
    }
  }

  package init(
    format: String, path: String, file: UInt16 = 0, options: ImportOptions = ImportOptions()
  ) {
    (self.format, self.path, self.file) = (format, path, file)
    storage = Storage(options)
  }

  /// The options for the report.
  package var options: ImportOptions {
    _read { yield storage.options }
    set { storage = Storage(newValue) }
  }

  /// The environment of its tests, as given or by its name.
  package var environment: String? {
    options.environment ?? EnvironmentName.ofReport(at: path)
  }

  /// The language of the words that an importer adds.
  package var locale: Locale { options.locale }

  /// An empty excerpt with the limit of the options.
  package var excerpt: Excerpt { Excerpt(limit: options.detailsLimit, locale: options.locale) }

  package func mark(_ position: XMLPosition) -> SourceMark { mark(position.line, position.column) }

  package func mark(_ position: JSONReader.Position) -> SourceMark {
    mark(position.line, position.column)
  }

  package func mark(_ location: SourceLocation) -> SourceMark {
    mark(location.line, location.column)
  }

  package func mark(_ line: Int, _ column: Int = 1) -> SourceMark {
    SourceMark(file: file, line: UInt32(clamping: line), column: UInt32(clamping: column))
  }
}
