/// What few values of a kind have: held in an array of at most one, which takes eight bytes where there is
/// nothing of it.
protocol RareParts: Equatable {
  init()
}

extension Array where Element: RareParts {
  /// Changes the parts, which are made when they are needed and removed when they are not any more.
  @inline(__always)
  mutating func change(removing: Bool, _ body: (inout Element) -> Void) {
    if isEmpty {
      if removing { return }
      self = [Element()]
    }
    body(&self[0])
    if removing, self[0] == Element() { self = [] }
  }
}
