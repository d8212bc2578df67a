package import Composing
package import Diagnostics
import Localization
import Model
import Templating
import Text

/// One line about a report, such as a mail's subject. Values can't break the line.
package struct SubjectLine: Sendable {
  /// The maximum length; lists of mails show less.
  package static let longest = 180

  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  /// The project, or without one the title, and the state: "shop: 1 new error, 1 old".
  package var usual: String {
    Self.line(report.locale.labeled(name, report.locale.afterLabel(report.state)))
  }

  /// The project, short enough for the list of a phone.
  private var name: String {
    let project = [report.project ?? "", title].first { !Self.isBlank($0) }
    return TextLimits.cut(project ?? title, toClusters: Self.longestName)
  }

  /// The state follows a name of any length within the part that a list of mails shows.
  private static let longestName = 40

  /// A subject without run-specific parts: the project and the general name, otherwise the title.
  package var stable: String {
    guard let project = report.project, !Self.isBlank(project) else { return Self.line(title) }
    let values = ["label": project, "value": report.locale.string(.report)]
    return Self.line(report.locale.string(.labelWithValue, values))
  }

  /// The title, or the project; never blank.
  private var title: String {
    [report.title, report.project ?? ""].first { !Self.isBlank($0) }
      ?? report.locale.string(.report)
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  /// Renders a template with the names of a report, `numbers` and `date`.
  package func rendered(_ template: String, file: String) -> (String?, [Diagnostic]) {
    let names = report.locale.stringKeys + SubjectScope.names
    var vocabulary = Vocabulary(Field.names + names, listsWithIDs: Field.listsWithIDs)
    var (read, problems) = Template.parse(
      template, name: "subject", file: file, vocabulary: &vocabulary)
    guard let read else { return (nil, problems) }
    let library = TemplateLibrary([read], vocabulary: vocabulary)
    let view = ReportView(report, style: TargetStyle(), followsRelativeAddresses: false)
    let stack = [
      Value.record(ReportScope(view), 0), .record(SubjectScope(report, numbers: report.state), 0),
    ]
    var sink = ByteSink()
    var findings = library.findings
    Renderer(library: library, escaper: LineEscaper()).render(
      0, stack: stack, to: &sink, findings: &findings)
    // A mail without a part of its subject is better than no mail.
    problems += findings.diagnostics(in: library).map { problem in
      var problem = problem
      if problem.id == "unknown-name" { problem.severity = .warning }
      return problem
    }
    let line = Self.line(sink.string)
    guard line.isEmpty, !problems.contains(where: { $0.severity == .error }) else {
      return (line, problems)
    }
    let location = SourceLocation(file: file)
    // A blank template is an error. One left blank by its values doesn't prevent the mail.
    guard template.contains("{{") else {
      problems.append(Diagnostic(.error, "empty-subject", "the subject is blank", at: location))
      return (nil, problems)
    }
    problems.append(
      Diagnostic(
        .note, "empty-subject", "the subject template is blank for this report; using '\(usual)'",
        at: location))
    return (usual, problems)
  }

  /// The text on one line: hidden characters as signs, single spaces, cut to `longest`.
  package static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\u{A0}" })
    return TextLimits.cut(VisibleText.of(words.joined(separator: " ")), toClusters: longest)
  }
}

/// The additional names for subjects.
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

/// Writes text without escaping, because the whole line is made safe afterwards.
private struct LineEscaper: Escaper {
  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let text), .title(let text), .address(let text), .rich(let text, _, _, _):
      // Line ends of values become signs; those of the template are handled by `line`.
      sink.write(VisibleText.of(text))
    case .finished(let text): sink.write(VisibleText.of(PhraseValue.unmarked(text)))
    case .number(let number): sink.write(String(number))
    case .flag, .missing, .absent, .pieces, .slot, .record, .records, .list: break
    }
  }
}
