import Composing
import Localization
import Model
import Templating
import Text

extension ReportView {
  /// The results of a failed test in each environment: "linux ✔ mac ✖".
  func environments(of message: Message) -> Value {
    let results = report.environmentResults.results(of: message)
    return results.isEmpty ? .absent : .text(style.text(of: results))
  }

  /// The same for messages in one line; absent unless they are failures of one test.
  func environments(of items: some Collection<Int>) -> Value {
    guard let first = items.first.map({ report.messages[$0] }),
      items.allSatisfy({ report.messages[$0].fingerprintAnywhere == first.fingerprintAnywhere })
    else { return .absent }
    return environments(of: first)
  }

  /// The line that says why the test of a message failed, unless the title says it.
  func cause(of message: Message) -> Value { cause(message.shownCause) }

  /// The cause, unless the title or the text says it.
  func causeApart(of message: Message) -> Value { cause(message.causeAboveText) }

  /// The details of a message. If they are long before the line at which the failure begins, they
  /// begin there; a page has the lines before in `detailsBefore`.
  func details(of message: Message, heading: Int) -> Value {
    var details = colored(message.details, message.detailsFormat, message.coloredDetails)
    if let whole = details, isFolded(message) {
      let rest = Message.parts(of: whole, atLine: message.detailsStart).rest
      details = style.foldsDetails ? rest : "…\n" + rest
    }
    return self.details(details, message.detailsFormat, heading: heading, base: message.base)
  }

  /// The first lines of the details of a short report's first failure.
  func excerpt(of position: Int, heading: Int) -> Value {
    guard position == excerpted else { return .absent }
    let message = report.messages[position]
    guard let whole = colored(message.details, message.detailsFormat, message.coloredDetails) else {
      return .absent
    }
    guard message.detailsFormat != .markdown else {
      let (start, format) = TextLimits.details(
        whole, .markdown, lines: Self.excerptLines, url: nil, linkText: "")
      return Value(rich: start, format, heading: heading, base: message.base)
    }
    let lines = Message.parts(of: whole, atLine: message.detailsStart).rest
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let end = lines.count > Self.excerptLines ? ["…"] : []
    let shown = lines.prefix(Self.excerptLines).map {
      TextLimits.cut(String($0), toClusters: Self.excerptColumns)
    }
    return Value(
      rich: (shown + end).joined(separator: "\n"),
      message.detailsFormat, heading: heading)
  }

  private static let (excerptLines, excerptColumns) = (5, 200)

  /// The lines of the details that a page folds.
  func detailsBefore(of message: Message, heading: Int) -> Value {
    guard style.foldsDetails, isFolded(message),
      let whole = colored(message.details, message.detailsFormat, message.coloredDetails)
    else { return .absent }
    let before = Message.parts(of: whole, atLine: message.detailsStart).before
    return Value(rich: before, message.detailsFormat, heading: heading, base: message.base)
  }

  /// "Lines before (23)"
  func linesBefore(of message: Message) -> Value {
    let locale = report.locale
    return said(locale.titleWithCount(locale.string(.linesBefore), message.detailsStart - 1))
  }

  /// Whether the details do not begin at their first line.
  private func isFolded(_ message: Message) -> Bool {
    guard style.foldsDetails || style.detailLines != nil, message.detailsFormat != .markdown else {
      return false
    }
    return message.detailsStart > style.detailLines ?? Self.mostLinesBefore
  }

  /// How many lines before a failure a page shows.
  private static let mostLinesBefore = 6

  /// The expected and the actual value.
  func comparedValues(of message: Message, heading: Int) -> Value {
    guard let expected = message.expected, let actual = message.actual else { return .absent }
    let text = ValueComparison.text(
      expected: expected, actual: actual, isAscii: style.isAscii, report.locale)
    return Value(rich: text, .log, heading: heading)
  }

  /// A cause as the target writes it.
  func cause(_ cause: String?) -> Value {
    guard let cause else { return .absent }
    let isCut = style.isAscii && cause.hasSuffix("…")
    return Value(title: isCut ? cause.dropLast() + "..." : cause)
  }
}
