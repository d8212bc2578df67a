package import Diagnostics

extension Report {
  /// Checks that every message is either shown or counted as left out, exactly once. Otherwise
  /// returns an error, and the command fails. It checks the finished report, so that it detects
  /// mistakes of any step.
  package func reconcile() -> Diagnostic? {
    var seen = [UInt8](repeating: 0, count: messages.count)
    var shown = 0
    for section in sections {
      // The blocks of a section are its groups and the messages between them.
      let blocks = section.blocks
      if blocks.reduce(0, { $0 + $1.items.count }) != section.items.count
        || blocks.contains(where: { $0.items.isEmpty || $0.items.upperBound > section.items.count })
      {
        return mismatch("the groups of a section do not follow each other")
      }
    }
    for list in [alerts, banners] + sections.map(\.items) {
      for index in list {
        guard messages.indices.contains(index) else {
          return mismatch("message \(index) is shown and was never read")
        }
        if seen[index] != 0 { return mismatch("message \(index) is shown twice") }
        seen[index] = 1
        shown += 1
      }
    }
    let counted = verdict.counts.reduce(0) { $0 + $1.count }
    if verdict.total != messages.count || counted != messages.count {
      return mismatch(
        "\(messages.count) messages were read, \(verdict.total) are the total, \(counted) are counted"
      )
    }
    // Messages left out by a budget are counted (see "Nothing is omitted silently").
    shown += leftOut.alerts + leftOut.banners + leftOut.messages
    shown += sections.reduce(0) { $0 + $1.total - $1.items.count }
    if shown != verdict.shown || (filterNote == nil && shown != messages.count) {
      return mismatch("\(shown) of \(messages.count) messages are shown, not \(verdict.shown)")
    }
    if let comparison, comparison.current != messages.count {
      return mismatch("\(comparison.current) of \(messages.count) messages were compared")
    }
    if let comparison, filterNote == nil {
      let counted: [(Change, Int)] = [
        (.fixed, comparison.fixed), (.removed, comparison.removed), (.unseen, comparison.unseen),
      ]
      for (change, count) in counted {
        let lost = comparison.lost(to: change)
        if lost.messages.count + lost.leftOut != count {
          return mismatch("\(lost.messages.count) of \(count) \(change.rawValue) are shown")
        }
      }
    }
    if !positions.isEmpty, positions.count != messages.count {
      return mismatch("\(messages.count) messages have \(positions.count) positions")
    }
    let accepted = known.issues.reduce(0) { $0 + $1.count }
    if accepted != known.total {
      return mismatch("\(accepted) of \(known.total) known messages have an entry")
    }
    return timeline.flatMap { reconcile($0) }
  }

  private func reconcile(_ timeline: Timeline) -> Diagnostic? {
    var end = 0
    for group in timeline.groups {
      if group.entries.lowerBound != end || group.entries.isEmpty {
        return mismatch("the timeline's groups do not follow each other")
      }
      end = group.entries.upperBound
    }
    let all = end + timeline.leftOut.count
    // A budget may leave only the preview's entries, which belong to no group.
    let isPreviewAlone = timeline.groups.isEmpty && timeline.leftOut.count > 0
    if (end != timeline.entries.count && !isPreviewAlone)
      || (filterNote == nil && all != timeline.total)
    {
      return mismatch("\(end) of \(timeline.total) entries of the timeline are shown")
    }
    return nil
  }

  private func mismatch(_ what: String) -> Diagnostic {
    Diagnostic(.error, "totals-disagree", "the report's totals disagree: \(what)")
  }
}
