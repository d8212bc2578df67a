import Composing
import Diagnostics
import JSON
import Model

extension OutputFormat {
  package static let codeQuality = OutputFormat(
    name: "codequality", title: "Code Quality for GitLab", fileName: "gl-code-quality-report.json",
    mimeType: "application/json", isAttachable: true, usesTemplate: false
  ) { job, outlet in CodeQualityTarget(job.report).render(to: outlet, threads: job.threads) }
}

/// Writes the messages with a place as the list of issues that GitLab reads.
struct CodeQualityTarget: Sendable {
  private struct Issue: Sendable {
    var message: Int
    var severity: String
    /// Its identity, unique in the list.
    var fingerprint: String
  }

  private let report: Report
  private let messages: ExportedMessages
  private let issues: [Issue]
  /// The numbers of messages that are no issues.
  private let successes: Int
  private let placeless: Int
  /// Whether an error or a warning is no issue.
  private let omitsUrgent: Bool
  /// Whether the filter hides an error or a warning.
  private let hidesUrgent: Bool

  init(_ report: Report) {
    self.report = report
    let messages = ExportedMessages(report)
    self.messages = messages
    var issues: [Issue] = []
    var (successes, placeless, omitsUrgent) = (0, 0, false)
    var seen: [String: Int] = [:]
    for index in messages.shown {
      let message = report.messages[index]
      guard let severity = Self.severity(of: message.urgency) else {
        successes += 1
        continue
      }
      guard message.location != nil else {
        placeless += 1
        omitsUrgent = omitsUrgent || message.urgency >= .warning
        continue
      }
      let identity = Self.fingerprint(of: message) ?? messages.fingerprint(of: index).hexadecimal
      let count = seen[identity, default: 0]
      seen[identity] = count + 1
      issues.append(
        Issue(
          message: index, severity: severity,
          fingerprint: count == 0 ? identity : "\(identity)-\(count + 1)"))
    }
    self.issues = issues
    hidesUrgent = !messages.hidden.isEmpty
    (self.successes, self.placeless, self.omitsUrgent) = (successes, placeless, omitsUrgent)
  }

  /// The fingerprint that a report of this format gave to a message.
  private static func fingerprint(of message: Message) -> String? {
    let prefix = "codequality:"
    guard let given = message.fingerprint, given.hasPrefix(prefix) else { return nil }
    return String(given.dropFirst(prefix.count))
  }

  /// The severity of an issue; nil for a success, which is none.
  private static func severity(of urgency: Urgency) -> String? {
    switch urgency {
    case .error: "critical"
    case .warning: "major"
    case .information, .neutral: "info"
    case .success: nil
    }
  }

  func render(to outlet: Outlet, threads: Int) -> [Diagnostic] {
    var writer = JSONWriter(indent: 2)
    writer.array { writer in
      writer.elements(count: issues.count, threads: threads, to: outlet) {
        write(issues[$0], &$1)
      }
    }
    writer.flush(to: outlet, endingLine: true)
    return diagnostics
  }

  private func write(_ issue: Issue, _ writer: inout JSONWriter) {
    let message = report.messages[issue.message]
    writer.object { writer in
      writer.member("type", "issue")
      writer.member("description", ExportedMessages.text(of: message))
      writer.member(
        "check_name", message.link?.title ?? messages.category(of: message) ?? "message")
      writer.member("fingerprint", issue.fingerprint)
      writer.member("severity", issue.severity)
      if let details = message.details {
        writer.key("content")
        writer.object { $0.member("body", details) }
      }
      writer.key("location")
      writer.object { writer in
        writer.member("path", message.location?.file)
        writer.key("lines")
        // GitLab refuses an issue without a line.
        writer.object { $0.member("begin", message.location?.line ?? 1) }
      }
    }
  }

  private var diagnostics: [Diagnostic] {
    var omitted = OmittedParts(of: report, messages.shown)
    omitted.add(placeless, "message without a place", "messages without a place")
    omitted.add(successes, "success", "successes")
    omitted.add(report.known.total, "known message", "known messages")
    omitted.addLost(of: report, [.fixed, .removed, .unseen, .gone])
    omitted.add(report.run?.facts.count ?? 0, "fact of the run", "facts of the run")
    let note = omitted.note(for: "Code Quality")
    // The format has no status, so GitLab would show a list that lacks something as the whole.
    guard !report.verdict.isClear || omitsUrgent || hidesUrgent else { return note }
    return note + [
      Diagnostic(
        .warning, "looks-complete",
        "the list looks complete, but \(reason)", help: ["'--strict' fails the job"])
    ]
  }

  private var reason: String {
    if report.verdict.isClear {
      return omitsUrgent
        ? "errors or warnings without a place are left out"
        : "the filter hides errors or warnings"
    }
    if report.run?.isAlarming == true, let headline = report.run?.headline { return headline }
    if let gaps = report.gaps.first { return gaps.text }
    return report.run?.status == nil
      ? "nothing states that the run completed" : "the run checked less than the one before"
  }
}
