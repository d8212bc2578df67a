import Basics

/// What stands around messages and entries: no budget has room for all of it when it is very long, and
/// no value may be a reason for a report not to come.
extension Report {
  /// The longest address that a report with little room leads to, in bytes; servers refuse longer ones.
  package static let longestAddress = 2_048

  var hasLongAddress: Bool { (url?.utf8.count ?? 0) > Self.longestAddress }

  /// Whether titles and notes take more bytes than they should.
  func isFrameLongerThan(_ room: Int) -> Bool {
    if hasLongAddress { return true }
    let words = [title, subtitle, timeline?.title, filterNote, sortNote] + sections.map(\.title)
    return words.reduce(0) { $0 + ($1?.utf8.count ?? 0) } > room
  }

  /// Cuts titles and notes, and leaves out an address that is too long to follow.
  mutating func shortenFrame() {
    func short(_ words: String) -> String {
      TextLimits.words(words, toClusters: TextLimits.titleClusters)
    }
    title = short(title)
    subtitle = subtitle.map(short)
    if let timelineTitle = timeline?.title { timeline?.title = short(timelineTitle) }
    filterNote = filterNote.map { short(PhraseValue.unmarked($0)) }
    sortNote = sortNote.map(short)
    for index in sections.indices { sections[index].title = short(sections[index].title) }
    if hasLongAddress { url = nil }
  }
}
