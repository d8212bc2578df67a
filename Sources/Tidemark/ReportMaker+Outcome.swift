internal import Composing
internal import Diagnostics
internal import Model

extension ReportMaker {
  /// What came of it.
  public struct Outcome: Sendable {
    /// The bytes of each target that was asked for; empty when a finding is an error.
    public let outputs: [Target: [UInt8]]
    /// What the author of the dataset, the options or the template should know.
    public let findings: [Finding]
    /// What the report comes to; nil when a finding is an error.
    public let verdict: Verdict?

    public var hasErrors: Bool { findings.contains { $0.severity == .error } }
  }

  /// Something that is wrong or doubtful, and what could be done.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    public enum Severity: String, Sendable, Hashable {
      case note, warning, error
    }

    public let severity: Severity
    /// The name of the kind of finding, `unknown-urgency`.
    public let id: String
    public let summary: String
    /// The input or file that it is about.
    public let file: String?
    /// From 1; nil when the whole file is meant.
    public let line: Int?
    /// In Unicode scalars from 1; nil when the whole line is meant.
    public let column: Int?
    public let help: [String]
    /// As the command says it, a line for the summary and one for each help.
    public let description: String

    init(_ inside: Diagnostic) {
      severity =
        switch inside.severity {
        case .note: .note
        case .warning: .warning
        case .error: .error
        }
      id = inside.id
      summary = inside.summary
      file = inside.location?.file
      line = inside.location.flatMap { $0.line > 0 ? $0.line : nil }
      column = inside.location.flatMap { $0.column > 0 ? $0.column : nil }
      help = inside.help
      description = String(DiagnosticText(isColoured: false).string([inside]).dropLast())
    }
  }

  /// What a report comes to, for a program that has to decide.
  public struct Verdict: Sendable, Hashable {
    public enum Urgency: String, Sendable, Hashable, CaseIterable {
      case neutral, information, success, warning, error
    }

    public enum Run: String, Sendable, Hashable {
      case completed, canceled, failed, missing
    }

    /// How many messages differ from the baseline's; each is counted once.
    public struct Changes: Sendable, Hashable {
      public let new: Int
      /// Still there and more urgent than before.
      public let worse: Int
      /// Still there and less urgent than before.
      public let better: Int
      /// Still there and as urgent as before.
      public let still: Int
      /// Errors and warnings that are not there any more.
      public let fixed: Int
      /// Errors and warnings that a run which did not complete has not seen.
      public let unseen: Int
      /// Whatever else is not there any more.
      public let gone: Int
      /// How the run before went, where its status is another and either is not a good one; nil too
      /// where the run before says none.
      public let runBefore: Run?
      /// Whether nothing at all has changed, the run's status included.
      public let isUnchanged: Bool
      /// "2 new, 1 fixed, 24 still there", in the report's language.
      public let text: String

      init(_ comparison: Report.ComparisonSummary) {
        let counts = comparison.counts
        text = comparison.text
        runBefore = (counts.run?.before).flatMap { Run(rawValue: $0.rawValue) }
        (new, worse, better, still) = (counts.new, counts.worse, counts.better, counts.still)
        (fixed, unseen, gone) = (counts.fixed, counts.unseen, counts.gone)
        isUnchanged = !counts.hasNews
      }
    }

    /// What makes a report one to fail on: a message at or above, or a run that went as badly.
    public enum Threshold: String, Sendable, Hashable, CaseIterable {
      case error, warning, information
      /// New since the baseline; never met without one.
      case newError = "new-error"
      case newWarning = "new-warning"
    }

    /// "27 messages: 3 errors, 12 warnings, 12 information", in the report's language.
    public let text: String
    /// The highest urgency of the messages that were read; `success` when all is clear, `neutral` when
    /// nothing is known, and in place of `success` when the run went wrong.
    public let urgency: Urgency
    /// Messages that were read.
    public let total: Int
    /// Messages that the filters let through.
    public let shown: Int
    /// Messages that were read, by urgency; zero counts are left out.
    public let counts: [Urgency: Int]
    /// How the job itself went, where the dataset says so.
    public let run: Run?
    /// nil without a baseline.
    public let changes: Changes?
    private let met: Set<Threshold>

    public func fails(on threshold: Threshold) -> Bool { met.contains(threshold) }

    init(_ report: Report) {
      text = report.verdict.text
      urgency = Urgency(rawValue: report.verdict.urgency.rawValue) ?? .neutral
      total = report.verdict.total
      shown = report.verdict.shown
      counts = report.verdict.counts.reduce(into: [:]) { counts, count in
        if let urgency = Urgency(rawValue: count.urgency.rawValue) { counts[urgency] = count.count }
      }
      run = (report.run?.status).flatMap { Run(rawValue: $0.rawValue) }
      changes = report.comparison.map { Changes($0) }
      met = Set(
        Threshold.allCases.filter { threshold in
          FailureThreshold(rawValue: threshold.rawValue).map(report.fails) ?? false
        })
    }
  }
}
