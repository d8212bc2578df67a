internal import Basics
internal import Composing
internal import Diagnostics
internal import Model

extension ReportMaker {
  /// The result of `make`.
  public struct Outcome: Sendable {
    /// The bytes of each target that was asked for; empty when a finding is an error.
    public let outputs: [Target: [UInt8]]
    /// Problems of the dataset, the options or the template.
    public let findings: [Finding]
    /// The verdict of the report; nil when a finding is an error.
    public let verdict: Verdict?

    /// Whether a finding is an error, so that there are no outputs.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }
  }

  /// A problem, and how to solve it.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable {
      /// Something to know.
      case note
      /// Something that is probably wrong; the report is made.
      case warning
      /// Something that keeps the report from being made.
      case error
    }

    /// How much it matters.
    public let severity: Severity
    /// The kind of finding, such as `unknown-urgency`.
    public let id: String
    /// What is wrong, in a sentence.
    public let summary: String
    /// The input or file that it is about.
    public let file: String?
    /// From 1; nil when the whole file is meant.
    public let line: Int?
    /// In Unicode scalars from 1; nil when the whole line is meant.
    public let column: Int?
    /// What to do about it.
    public let help: [String]
    /// The text that the command prints, a line for the summary and one for each help.
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

  /// The result of a report, for decisions of a program.
  public struct Verdict: Sendable, Hashable {
    /// How urgent a message is, from the least to the most.
    public enum Urgency: String, Sendable, Hashable, CaseIterable {
      /// It says nothing of good or bad.
      case neutral
      /// Good to know.
      case information
      /// Something went well.
      case success
      /// Something to look at.
      case warning
      /// Something to mend.
      case error
    }

    /// How the job went.
    public enum Run: String, Sendable, Hashable {
      /// It came to its end, whatever it found.
      case completed
      /// It was canceled.
      case canceled
      /// It could not do its work.
      case failed
      /// It left no report.
      case missing
    }

    /// The numbers of messages by their change since the baseline; each is counted once.
    public struct Changes: Sendable, Hashable {
      /// Not there in the baseline.
      public let new: Int
      /// Still there and more urgent than before.
      public let worse: Int
      /// Known until the baseline, and no longer: an entry has expired.
      public let expired: Int
      /// Still there and less urgent than before.
      public let better: Int
      /// Still there and as urgent as before.
      public let still: Int
      /// Errors, warnings and findings that are no longer there.
      public let fixed: Int
      /// Failed and flaky tests that were removed.
      public let removed: Int
      /// Errors, warnings and findings that the run did not look for, so that they may still exist.
      public let unseen: Int
      /// Other messages that are no longer there.
      public let gone: Int
      /// The status of the previous run, if the run's status has changed; nil also when the previous
      /// run had none.
      public let runBefore: Run?
      /// Whether nothing has changed, not even the run's status.
      public let isUnchanged: Bool
      /// "2 new, 1 fixed, 24 still there", in the report's language.
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

    /// A threshold of failure: a message of this urgency or higher, or a run that went as badly.
    public enum Threshold: String, Sendable, Hashable, CaseIterable {
      /// An error, or a run that failed or is missing.
      case error
      /// A warning or an error, or a run that did not complete.
      case warning
      /// Information, a warning or an error, or a run that did not complete.
      case information
      /// An error that is new or worse since the baseline, or a run that failed or is missing; never
      /// met without a baseline.
      case newError = "new-error"
      /// The same of warnings and errors, or a run that did not complete.
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
    /// Messages that are known, which nothing else counts.
    public let known: Int
    /// The status of the job; nil when the dataset has none.
    public let run: Run?
    /// nil without a baseline.
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
          FailureThreshold(rawValue: threshold.rawValue).map(report.fails) ?? false
        })
    }
  }
}
