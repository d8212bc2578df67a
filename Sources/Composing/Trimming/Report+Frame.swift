import Localization

/// Shortens titles and notes, because very long ones would exceed any budget.
extension Report {
  /// The maximum length in bytes of a report's address under a budget; servers refuse longer ones.
  package static let longestAddress = 2_048

  var hasLongAddress: Bool { (url?.utf8.count ?? 0) > Self.longestAddress }

  /// Whether titles and notes take more than `limit` bytes.
  func isFrameLongerThan(_ limit: Int) -> Bool {
    if hasLongAddress { return true }
    let items = gaps.flatMap(\.items).flatMap { [$0.title, $0.text, $0.help] as [String?] }
    let texts =
      [title, subtitle, timeline?.title, filterNote, sortNote, scopeNote] + sections.map(\.title)
      + items
    let notes = comparison?.tests.lines(locale, naming: TestChanges.named) ?? []
    return (texts + notes).reduce(0) { $0 + ($1?.utf8.count ?? 0) } > limit
  }

  /// Cuts titles and notes, and removes an address that is too long.
  mutating func shortenFrame() {
    func short(_ text: String) -> String {
      TextLimits.cut(text, toClusters: TextLimits.titleClusters)
    }
    title = short(title)
    subtitle = subtitle.map(short)
    if let timelineTitle = timeline?.title { timeline?.title = short(timelineTitle) }
    filterNote = filterNote.map { short(PhraseValue.unmarked($0)) }
    sortNote = sortNote.map(short)
    scopeNote = scopeNote.map(short)
    keep(gapItems: 0)
    comparison?.tests.forgetNames()
    for index in sections.indices { sections[index].title = short(sections[index].title) }
    if hasLongAddress { url = nil }
  }
}
