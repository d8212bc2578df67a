package import Diagnostics
internal import Localization
package import Model
package import Time

extension Report {
  /// The known messages, which all counts, verdicts and changes exclude (see "Known messages are
  /// counted apart").
  package struct Known: Sendable {
    /// An entry with its accepted messages.
    package struct Issue: Sendable {
      package var reason: String
      package var owner: String?
      package var link: String?
      package var until: CivilDate?
      /// "until 3 Nov 2026".
      package var untilText: String?
      /// The number of messages.
      package var count: Int
      /// The messages that pass the filter, the most urgent first: indices in `messages`.
      package var items: [Int]
    }

    /// All known messages in input order.
    package var messages: [Message] = []
    package var fingerprints: [Fingerprint] = []
    /// The histories; empty without a site.
    package var histories: [MessageHistory] = []
    /// The issues in the order of their entries.
    package var issues: [Issue] = []
    /// "4 known"; nil for none.
    package var text: String?
    /// The largest number of listed messages; nil without a budget.
    package var listedLimit: Int?
    /// The conditions without a match, with a digest that identifies each; nil if the run did not
    /// check.
    package var unmatched: [Unmatched]?
    /// The entries without a match for many runs.
    package var unused: [SourceLocation] = []

    package var total: Int { messages.count }

    package struct Unmatched: Sendable {
      package var digest: String
      package var location: SourceLocation
    }
  }

  /// The reason why a message is not known although an entry matches it: "Accepted until 3 Nov
  /// 2026".
  package struct KnownNote: Sendable {
    package var text: String
    package var reason: String
    package var link: String?
  }

  /// The number of a message in its dataset, for links. Known messages count, too, so that links
  /// stay valid after an entry is added.
  package static func number(of position: Int, in positions: [Int]) -> Int {
    (position < positions.count ? positions[position] : position) + 1
  }
}

extension Report.Known {
  /// The number of runs after which an entry without a match is reported.
  package static let mostIdleRuns = 30
}

extension KnownMessages {
  /// The report's list of known messages.
  func summary(
    _ dataset: Dataset, _ index: KnownIndex, _ recall: MessageRecall?, _ matches: MessageMatches?,
    _ locale: Locale, admits: (Int) -> Bool
  ) -> Report.Known {
    var summary = Report.Known()
    summary.messages = known.map { dataset.messages[$0.message] }
    summary.fingerprints = known.map { item in
      recall?.fingerprints[item.message] ?? matches?.fingerprints[item.message]
        ?? Fingerprint(of: dataset.messages, at: item.message)
    }
    summary.histories = recall.map { recall in known.map { recall.histories[$0.message] } } ?? []
    var items: [Int: [Int]] = [:]
    for (position, item) in known.enumerated() {
      items[index.units[item.unit].entry, default: []].append(position)
    }
    for (number, all) in items.sorted(by: { $0.key < $1.key }) {
      let entry = index.entries[number]
      let shown = all.filter { admits(known[$0].message) }.sorted { left, right in
        let (first, second) = (summary.messages[left].urgency, summary.messages[right].urgency)
        return first == second ? left < right : first > second
      }
      summary.issues.append(
        Report.Known.Issue(
          reason: entry.reason, owner: entry.owner.filled, link: entry.link.filled,
          until: entry.until, untilText: entry.until.map { locale.text(.knownUntil, $0) },
          count: all.count, items: shown))
    }
    if !known.isEmpty { summary.text = locale.count(.known, known.count) }
    if dataset.hasCompleted {
      summary.unmatched = index.units.indices.filter { !isMatched[$0] }.map { unit in
        let unit = index.units[unit]
        return Report.Known.Unmatched(digest: unit.digest, location: unit.condition.location)
      }
    }
    return summary
  }

  /// The notes at messages that are not known, by their index in the report.
  func notes(_ index: KnownIndex, _ locale: Locale) -> [Int: Report.KnownNote] {
    if refused.isEmpty { return [:] }
    var notes: [Int: Report.KnownNote] = [:]
    for (position, message) in kept.enumerated() {
      guard let (number, refusal) = refused[message] else { continue }
      let unit = index.units[number]
      let entry = index.entries[unit.entry]
      let text: String? =
        switch refusal {
        case .expired: unit.until.map { locale.text(.wasKnownUntil, $0) }
        case .worse:
          unit.condition.urgency.map {
            locale.string(.knownAs, ["urgency": locale.word(for: $0)])
          }
        }
      guard let text else { continue }
      notes[position] = Report.KnownNote(text: text, reason: entry.reason, link: entry.link.filled)
    }
    return notes
  }
}

extension Locale {
  fileprivate func text(_ key: StringKey, _ date: CivilDate) -> String {
    string(key, ["date": pattern(.date).format(date, locale: self)])
  }
}
