internal import Model

/// Counts skipped tests and expected failures by the reasons that their reports give.
struct SkipReasons {
  private var counts: [String: Int] = [:]
  /// The reasons in the order of the report.
  private var texts: [String] = []

  /// The most reasons. Tests with other reasons are counted without a reason.
  static let most = 200
  private static let longest = 200

  mutating func add(_ reason: String) {
    guard let line = PlainText.firstLine(of: TerminalText.plain(reason)), !line.isEmpty else {
      return
    }
    let text = MessageMaker.shortened(line, to: Self.longest)
    guard counts[text] != nil || counts.count < Self.most else { return }
    if counts.updateValue((counts[text] ?? 0) + 1, forKey: text) == nil { texts.append(text) }
  }

  /// The reasons without secrets, the most frequent first.
  func reasons(_ redactor: inout Redactor) -> [Dataset.Run.SkipReason] {
    let all = texts.map {
      Dataset.Run.SkipReason(text: redactor.redacted($0), count: counts[$0] ?? 0)
    }
    return Dataset.Run.SkipReason.joined(all)
  }
}
