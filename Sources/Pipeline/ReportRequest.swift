package import Composing
package import Diagnostics
package import Formats
package import Model
package import Rendering
internal import Text
package import Time
package import ToolReports

/// The request of a report: its inputs, settings, baseline and presentation.
package struct ReportRequest: Sendable {
  /// The inputs, merged in this order.
  package var inputs: [ReportInput]
  /// Whether an unreadable input becomes a message of the report instead of an error.
  package var reportsBroken = false
  /// Whether each read input gets a note.
  package var isVerbose = false
  /// The kept problems of each input.
  package var kept = DiagnosticLog.Selection()
  /// The notes from finding inputs.
  package var notes: [Diagnostic] = []
  /// The unread files that may be reports.
  package var unread = Dataset.Run.Unread()
  /// The reason of a run without a report. It applies without inputs, or if they cannot be read.
  package var missing: String?
  /// The time for a dataset without its own; `settings.now` has precedence.
  package var fallbackTime: TimePoint?
  package var settings = Composer.Settings()
  /// The build service that supplies missing commit, branch and address.
  package var build: BuildService?
  /// The templates for runs without their own.
  package var commits = CommitLinks()
  /// The address of the report; nil for the one that datasets or the build service give.
  package var address: String?
  /// The last commits of the sources, the newest first.
  package var recentCommits: [Commit] = []
  /// The diff of the change; nil if it is unknown.
  package var diff: SourceDiff?
  package var baseline: Baseline?
  /// The site with the previous runs. A baseline has precedence.
  package var site: (any ReportSite)?
  package var assets: ReportAssets
  package var presentation = RenderOptions()
  package var strictness = Strictness.errors

  package init(inputs: [ReportInput] = [], assets: ReportAssets) {
    self.inputs = inputs
    self.assets = assets
  }

  /// Keeps the names of all tests if a format lists them.
  package mutating func keepTests(for formats: [OutputFormat]) {
    guard formats.contains(where: \.listsTests) else { return }
    for index in inputs.indices { inputs[index].options.keepsTests = true }
  }

  /// The inputs of the previous report.
  package struct Baseline: Sendable {
    /// The given name: a file, a folder or a pattern.
    package var name: String
    package var inputs: [ReportInput]
    /// The notes from finding them.
    package var notes: [Diagnostic] = []
    /// Whether it may be absent; then every message is new.
    package var isOptional: Bool

    package init(_ name: String, _ inputs: [ReportInput], isOptional: Bool = false) {
      self.name = name
      self.inputs = inputs
      self.isOptional = isOptional
    }
  }
}

/// A file to read, or the reason why there is none.
package struct ReportInput: Sendable {
  package enum Source: Sendable {
    /// A path; `-` is standard input.
    case file(String)
    case bytes([UInt8])
    /// The files of one report. The name of the input is their folder.
    case parts(ReportParts)
    /// An operand without reports.
    case nothing(Diagnostic)
  }

  package var source: Source
  /// The name in diagnostics.
  package var name: String
  /// nil detects the format by the content.
  package var format: InputFormat?
  /// The formats that are recognized.
  package var formats = InputFormats()
  /// The options for a report of another tool.
  package var options: ImportOptions
  /// The names of other files with the same bytes, which are not read again.
  package var copies: [String] = []

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

  /// - Parameter input: The input with its options.
  static func parts(
    _ parts: ReportParts, of folder: String, as format: InputFormat, _ input: ReportInput
  ) -> ReportInput {
    var joined = ReportInput(.parts(parts), folder, format, input.options)
    joined.formats = input.formats
    return joined
  }

  /// The number of files that it reads.
  var fileCount: Int { if case .parts(let parts) = source { parts.parts.count } else { 1 } }

  /// The paths of the files that it reads.
  package var paths: [String] {
    switch source {
    case .file(let path): path == "-" ? [] : [path]
    case .parts(let parts):
      parts.parts.compactMap { if case .file = $0.content { $0.path } else { nil } }
    case .bytes, .nothing: []
    }
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
  /// Problems of strings files by language. Only those of the report's language count.
  package var stringProblems: [String: [Diagnostic]] = [:]

  package init(store: AssetStore, template: String, theme: String) {
    self.store = store
    self.template = template
    self.theme = theme
  }

  /// The problems of a language's strings files.
  func problems(ofStrings tag: String) -> [Diagnostic] {
    if stringProblems.isEmpty { return [] }
    let tag = tag.lowercased().replacing("_", with: "-")
    return stringProblems.sorted { $0.key < $1.key }.flatMap { name, found in
      name == "en" || name == tag || tag.hasPrefix(name + "-") ? found : []
    }
  }
}
