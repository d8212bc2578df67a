import Basics
package import Composing
package import Diagnostics
import Model
import Templating

/// One line about a report, such as a mail's subject. Nothing in it can end the line.
package struct SubjectLine: Sendable {
  /// The most that a list of mails shows a part of.
  package static let longest = 180

  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  /// "3 errors, 2 new: Nightly build".
  package var usual: String {
    Self.line(report.locale.string(.labelWithValue, ["label": numbers, "value": name]))
  }

  /// What the report is of. A run without a report has no title of its own: its project stands
  /// beside what all runs are called.
  private var name: String {
    guard report.run?.status == .missing, let project = report.project,
      !Self.isBlank(project), !title.contains(project)
    else { return title }
    return "\(title) (\(project))"
  }

  /// What is the same every night: the project and what a report is called, else the title.
  package var stable: String {
    guard let project = report.project, !Self.isBlank(project) else { return Self.line(title) }
    let words = ["label": project, "value": report.locale.string(.report)]
    return Self.line(report.locale.string(.labelWithValue, words))
  }

  /// What the report is called; never blank.
  private var title: String {
    [report.title, report.project ?? ""].first { !Self.isBlank($0) }
      ?? report.locale.string(.report)
  }

  private static func isBlank(_ words: String) -> Bool { words.allSatisfy(\.isWhitespace) }

  /// A template's words, with the names of a report and `numbers` and `date`.
  package func rendered(_ template: String, file: String) -> (String?, [Diagnostic]) {
    let words = report.locale.stringKeys + SubjectScope.names
    var vocabulary = Vocabulary(Field.allCases.map(\.rawValue) + words)
    var (read, problems) = Template.parse(
      template, name: "subject", file: file, vocabulary: &vocabulary)
    guard let read else { return (nil, problems) }
    let library = TemplateLibrary([read], vocabulary: vocabulary)
    let view = ReportView(report, signs: Signs(), followsRelativeAddresses: false)
    let stack = [
      Value.record(ReportScope(view), 0), .record(SubjectScope(report, numbers: numbers), 0),
    ]
    var sink = ByteSink()
    var findings = library.findings
    Renderer(library: library, escaper: LineEscaper()).render(
      0, stack: stack, to: &sink, findings: &findings)
    problems += findings.diagnostics(in: library)
    let line = Self.line(sink.string)
    guard line.isEmpty, !problems.contains(where: { $0.severity == .error }) else {
      return (line, problems)
    }
    let place = SourceLocation(file: file)
    // A template that is blank is a mistake. One that a value leaves blank keeps no mail back.
    guard template.contains("{{") else {
      problems.append(Diagnostic(.error, "empty-subject", "the subject is blank", at: place))
      return (nil, problems)
    }
    problems.append(
      Diagnostic(
        .note, "empty-subject", "the subject's template is blank for this report; it is '\(usual)'",
        at: place))
    return (usual, problems)
  }

  /// The verdict first: how the run went where that is bad, the most urgent messages, what has
  /// changed.
  private var numbers: String {
    var parts: [String] = []
    let (locale, run) = (report.locale, report.runHeadline)
    if let headline = run.headline { parts.append(headline) }
    if let worst = report.verdict.counts.first {
      parts.append(worst.text)
    } else if parts.isEmpty {
      parts.append(report.verdict.text)
    }
    if let change = run.change { parts.append(change) }
    if let comparison = report.comparison { parts += comparison.counts.headlines(locale) }
    return locale.list(parts)
  }

  /// The words on one line: controls as signs, spaces one at a time, and no longer than anybody
  /// reads.
  private static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\u{A0}" })
    return TextLimits.words(VisibleText.of(words.joined(separator: " ")), toClusters: longest)
  }
}

/// The names that a subject has beside those of a report.
private final class SubjectScope: Scope {
  static let names = ["numbers", "date"]

  private let numbers: String
  private let date: String

  init(_ report: Report, numbers: String) {
    self.numbers = numbers
    date = report.locale.pattern(.date).format(
      report.now, in: report.zone, locale: report.locale)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch name.text {
    case "numbers": .text(numbers)
    case "date": .text(date)
    default: .missing
    }
  }
}

/// Words as they are: the line is made safe as a whole.
private struct LineEscaper: Escaper {
  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let words), .address(let words), .rich(let words, _, _):
      // Signs that stand for the ends of lines, before those of the template end it.
      sink.write(VisibleText.of(words))
    case .finished(let words): sink.write(VisibleText.of(PhraseValue.unmarked(words)))
    case .number(let number): sink.write(String(number))
    case .flag, .missing, .absent, .record, .records, .list: break
    }
  }
}
