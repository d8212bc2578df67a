internal import Importing
internal import Model
internal import Pipeline

extension ReportMaker {
  /// A dataset or the report of another tool, as its file holds it; it may be compressed by gzip.
  public struct Input: Sendable, Hashable {
    /// The name in findings.
    public var name: String
    /// The content of the file.
    public var bytes: [UInt8]
    /// nil recognizes it by the content.
    public var format: Format?

    /// An input of this content; without a format, one that is recognized by its content.
    public init(name: String, bytes: [UInt8], format: Format? = nil) {
      self.name = name
      self.bytes = bytes
      self.format = format
    }

    func inside(_ options: Importing.ImportOptions) -> ReportInput {
      .bytes(bytes, name: name, as: format?.inside, options)
    }
  }

  /// A format of inputs. `tidemark render --from list` describes them.
  public struct Format: RawRepresentable, Sendable, Hashable, CaseIterable {
    public let rawValue: String

    public init?(rawValue: String) {
      guard InputFormat(named: rawValue) != nil else { return nil }
      self.rawValue = rawValue
    }

    public static var allCases: [Format] {
      InputFormat.all.compactMap { Format(rawValue: $0.name) }
    }

    var inside: InputFormat? { InputFormat(named: rawValue) }
  }

  /// What becomes of the reports of other tools. Datasets are read as they are.
  public struct ImportOptions: Sendable, Hashable {
    /// What can become a message beside failures, flaky tests and findings.
    public enum Inclusion: String, Sendable, Hashable, CaseIterable {
      /// Tests that passed.
      case passed
      /// Tests that were skipped.
      case skipped
      /// Tests of TAP that are marked as to do.
      case todo
      /// Findings that their tool or `skippedRules` suppressed.
      case suppressed
    }

    /// How a run ended, where a report can't tell.
    public enum RunStatus: String, Sendable, Hashable, CaseIterable {
      /// It came to its end, whatever it found.
      case completed
      /// It could not do its work.
      case failed
      /// It was canceled.
      case canceled
    }

    /// A name, or `tests`, `tool`, `suite`, `rule`, `file`, `folder`, `folder:N`, `level` or `none`.
    public var category: String?
    /// What else becomes a message; failures, flaky tests and findings always do.
    public var included: Set<Inclusion> = []
    /// Findings below it are counted and left out.
    public var leastUrgency: Verdict.Urgency?
    /// The urgency of findings by the words of their tools: `note`, `eslint:warning`.
    public var severities: [String: Verdict.Urgency] = [:]
    /// The columns of tables by the fields that they hold: `title`, `urgency`.
    public var columns: [String: String] = [:]
    /// The urgency that words in the urgency column of tables stand for.
    public var columnValues: [String: Verdict.Urgency] = [:]
    /// The rules whose findings count as suppressed.
    public var skippedRules: Set<String> = []
    /// The names of the properties that become facts.
    public var properties: Set<String> = []
    /// The most bytes of details, which are cut in the middle; 0 for no limit. nil is 16 KiB.
    public var detailsLimit: Int?
    /// How the run ended, where no report can tell.
    public var runStatus: RunStatus?
    /// Whether tests of one name are tries of one test.
    public var retriesByName = false
    /// Whether the inputs are those of a whole run: a test or file that they do not hold is deleted.
    public var isComplete = false
    /// Folders that are cut off paths.
    public var roots: [String] = []
    /// Whether the lines around places are read from the files below `roots`, of datasets, too.
    public var readsSource = false
    /// Beginnings of paths, and what takes their place; the longest one counts.
    public var pathMappings: [String: String] = [:]
    /// The path of the Go module, which is cut off the paths of its packages.
    public var goModule: String?
    /// Whether keys, tokens and passwords of known forms are hidden.
    public var redactsSecrets = true
    /// Other values to hide, of at least four characters.
    public var hiddenValues: [String] = []
    /// Whether an input that can't be read becomes an error of the report instead of a finding.
    public var reportsBroken = false

    /// The options that the command line has without any option.
    public init() {}

    var inside: Importing.ImportOptions {
      var inside = Importing.ImportOptions()
      inside.category = category.flatMap { CategoryRule($0) } ?? .standard
      inside.included = Set(
        included.compactMap { Importing.ImportOptions.Inclusion(rawValue: $0.rawValue) })
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
