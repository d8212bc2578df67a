import Localization
import Model

extension Report {
  /// The gaps in a report's inputs: claims without matching contents, and unread files (see "The
  /// verdict comes first").
  package struct Gaps: Sendable {
    package enum Kind: String, Sendable {
      case shortfalls, unread
    }

    package struct Item: Sendable {
      /// The input.
      package var title: String
      /// Its claim, or the reason why it was not read.
      package var text: String
      /// The remedy.
      package var help: String?
    }

    package var kind: Kind
    /// "14 files were not read"; "Incomplete results (3)".
    package var text: String
    /// The text for use within a sentence.
    package var inShort: String
    package var items: [Item]
    /// The number of items not listed.
    package var more: Int

    package var count: Int { items.count + more }
  }
}

extension Report.Gaps {
  private static let titleClusters = 160
  private static let textClusters = 240

  /// The gaps of a run: shortfalls, then unread inputs; empty for none.
  static func all(of run: Dataset.Run?, _ locale: Locale) -> [Report.Gaps] {
    guard let run else { return [] }
    var gaps: [Report.Gaps] = []
    let shortfalls = run.shortfalls
    if !shortfalls.isEmpty {
      let shown = shortfalls.prefix(Dataset.Run.Unread.mostListed)
      let text = locale.string(.incompleteResults)
      gaps.append(
        Report.Gaps(
          kind: .shortfalls,
          text: shortfalls.count == 1
            ? text : PhraseValue.unmarked(locale.titleWithCount(text, shortfalls.count)),
          inShort: locale.string(.resultsIncomplete),
          items: shown.map { item($0.input, $0.text, nil) }, more: shortfalls.count - shown.count))
    }
    if !run.unread.isEmpty {
      let text = locale.count(.unread, run.unread.count)
      gaps.append(
        Report.Gaps(
          kind: .unread, text: text, inShort: text,
          items: run.unread.listed.map {
            item($0.path, locale.reason($0.reason), $0.help.map(locale.reason))
          },
          more: run.unread.more))
    }
    return gaps
  }

  private static func item(_ title: String, _ text: String, _ help: String?) -> Item {
    Item(
      title: TextLimits.cut(title, toClusters: titleClusters),
      text: TextLimits.cut(text, toClusters: textClusters),
      help: help.filled.map { TextLimits.cut($0, toClusters: textClusters) })
  }
}

extension Report {
  /// Whether all inputs were read and match their claims.
  package var isWhole: Bool { gaps.isEmpty }

  /// Keeps as many gaps as a small budget allows.
  mutating func keep(gapItems limit: Int) {
    for index in gaps.indices {
      let count = gaps[index].items.count
      guard count > limit else { continue }
      gaps[index].items.removeLast(count - limit)
      gaps[index].more += count - limit
    }
  }
}
