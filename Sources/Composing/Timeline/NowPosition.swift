extension Report {
  /// The position of the now indicator among headers and entries (see "The mark for now").
  package enum NowPosition: Sendable, Hashable {
    /// Below a header, before or after an entry.
    case before(entry: Int)
    case after(entry: Int)
    /// Above a header.
    case above(group: Int)
    /// At the end.
    case end
  }
}

extension Report.Timeline {
  /// The position of the now indicator: at `nowIndex`. Between two units it is in the unit that
  /// contains now, or above the second header if neither does (see "The mark for now").
  package var nowPosition: Report.NowPosition? {
    guard let nowIndex else { return nil }
    guard !groups.isEmpty else { return nowIndex >= entries.count ? .end : nil }
    let isNowIn = { (group: Report.Group) in group.start == nowUnit }
    let after = groups.firstIndex { $0.entries.upperBound == nowIndex }
    guard let below = groups.firstIndex(where: { $0.entries.contains(nowIndex) }) else {
      // In ascending order, the end of the last unit is the end of the timeline.
      guard isDescending, nowIndex > 0, after.map({ isNowIn(groups[$0]) }) ?? false else {
        return .end
      }
      return .after(entry: nowIndex - 1)
    }
    guard groups[below].entries.lowerBound == nowIndex else {
      return isDescending ? .after(entry: nowIndex - 1) : .before(entry: nowIndex)
    }
    if isNowIn(groups[below]) { return .before(entry: nowIndex) }
    if let after, isNowIn(groups[after]) { return .after(entry: nowIndex - 1) }
    return .above(group: below)
  }
}
