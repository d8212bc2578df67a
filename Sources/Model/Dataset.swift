package import Diagnostics
package import Time

/// The content of one dataset file, or of several merged ones.
package struct Dataset: Sendable {
  package struct Category: Sendable, Hashable {
    package var id: String
    package var title: String

    package init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The order of the sections in a report.
  package enum CategoryOrder: String, Sendable, Hashable, CaseIterable {
    /// As `categories` lists them.
    case given
    /// The worst and newest first.
    case urgency
  }

  /// The outcome of the job. The cases of `Status` are ordered from best to worst.
  package struct Run: Sendable, Hashable {
    package enum Status: String, Sendable, Hashable, CaseIterable {
      case completed, canceled, failed, missing
    }

    package struct Fact: Sendable, Hashable {
      /// The kind of a fact. A report translates the title of such a fact and sums its numbers over
      /// several inputs.
      package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// `duration` is the duration of the run, `testTime` the total duration of its tests.
        case tests, passed, failed, errors, skipped, flaky, todo, suppressed, leftOut, duration,
          testTime, logRecords, coverage, changedCoverage
        /// A version, a system or a device, and the host. They have no number. Hosts of build
        /// services change with each run, so that they are not compared.
        case environment, host

        /// Whether its number is in seconds.
        package var isTime: Bool { self == .duration || self == .testTime }

        /// Whether its number is a percentage.
        package var isShare: Bool { self == .coverage || self == .changedCoverage }

        /// The title for programs that do not know the kind.
        package var title: String {
          switch self {
          case .logRecords: "Log records"
          case .leftOut: "Left out"
          case .testTime: "Time in tests"
          case .changedCoverage: "Changed lines covered"
          default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
          }
        }
      }

      /// The direction in which a number improves.
      package enum Better: String, Sendable, Hashable, CaseIterable {
        case lower, higher
      }

      /// Its name in templates; nil uses its kind or its title.
      package var id: String?
      package var kind: Kind?
      package var title: String
      package var value: String
      package var number: Double?
      /// The unit of the number, such as `ms`; nil if it has none or an unknown one.
      package var unit: String?
      /// nil if no direction is better, or if it is unknown.
      package var better: Better?
      /// The counts behind a percentage, to merge several inputs; not part of datasets.
      package var share: Share?
      /// The value of each input; empty in the report of a single input.
      package var origins: [Origin] = []

      /// The part of one input.
      package struct Origin: Sendable, Hashable {
        package var input: String
        package var value: String
        package var number: Double?

        package init(input: String, value: String, number: Double? = nil) {
          self.input = input
          self.value = value
          self.number = number
        }
      }

      package init(title: String, value: String, number: Double? = nil, kind: Kind? = nil) {
        self.kind = kind
        self.title = title
        self.value = value
        self.number = number
      }
    }

    package var status: Status?
    package var reason: String?
    package var started: TimePoint?
    package var finished: TimePoint?
    package var commit: String?
    package var branch: String?
    package var links = CommitLinks()
    package var facts: [Fact]
    /// Claims that the reports do not confirm. A run with any is not completed.
    package var shortfalls: [Shortfall] = []
    /// The unread inputs. A run with any is never green (see "The verdict comes first").
    package var unread = Unread()

    /// The reasons why tests were skipped or expected to fail, the most frequent first. Tests
    /// without one of these reasons are not counted.
    package var skipReasons: [SkipReason] = []

    package var coverage = CodeCoverage()
    package var properties: [Property] = []

    /// A reason and the number of its tests.
    package struct SkipReason: Sendable, Hashable {
      package var text: String
      package var count: Int

      package init(text: String, count: Int) {
        (self.text, self.count) = (text, count)
      }

      /// Merges equal reasons. Returns the 300 most frequent ones, the most frequent first.
      package static func joined(_ reasons: [SkipReason]) -> [SkipReason] {
        var indices: [String: Int] = [:]
        var joined: [SkipReason] = []
        for reason in reasons {
          if let index = indices[reason.text] {
            joined[index].count += reason.count
          } else {
            indices[reason.text] = joined.count
            joined.append(reason)
          }
        }
        let ranked = joined.enumerated().sorted {
          ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }
        return ranked.prefix(300).map(\.element)
      }
    }

    /// Whether it has no shortfalls, and its status is completed or unknown.
    package var hasCompleted: Bool {
      shortfalls.isEmpty && status.map { $0 == .completed } ?? true
    }

    package init(
      status: Status? = nil, reason: String? = nil, started: TimePoint? = nil,
      finished: TimePoint? = nil, commit: String? = nil, branch: String? = nil, facts: [Fact] = []
    ) {
      self.status = status
      self.reason = reason
      self.started = started
      self.finished = finished
      self.commit = commit
      self.branch = branch
      self.facts = facts
    }
  }

  /// The position of report banners (see "Embedded and overlapping banners").
  package enum BannerPosition: String, Sendable, Hashable, CaseIterable {
    case embedded, overlapping
  }

  /// What "View details" does on a wide page: it scrolls to the sections, or opens them over the
  /// page (see "Details are the sections").
  package enum DetailsView: String, Sendable, Hashable, CaseIterable {
    case section, popover
  }

  /// The settings of the page's filter bar (see "Filter by category").
  package struct FilterSettings: Sendable, Hashable {
    package var fast: [String]?
    package var fastSource: SourceMark?
    package var threshold: Int
    package var counter: Bool
    package var wrapped: Bool

    package init(
      fast: [String]? = nil, threshold: Int = 20, counter: Bool = true, wrapped: Bool = false
    ) {
      self.fast = fast
      self.threshold = threshold
      self.counter = counter
      self.wrapped = wrapped
    }
  }

  /// The names of the files, in order; `SourceMark.file` is an index into it.
  package var files: [String] = []
  /// The `now` of each file, parallel to `files`.
  package var nows: [TimePoint?] = []
  /// Whether each file is a report of another program, which was not written for this report;
  /// parallel to `files`.
  package var areImported: [Bool] = []
  package var title: String?
  /// Whether its title is the name that another tool's report gives itself; not part of datasets.
  package var isTitleOfReport = false
  package var subtitle: String?
  /// Markdown of untrusted origin.
  package var summary: String?
  /// The base of the summary's relative addresses, if it is not `url`.
  package var summaryBase: String?
  package var url: String?
  package var project: String?
  package var run: Run?
  package var now: TimePoint?
  package var nowSource: SourceMark?
  package var timeZone: String?
  package var timeZoneSource: SourceMark?
  package var locale: String?
  package var localeSource: SourceMark?
  package var bannerPosition: BannerPosition?
  package var detailsView: DetailsView?
  package var categories: [Category] = []
  /// Nil means the order of `categories`.
  package var categoryOrder: CategoryOrder?
  package var messages: [Message] = []
  package var timeline: TimelineData?
  /// Sort criteria as written, `urgency:desc`; nil if not given.
  package var sort: [String]?
  package var sortSource: SourceMark?
  package var filters: FilterSettings?
  /// The scope of the run; nil if it checked everything.
  package var scope: RunScope?
  /// The reports of other tools that the run read.
  package var reports: [ReadReport] = []
  /// The last run that covered more than this run and the runs between them, or as much. Nil if it
  /// is unknown.
  package var reference: CoverageReference?
  /// The names of the tests, if this process read their reports; not part of datasets.
  package var testNames = TestNames()
  /// The outcomes and durations of the tests, if this process read their reports; not part of
  /// datasets.
  package var testResults = TestResults()
  /// The tests, if this process read their reports for an output that lists them; not part of
  /// datasets.
  package var tests = ReportedTests()
  /// The known issues of the dataset.
  package var known: [KnownEntry] = []
  /// The durations of the slowest passed tests, the slowest first.
  package var durations: [TestDuration] = []
  /// Conditions for the numbers of the run, as written: `coverage >= 80`.
  package var thresholds: [String] = []
  package var thresholdsSource: SourceMark?

  package init() {}

  /// The time of the report according to the dataset: `now`, otherwise the end of its run.
  package var moment: TimePoint? { now ?? run?.finished }

  /// The time that names a run without `--now`: `moment`, otherwise the start of its run.
  package var namingTime: TimePoint? { moment ?? run?.started }

  /// Whether the dataset has a time that distinguishes its run from the next one.
  package var isDated: Bool { namingTime != nil }

  /// The location of `mark`, for diagnostics.
  package func location(_ mark: SourceMark) -> SourceLocation {
    let file = Int(mark.file) < files.count ? files[Int(mark.file)] : "-"
    return SourceLocation(file: file, line: Int(mark.line), column: Int(mark.column))
  }
}

extension Dataset.Run {
  /// The number of tests that ran; nil if it is unknown.
  package var testsRun: Int? {
    func number(_ kind: Fact.Kind) -> Double? { facts.first { $0.kind == kind }?.number }
    return number(.tests).flatMap { Int(exactly: ($0 - (number(.skipped) ?? 0)).rounded()) }
      .map { max($0, 0) }
  }
}
