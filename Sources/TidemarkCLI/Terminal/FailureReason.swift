import Composing
import Diagnostics
import Model
internal import ToolReports

extension Report {
  /// Judges the report by `--fail-on`; returns the status of the command, and notes with everything
  /// that met the gate or could not be decided. Without a previous run, as on a site's first run,
  /// all messages are new.
  func judged(by gate: Gate?) -> (status: ExitStatus, notes: [Diagnostic]) {
    guard let gate else { return (.done, []) }
    let reasons = reasons(for: gate, isAllNew: comparison == nil)
    let notes = [
      met(gate, reasons), flaky(reasons.flaky), elsewhere(reasons.elsewhere),
      undecided(reasons.undecided.filter { $0 != .threshold }),
      reasons.undecided.contains(.threshold) ? Self.lacksThreshold : nil,
    ].compactMap { $0 }
    return (reasons.isEmpty ? .done : .failing, notes)
  }

  /// The note that lists the reasons; nil without any.
  private func met(_ gate: Gate, _ reasons: FailureReasons) -> Diagnostic? {
    if reasons.isEmpty { return nil }
    let parts =
      [
        reasons.run.map(Self.text), reasons.lacksTests ? "no test was run" : nil,
        reasons.isUnfinished ? "the tests did not complete" : nil,
        reasons.isEarlierRunUnread ? "the earlier run can't be read" : nil,
      ]
      + reasons.gaps.map(Self.text)
      + counts(of: reasons)
      + [
        reasons.fewerTests.map { "\(Self.tests($0.now)) run, \($0.before) before" },
        Self.count(reasons.removedTests, "removed"),
        Self.count(reasons.newSkips, "newly skipped"),
      ]
    var diagnostic = Diagnostic(
      .note, "fail-on-met",
      "'--fail-on \(gate)' is met: " + parts.compactMap { $0 }.joined(separator: ", "))
    let lines = listed(of: reasons).prefix(Self.most)
    let tests =
      Self.findings(reasons.removedTests, "removed")
      + Self.findings(reasons.newSkips, "newly skipped")
    diagnostic.findings =
      lines.map { finding(of: $0, isNews: reasons.news.contains($0)) }
      + tests.prefix(Self.most - lines.count)
    let named = lines.reduce(0) { $0 + (alikeNews($1, reasons)?.count ?? 1) }
    let all = reasons.messages.count + reasons.removedTests.count + reasons.newSkips.count
    diagnostic.moreFindings = max(all - named - (diagnostic.findings.count - lines.count), 0)
    return diagnostic
  }

  /// The note that names the conditions without an answer; nil without any.
  private func undecided(_ conditions: [Gate.Condition]) -> Diagnostic? {
    if conditions.isEmpty { return nil }
    let words = Gate(conditions).description
    return Diagnostic(
      .note, "gate-undecided",
      "'--fail-on \(words)' is not decided: "
        + (earlierRun == .none
          ? "there is no earlier run" : "the two runs do not both name their tests"),
      help: earlierRun == .none
        ? ["the next run is compared with this one"]
        : ["name the reports of the tests, or a dataset that 'convert' made of them"])
  }

  /// The note that lists new errors in files that the diff does not change; nil without any.
  private func elsewhere(_ indices: [Int]) -> Diagnostic? {
    if indices.isEmpty { return nil }
    let count = indices.count
    let words =
      count == 1
      ? "1 new error is in a file that the diff does not change, and does not count"
      : "\(count) new errors are in files that the diff does not change, and do not count"
    var note = Diagnostic(
      .note, "not-in-diff", words,
      help: ["'--fail-on new-error' counts errors in all files"])
    note.findings = indices.prefix(Self.most).map { finding(of: $0, isNews: false) }
    note.moreFindings = indices.count - note.findings.count
    return note
  }

  private static var lacksThreshold: Diagnostic {
    Diagnostic(
      .note, "gate-undecided", "'--fail-on threshold' is not decided: there is no threshold",
      help: ["give one with '--threshold', in the settings or in the dataset"])
  }

  private static func unread(_ count: Int) -> String {
    count == 1 ? "1 file was not read" : "\(count) files were not read"
  }

