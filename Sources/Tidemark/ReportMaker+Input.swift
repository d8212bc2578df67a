internal import Formats
internal import Model
internal import Pipeline
internal import ToolReports

extension ReportMaker {
  /// A dataset or another tool's report: the content of its file, with or without gzip.
  public struct Input: Sendable, Hashable {
    /// The name in findings.
    public var name: String
    /// The content of the file.
    public var bytes: [UInt8]
    /// The format of the file; nil recognizes it by the content.
    public var format: Format?

    /// An input with this content; without a format, the content determines it.
    public init(name: String, bytes: [UInt8], format: Format? = nil) {
      self.name = name
      self.bytes = bytes
      self.format = format
    }

    func inside(_ options: ToolReports.ImportOptions) -> ReportInput {
      .bytes(bytes, name: name, as: format?.inside, options)
    }
  }

  /// A format of inputs. `tidemark render --from list` describes them.
  public struct Format: RawRepresentable, Sendable, Hashable, CaseIterable {
    public let rawValue: String

    public init?(rawValue: String) {
      guard InputFormat.names.contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }

    public static var allCases: [Format] {
      InputFormat.names.compactMap { Format(rawValue: $0) }
    }

    var inside: InputFormat? { InputFormat(named: rawValue) }
  }

  /// Options for other tools' reports. Datasets are read unchanged.
  public struct ImportOptions: Sendable, Hashable {
    /// The optional kinds of messages. Failures, flaky tests and findings are always messages.
    public enum Inclusion: String, Sendable, Hashable, CaseIterable {
      /// Tests that passed.
      case passed
      /// Tests that were skipped.
      case skipped
      /// Tests of TAP marked as "todo".
      case todo
      /// Findings that their tool or `skippedRules` suppressed.
      case suppressed
    }

    /// The status of a run, for reports that do not contain it.
    public enum RunStatus: String, Sendable, Hashable, CaseIterable {
      /// The run ended, with or without findings.
      case completed
      /// The run could not do its work.
      case failed
      /// The run was canceled.
      case canceled
    }

    /// A name or `tests`, `tool`, `suite`, `rule`, `file`, `folder`, `folder:N`, `level`, `none`.
    public var category: String?
    /// The additional messages. Failures, flaky tests and findings are always messages.
    public var included: Set<Inclusion> = []
    /// The report omits less urgent findings and only counts them.
    public var leastUrgency: Verdict.Urgency?
    /// The urgency of findings by the words of their tools: `note`, `eslint:warning`.
    public var severities: [String: Verdict.Urgency] = [:]
    /// The columns of tables by their fields: `title`, `urgency`.
    public var columns: [String: String] = [:]
    /// The urgency for words in the urgency column of tables.
    public var columnValues: [String: Verdict.Urgency] = [:]
    /// The rules with findings that count as suppressed.
    public var skippedRules: Set<String> = []
    /// The names of the properties that become facts.
    public var properties: Set<String> = []
    /// The size limit of details in bytes; longer details lose their middle. 0 for no limit, nil
    /// for 16 KiB.
    public var detailsLimit: Int?
    /// The status of the run, if no report contains it.
    public var runStatus: RunStatus?
    /// Whether tests with the same name are tries of one test.
    public var retriesByName = false
    /// Whether the inputs cover a whole run, so that an absent test or file is deleted.
    public var isComplete = false
    /// Folders to remove from paths.
    public var roots: [String] = []
    /// Whether source lines around places are read from the files below `roots`, also for datasets.
    public var readsSource = false
    /// Prefixes of paths with their replacements; the longest matching prefix applies.
    public var pathMappings: [String: String] = [:]
    /// The path of the Go module, removed from the paths of its packages.
    public var goModule: String?
    /// Whether keys, tokens and passwords of known forms are hidden.
    public var redactsSecrets = true
    /// Other values to hide, of at least four characters.
    public var hiddenValues: [String] = []
    /// Whether an unreadable input becomes an error of the report instead of a finding.
    public var reportsBroken = false

    /// The command line's default options.
    public init() {}

    var inside: ToolReports.ImportOptions {
      var inside = ToolReports.ImportOptions()
      inside.category = category.flatMap { CategoryRule($0) } ?? .standard
      inside.included = Set(
        included.compactMap { ToolReports.ImportOptions.Inclusion(rawValue: $0.rawValue) })
      inside.leastUrgency = leastUrgency.flatMap { Model.Urgency(rawValue: $0.rawValue) }
      for (word, urgency) in severities {
        _ = inside.severities.add("\(word)=\(urgency.rawValue)")
      }
      for (field, column) in columns { _ = inside.table.addColumn("\(field)=\(column)") }
      for (word, urgency) in columnValues {
        _ = inside.table.addWord("\(word)=\(urgency.rawValue)")
      }
      inside.skippedRules = skippedRules
      inside.properties = properties
      inside.detailsLimit = max(detailsLimit ?? inside.detailsLimit, 0)
      inside.runStatus = runStatus.flatMap { Dataset.Run.Status(rawValue: $0.rawValue) }
      inside.retriesByName = retriesByName
      inside.isComplete = isComplete
      inside.paths.setRoots(roots)
      inside.readsOwners = !roots.isEmpty
      inside.readsSource = readsSource
      for (from, to) in pathMappings.sorted(by: { $0.key.count > $1.key.count }) {
        inside.paths.addMapping(from: from, to: to)
      }
      inside.goModule = goModule
      var redactor = Redactor(knowsForms: redactsSecrets)
      for value in hiddenValues { _ = redactor.hide(value) }
      inside.redactor = redactor
      return inside
    }
  }
}
