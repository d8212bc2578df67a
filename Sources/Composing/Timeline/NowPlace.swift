import Basics

extension Report {
  /// Where the now indicator is written (T4).
  package enum NowPlace: Sendable, Hashable {
    /// Below its header, before or after an entry.
    case before(entry: Int)
    case after(entry: Int)
    /// Above a header.
    case above(group: Int)
    /// After everything.
    case end
  }
}

extension Report.Timeline {
  /// Where the now indicator is written: at `nowIndex`, and between two units in the one that now is
  /// in. In neither of them it stands above the second one's header (T4).
  package var nowPlace: Report.NowPlace? {
    guard let nowIndex else { return nil }
    guard !groups.isEmpty else { return nowIndex >= entries.count ? .end : nil }
    let isNowIn = { (group: Report.Group) in group.start == nowUnit }
    let after = groups.firstIndex { $0.entries.upperBound == nowIndex }
    guard let below = groups.firstIndex(where: { $0.entries.contains(nowIndex) }) else {
      // In ascending order the end of the last unit is the end of everything.
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
