package import Basics
import Composing
package import Diagnostics
package import Importing
package import Model
package import Rendering

/// The request of a report: its inputs, overrides, baseline and presentation.
package struct ReportRequest: Sendable {
  /// Merged in this order.
  package var inputs: [ReportInput]
  /// Whether an input that can't be read becomes a message of the report instead of an error.
  package var reportsBroken = false
  /// Whether each input that is read is noted.
  package var isVerbose = false
  /// Which problems of each input are kept.
  package var kept = DiagnosticLog.Selection()
  /// What was noticed while inputs were looked for.
  package var notes: [Diagnostic] = []
  /// What was found, may be a report and is not read.
  package var unread = Dataset.Run.Unread()
  /// The reason of a run without a report. Takes effect when there are no inputs, or when they cannot
  /// be read.
  package var missing: String?
  /// The time of a dataset that names none itself; weaker than `overrides.now`.
  package var fallbackTime: TimePoint?
  package var overrides = Overrides()
  /// The build service whose commit, branch and address a run without them takes.
  package var build: BuildService?
  /// The templates that a run without its own takes.
  package var commits = CommitLinks()
  package var baseline: Baseline?
  /// The site with the previous runs. A baseline takes precedence over it.
  package var site: (any ReportSite)?
  /// Whether the lines around places are shown (V4).
  package var showsSource = false
  /// The known issues beside those of the inputs (K1).
  package var known: [KnownEntry] = []
  /// The number of messages alike beyond which they are shown as one; 0 for never (M15).
  package var groupBeyond = MessageGrouping.usual
  package var assets: ReportAssets
  package var presentation = RenderOptions()
  package var strictness = Strictness.errors

  package init(inputs: [ReportInput] = [], assets: ReportAssets) {
    self.inputs = inputs
    self.assets = assets
  }

  /// The inputs of the report before this one.
  package struct Baseline: Sendable {
    /// What it was called: a file, a folder or a pattern.
    package var name: String
    package var inputs: [ReportInput]
    /// What was noticed when they were looked for.
    package var notes: [Diagnostic] = []
    /// Whether it may be absent; everything is new then.
    package var isOptional: Bool

    package init(_ name: String, _ inputs: [ReportInput], isOptional: Bool = false) {
      self.name = name
      self.inputs = inputs
      self.isOptional = isOptional
    }
  }

  /// Overrides of the dataset's settings; nil keeps the dataset's.
  package struct Overrides: Sendable {
    package var now: TimePoint?
    package var timeZone: Override?
    package var locale: Override?
    package var sort: [String]?
    package var sortOrigin: SourceLocation?
    package var filters: [String] = []
    package var filtersOrigin: SourceLocation?
    package var project: String?

    package init() {}
  }

  /// A value, with its location in a settings file.
  package struct Override: Sendable {
    package var value: String
    package var location: SourceLocation?

    package init(_ value: String, at location: SourceLocation? = nil) {
      self.value = value
      self.location = location
    }
  }
}

/// A file to read, or why there is none.
package struct ReportInput: Sendable {
  package enum Source: Sendable {
    /// A path; `-` is standard input.
    case file(String)
    case bytes([UInt8])
    /// An operand that leads to nothing.
    case nothing(Diagnostic)
  }

  package var source: Source
  /// The name in diagnostics.
  package var name: String
  /// nil detects the format by the content.
  package var format: InputFormat?
  /// What is asked of it if it is the report of another tool.
  package var options: ImportOptions

  private init(
    _ source: Source, _ name: String, _ format: InputFormat?, _ options: ImportOptions
  ) {
    (self.source, self.name, self.format, self.options) = (source, name, format, options)
  }

  package static func file(
    _ path: String, as format: InputFormat? = nil, _ options: ImportOptions = ImportOptions()
  ) -> ReportInput {
    ReportInput(.file(path), path, format, options)
  }

  package static func bytes(
    _ bytes: [UInt8], name: String, as format: InputFormat? = nil,
    _ options: ImportOptions = ImportOptions()
  ) -> ReportInput {
    ReportInput(.bytes(bytes), name, format, options)
  }

  package static func nothing(_ name: String, _ problem: Diagnostic) -> ReportInput {
    ReportInput(.nothing(problem), name, nil, ImportOptions())
  }
}

/// Template and theme of a report.
package struct ReportAssets: Sendable {
  package var store: AssetStore
  package var template: String
  package var theme: String
  /// Problems of strings files, by language: only those of the report's language count.
  package var stringProblems: [String: [Diagnostic]] = [:]

  package init(store: AssetStore, template: String, theme: String) {
    self.store = store
    self.template = template
    self.theme = theme
  }

  /// The problems of the files that a language's strings come from.
  func problems(ofStrings tag: String) -> [Diagnostic] {
    if stringProblems.isEmpty { return [] }
    let tag = tag.lowercased().replacing("_", with: "-")
    return stringProblems.sorted { $0.key < $1.key }.flatMap { name, found in
      name == "en" || name == tag || tag.hasPrefix(name + "-") ? found : []
    }
  }
}