  /// "2 removed tests"; nil for none.
  private static func count(_ tests: TestChanges.List, _ word: String) -> String? {
    tests.count == 0 ? nil : Self.tests(tests.count, word + " ")
  }

  private static func tests(_ count: Int, _ word: String = "") -> String {
    "\(count) \(word)\(count == 1 ? "test" : "tests")"
  }

  private static func findings(
    _ tests: TestChanges.List, _ word: String
  ) -> [Diagnostic.Finding] {
    tests.names.prefix(most).map { name in
      Diagnostic.Finding(
        .warning, TextLimits.cut(name, toClusters: titleClusters), label: word + " test", at: nil)
    }
  }

  /// The messages without those that a list of changes shows as part of a group (see "Groups of
  /// similar messages").
  private func listed(of reasons: FailureReasons) -> [Int] {
    guard let comparison, !comparison.alikeNews.isEmpty else { return reasons.messages }
    let followers = Set(comparison.news).subtracting(comparison.listedNews)
    return reasons.messages.filter { !reasons.news.contains($0) || !followers.contains($0) }
  }

  /// The group that a listed message represents; nil for none.
  private func alikeNews(_ index: Int, _ reasons: FailureReasons) -> AlikeNews? {
    reasons.news.contains(index) ? comparison?.alikeNews[index] : nil
  }

  private func finding(of index: Int, isNews: Bool) -> Diagnostic.Finding {
    let message = messages[index]
    let alike = isNews ? comparison?.alikeNews[index] : nil
    var title = title(of: message)
    if let alike {
      title = TextLimits.cut(alike.title, toClusters: Self.titleClusters) + " \u{D7}\(alike.count)"
    }
    return Diagnostic.Finding(
      message.urgency.severity, title, label: label(index, isNews: isNews, isOne: true),
      cause: alike == nil ? message.shownCause : nil,
      at: message.location.map {
        SourceLocation(file: $0.file, line: max($0.line ?? 0, 0), column: max($0.column ?? 0, 0))
      })
  }

  /// The largest number of listed messages.
  private static let most = 10
  private static let titleClusters = 200

  /// "2 new errors", "1 worsened warning": in the order of the messages.
  private func counts(of reasons: FailureReasons) -> [String?] {
    var counts: [(one: String, many: String, count: Int)] = []
    for index in reasons.messages {
      let isNews = reasons.news.contains(index)
      let one = label(index, isNews: isNews, isOne: true)
      if let position = counts.firstIndex(where: { $0.one == one }) {
        counts[position].count += 1
      } else {
        counts.append((one, label(index, isNews: isNews, isOne: false), 1))
      }
    }
    return counts.map { "\($0.count) \($0.count == 1 ? $0.one : $0.many)" }
  }

  private func label(_ index: Int, isNews: Bool, isOne: Bool) -> String {
    let urgency = messages[index].urgency
    let noun = urgency.rawValue + (isOne || urgency < .warning ? "" : "s")
    guard isNews else { return noun }
    if origins[index] == .change { return noun + " probably from this change" }
    if index < histories.count, histories[index].flakiness?.excuse == .ended,
      index >= changes.count || !changes[index].isNews
    {
      return "no longer flaky " + noun
    }
    return switch listKind(of: index) {
    case .worse: "worsened " + noun
    case .back: "returned " + noun
    case .expired: "no longer known " + noun
    default: "new " + noun
    }
  }

  /// The title; for a message without one, the beginning of its text.
  private func title(of message: Message) -> String {
    let title = message.title.isEmpty ? message.text ?? "" : message.title
    return TextLimits.cut(title, toClusters: Self.titleClusters)
  }

  private static func text(for gaps: Report.Gaps) -> String {
    switch gaps.kind {
    case .shortfalls: "results are incomplete"
    case .unread: unread(gaps.count)
    }
  }

  private static func text(for status: Dataset.Run.Status) -> String {
    switch status {
    case .completed: "the run was completed"
    case .canceled: "the run was canceled"
    case .failed: "the run failed"
    case .missing: "the run is missing"
    }
  }
}

extension Urgency {
  fileprivate var severity: Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .success, .information, .neutral: .note
    }
  }
}
