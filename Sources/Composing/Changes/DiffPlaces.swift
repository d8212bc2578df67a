package import Localization
package import Model

extension Report {
  /// The places of findings in the diff of a change (see "Findings in the diff").
  package struct DiffPlaces: Sendable {
    /// Whether there is a diff.
    package var isGiven = false
    /// The place of each finding in the diff, parallel to `messages`; nil for other messages and
    /// for those without a file. Empty without a diff.
    package var items: [SourceDiff.Place?] = []
    /// "Findings: 1 on changed lines, 14 elsewhere"; nil without a finding.
    package var text: String?
    package var counts: [SourceDiff.Place: Int] = [:]

    package init() {}

    /// The place of a message; nil if it has none.
    package subscript(index: Int) -> SourceDiff.Place? {
      index < items.count ? items[index] : nil
    }

    /// Whether a message may come from the diff. Only one that is surely elsewhere does not.
    func mayHold(_ index: Int) -> Bool { self[index] != .elsewhere }
  }

  /// Sets the places of the findings in a diff.
  mutating func setDiffPlaces(_ diff: SourceDiff?) {
    guard let diff else { return }
    diffPlaces.isGiven = true
    // A diff without files leaves nothing out.
    if diff.isEmpty { return }
    diffPlaces.items = messages.map { message in
      guard message.urgency != .success, message.urgency != .neutral, !message.isTest,
        let location = message.location, !location.file.isEmpty
      else { return nil }
      return diff.place(of: location.file, line: location.line)
    }
    for case let place? in diffPlaces.items { diffPlaces.counts[place, default: 0] += 1 }
    let parts = SourceDiff.Place.allCases.compactMap { place in
      diffPlaces.counts[place].map { locale.count(place.key, $0) }
    }
    if parts.isEmpty { return }
    diffPlaces.text = locale.string(
      .labelWithValue, ["label": locale.string(.diffFindings), "value": locale.list(parts)])
  }
}

extension SourceDiff.Place {
  fileprivate var key: CountKey {
    switch self {
    case .line: .onChangedLines
    case .file: .inChangedFiles
    case .elsewhere: .elsewhere
    }
  }

  /// "On a changed line"; nil elsewhere.
  package func text(_ locale: Locale) -> String? {
    switch self {
    case .line: locale.string(.diffLine)
    case .file: locale.string(.diffFile)
    case .elsewhere: nil
    }
  }
}
