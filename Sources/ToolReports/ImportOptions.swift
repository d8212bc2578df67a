internal import Diagnostics
internal import JSON
package import Localization
package import Model

/// The options for reports of other tools. Datasets are read as they are.
package struct ImportOptions: Sendable {
  /// The items that become messages in addition to failures, flaky tests and findings.
  package enum Inclusion: String, Sendable, Hashable, CaseIterable {
    case passed, skipped, todo, suppressed
  }

  package static let usualDetailsLimit = 16 << 10
  /// The most messages of all inputs together.
  package static let usualMessageLimit = 2_000_000

  package var category = CategoryRule.standard
  package var included: Set<Inclusion> = []
  /// Findings below it are counted and left out.
  package var leastUrgency: Urgency?
  package var severities = SeverityRules()
  /// Findings of these rules count as suppressed.
  package var skippedRules: Set<String> = []
  /// The names of the properties that become facts.
  package var properties: Set<String> = []
  /// The environment in which all tests ran; nil takes it from the reports.
  package var environment: String?
  /// The most bytes of details; 0 keeps everything.
  package var detailsLimit = ImportOptions.usualDetailsLimit
  /// The status of a run if its report does not show how it ended.
  package var runStatus: Dataset.Run.Status?
  /// Whether tests with the same name are tries of one test.
  package var retriesByName = false
  /// Whether the names of all tests are kept, for outputs that list them.
  package var keepsTests = false
  /// Whether the inputs contain all tests and files, so that missing ones no longer exist.
  package var isComplete = false
  /// Whether the whole tests of a report that ends in the middle are read.
  package var readsTruncated = true
  /// The mapping of columns and words of tables.
  package var table = TableMapping()
  package var paths = SourcePaths()
  /// Whether the lines around places are read from the sources, for datasets, too.
  package var readsSource = false
  /// Whether files that messages name are read.
  package var readsAttachments = true
  /// Whether owners are read from the CODEOWNERS files of the roots.
  package var readsOwners = false
  /// The path of the Go module, which is removed from the paths of its packages.
  package var goModule: String?
  package var links = SourceLinking()
  /// The changed lines whose coverage is shown; nil without a diff.
  package var changedLines: ChangedLines?
  /// The part of calendars that is shown.
  package var calendarWindow = CalendarWindow()
  /// Events in these categories of calendars are milestones; in lower case.
  package var milestones: Set<String> = []
  package var redactor = Redactor()
  package var messageLimit = ImportOptions.usualMessageLimit
  /// The language of the words that importers add.
  package var locale = Locale(JSONValue(.object([]), at: SourceLocation(file: "")))

  package init() {}
}

/// The links for locations without an address.
package struct SourceLinking: Sendable {
  /// nil adds no links.
  package var links: SourceLinks?
  /// Whether the repository that a report names is used, if nothing else names one.
  package var usesProvenance = false
  /// The commit for runs without a commit.
  package var commit: String?

  package init() {}
}

/// How messages of reports are assigned to categories.
package enum CategoryRule: Sendable, Hashable {
  /// Tests in one category, findings by tool.
  case standard
  case named(String)
  case tests, tool, run, suite, rule, file, level
  /// The first folders of the file's path.
  case folder(depth: Int)
  case none

  /// Parses a rule: one of the words, or a name.
  package init?(_ text: String) {
    switch text {
    case "": return nil
    case "tests": self = .tests
    case "tool": self = .tool
    case "run": self = .run
    case "suite": self = .suite
    case "rule": self = .rule
    case "file": self = .file
    case "folder": self = .folder(depth: 1)
    case "level": self = .level
    case "none": self = .none
    default:
      if text.hasPrefix("folder:") {
        guard let depth = Int(text.dropFirst(7)), 1...64 ~= depth else { return nil }
        self = .folder(depth: depth)
      } else {
        self = .named(text)
      }
    }
  }
}

/// The urgencies of the words that tools use for severities.
package struct SeverityRules: Sendable, Hashable {
  private struct Key: Sendable, Hashable {
    /// A format or a tool, in lower case; nil for all.
    var tool: String?
    var word: String
  }

  private var urgencies: [Key: Urgency] = [:]

  package init() {}

  package var isEmpty: Bool { urgencies.isEmpty }

  /// Adds a rule such as `note=neutral` or `trivy:HIGH=warning`; false if it can't be read.
  package mutating func add(_ text: String) -> Bool {
    guard let equals = text.lastIndex(of: "="),
      let urgency = Urgency(rawValue: String(text[text.index(after: equals)...]))
    else { return false }
    let left = text[..<equals]
    let colon = left.lastIndex(of: ":")
    let tool = colon.map { left[..<$0].lowercased() }
    let word = (colon.map { left[left.index(after: $0)...] } ?? left).lowercased()
    guard !word.isEmpty, tool?.isEmpty != true else { return false }
    urgencies[Key(tool: tool, word: word)] = urgency
    return true
  }

  /// The urgency of a word, by its tool, else by its format, else for all; nil without a rule.
  package func urgency(_ word: String, tool: String, format: String) -> Urgency? {
    guard !urgencies.isEmpty else { return nil }
    let word = word.lowercased()
    return urgencies[Key(tool: tool.lowercased(), word: word)]
      ?? urgencies[Key(tool: format, word: word)] ?? urgencies[Key(tool: nil, word: word)]
  }
}
