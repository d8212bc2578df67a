internal import Composing
internal import Diagnostics
internal import Model
internal import ToolReports

extension ReportMaker {
  /// The result of `make`.
  public struct Outcome: Sendable {
    /// The bytes of each requested target; empty if a finding is an error.
    public let outputs: [Target: [UInt8]]
    /// Problems of the dataset, the options or the template.
    public let findings: [Finding]
    /// The verdict of the report; nil if a finding is an error.
    public let verdict: Verdict?

    /// Whether a finding is an error, so that there are no outputs.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }
  }

  /// A problem, and how to solve it.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable {
      /// Information about the report.
      case note
      /// A probable mistake; the report is made anyway.
      case warning
      /// A mistake that prevents the report.
      case error
    }

    /// The severity.
    public let severity: Severity
    /// The kind of finding, such as `unknown-urgency`.
    public let id: String
    /// The problem, in a sentence.
    public let summary: String
    /// The input or file with the problem.
    public let file: String?
    /// The line from 1; nil for the whole file.
    public let line: Int?
    /// The column in Unicode scalars from 1; nil for the whole line.
    public let column: Int?
    /// The remedies.
    public let help: [String]
    /// The text that the command prints: a line for the summary and one for each remedy.
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

  /// The result of a report, for the decisions of a program.
  public struct Verdict: Sendable, Hashable {
    /// The urgency of a message, from the least to the highest.
    public enum Urgency: String, Sendable, Hashable, CaseIterable {
      /// Neither good nor bad.
      case neutral
      /// Useful information.
      case information
      /// A success.
      case success
      /// A possible problem.
      case warning
      /// A problem to fix.
      case error
    }

    /// The status of the job.
    public enum Run: String, Sendable, Hashable {
      /// The job ended, with or without findings.
      case completed
      /// The job was canceled.
      case canceled
      /// The job failed to do its work.
      case failed
      /// The job left no report.
      case missing
    }

    /// The numbers of messages by their change since the baseline; each is counted once.
    public struct Changes: Sendable, Hashable {
      /// Not in the baseline.
      public let new: Int
      /// In both, and more urgent than before.
      public let worse: Int
      /// No longer known, because an entry has expired.
      public let expired: Int
      /// In both, and less urgent than before.
      public let better: Int
      /// In both, and as urgent as before.
      public let still: Int
      /// Fixed errors, warnings and findings.
      public let fixed: Int
      /// Failed and flaky tests that were removed.
      public let removed: Int
      /// Errors, warnings and findings that the run did not check for, so that they may still
      /// exist.
      public let unseen: Int
      /// Other messages that only the baseline has.
      public let gone: Int
      /// The status of the previous run, if the status has changed; nil also if the previous run
      /// had none.
      public let runBefore: Run?
      /// Whether nothing has changed, not even the run's status.
      public let isUnchanged: Bool
      /// "2 new, 1 fixed, 24 unchanged", in the report's language.
      public let text: String
      /// "2 new warnings (6 errors unchanged)", in the report's language.
      public let headline: String

      init(_ comparison: Report.ComparisonSummary) {
        let counts = comparison.counts
        text = comparison.text
        headline = comparison.headline?.text ?? comparison.text
        runBefore = (counts.run?.before).flatMap { Run(rawValue: $0.rawValue) }
        (new, worse, better, still) = (counts.new, counts.worse, counts.better, counts.still)
        (fixed, unseen, gone) = (counts.fixed, counts.unseen, counts.gone)
        (expired, removed) = (counts.expired, counts.removed)
        isUnchanged = !counts.hasNews
      }
    }

    /// A condition of failure. Unread or incomplete inputs meet each of them.
    public enum Threshold: String, Sendable, Hashable, CaseIterable {
      /// An error, or a run that failed or is missing.
      case error
      /// A warning or an error, or a run that did not complete.
      case warning
      /// Information, a warning or an error, or a run that did not complete.
      case information
      /// An error that is new or worse since the baseline, or a run that failed or is missing;
      /// never met without a baseline.
      case newError = "new-error"
      /// A new or worse warning or error, or a run that did not complete; never met without a
      /// baseline.
      case newWarning = "new-warning"
      /// A message that is more urgent than in the baseline, or a run that did not complete.
      case worse
      /// Fewer tests that ran than in the baseline, or a run that did not complete.
      case fewerTests = "fewer-tests"
      /// A test that only the baseline has, or a run that did not complete.
      case removedTest = "removed-test"
      /// A skipped test that the baseline did not skip, or a run that did not complete.
      case newSkip = "new-skip"
      /// A broken threshold of the run's numbers, or one without a number.
      case threshold
      /// An input that was not read or is incomplete, or a missing run.
      case unread
    }

    /// "27 messages: 3 errors, 12 warnings, 12 notes", in the report's language.
    public let text: String
    /// The highest urgency of all messages; `success` for all clear. `neutral` if nothing is known,
    /// and instead of `success` if the run went wrong.
    public let urgency: Urgency
    /// The number of all messages.
    public let total: Int
    /// The number of messages that pass the filters.
    public let shown: Int
    /// The numbers of all messages by urgency, without zeros.
    public let counts: [Urgency: Int]
    /// The number of known messages, which no other count includes.
    public let known: Int
    /// The status of the job; nil if the dataset has none.
    public let run: Run?
    /// The changes since the baseline; nil without a baseline.
    public let changes: Changes?
    private let met: Set<Threshold>

    /// Whether the report meets a threshold, so that a job should fail.
    public func fails(on threshold: Threshold) -> Bool { met.contains(threshold) }

    init(_ report: Report) {
      text = report.verdict.text
      urgency = Urgency(rawValue: report.verdict.urgency.rawValue) ?? .neutral
      total = report.verdict.total
      shown = report.verdict.shown
      counts = report.verdict.counts.reduce(into: [:]) { counts, count in
        if let urgency = Urgency(rawValue: count.urgency.rawValue) { counts[urgency] = count.count }
      }
      known = report.known.total
      run = (report.run?.status).flatMap { Run(rawValue: $0.rawValue) }
      changes = report.comparison.map { Changes($0) }
      met = Set(
        Threshold.allCases.filter { threshold in
          Gate.Condition(rawValue: threshold.rawValue).map(report.fails) ?? false
        })
    }
  }
}
