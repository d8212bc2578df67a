import Composing
import Markup
import Model

/// The messages of a report in display order, for targets that list messages for programs.
struct ExportedMessages: Sendable {
  let report: Report
  /// The indices of the shown messages: alerts, banners, then those of the sections.
  let shown: [Int]
  private let labels: MessageLabels
  /// The titles of the categories, by their ids.
  private let titles: [String: String]

  init(_ report: Report) {
    self.report = report
    labels = MessageLabels(report)
    shown = report.alerts + report.banners + report.sections.flatMap(\.items)
    titles = Dictionary(
      report.sections.compactMap { section in section.category.map { ($0, section.title) } },
      uniquingKeysWith: { first, _ in first })
  }

  func change(of index: Int) -> Report.Change? {
    report.changes.indices.contains(index) ? report.changes[index] : nil
  }

  func fingerprint(of index: Int) -> Fingerprint {
    report.fingerprints.indices.contains(index)
      ? report.fingerprints[index] : Fingerprint(of: report.messages, at: index)
  }

  /// The title of a message's category.
  func category(of message: Message) -> String? {
    message.category.map { titles[$0] ?? $0 }
  }

  func time(of message: Message) -> String? {
    message.time.map { labels.machineTime($0) }
  }

  /// The absolute address of a message's link; nil if there is none.
  func address(of message: Message) -> String? {
    message.link?.url.flatMap { Links.resolve($0, base: message.base ?? report.base) }
  }

  /// The title; the first line of the text if the title is empty, since readers refuse that.
  static func title(of message: Message) -> String {
    if !message.title.isEmpty { return message.title }
    return message.text?.split(whereSeparator: \.isNewline).first.map(String.init)
      ?? message.urgency.rawValue
  }

  /// The numbers of errors and warnings that the filter hides; empty for none.
  var hidden: [(urgency: Urgency, count: Int)] {
    guard report.filterNote != nil, report.verdict.shown < report.verdict.total else { return [] }
    var counts = [Int](repeating: 0, count: Urgency.allCases.count)
    for count in report.verdict.counts { counts[count.urgency.rank] = count.count }
    for index in shown { counts[report.messages[index].urgency.rank] -= 1 }
    return [.error, .warning].map { ($0, counts[$0.rank]) }.filter { $0.count > 0 }
  }

  /// The title, and the text that the title does not contain, in one text.
  static func text(of message: Message) -> String {
    guard let text = message.text, !text.isEmpty else { return message.title }
    if message.title.isEmpty { return text }
    // Importers shorten a long first line, and keep the whole of it in the text.
    if message.title.hasSuffix("…"), text.hasPrefix(message.title.dropLast()) { return text }
    return message.title + "\n\n" + text
  }
}
