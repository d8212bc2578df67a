/// The levels that a value's headings get where it stands: its outermost ones the level of the
/// place, those below them the next, none left out, whatever levels the value itself begins with
/// and skips.
struct HeadingLevels {
  private let top: Int
  private var open: [Int] = []

  /// - Parameter top: the level of the outermost headings; nil keeps levels as they are.
  init(top: Int?) {
    self.top = top ?? 0
  }

  /// The level, from 1 to 6, of a heading that says it is of `level`.
  mutating func enter(_ level: Int) -> Int {
    guard top > 0 else { return level }
    while let last = open.last, last >= level { open.removeLast() }
    open.append(level)
    return min(6, top + open.count - 1)
  }
}
