/// Maps the levels of a value's headings to those of its context: the outermost headings get the
/// top level, nested ones the next level each, without gaps.
struct HeadingLevels {
  private let top: Int
  private var open: [Int] = []

  /// - Parameter top: the level of the outermost headings; nil keeps levels as they are.
  init(top: Int?) {
    self.top = top ?? 0
  }

  /// Returns the level, 1 to 6, to write for a heading of `level`.
  mutating func enter(_ level: Int) -> Int {
    guard top > 0 else { return level }
    while let last = open.last, last >= level { open.removeLast() }
    open.append(level)
    return min(6, top + open.count - 1)
  }
}
