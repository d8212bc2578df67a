/// The movement of a file's lines, derived from its matched messages: pairs of an old and a new
/// line, both in ascending order.
struct Anchors {
  private var old: [Int] = []
  private var new: [Int] = []

  /// Keeps a longest run of pairs that are in the same order on both sides. Takes O(n log n) time.
  init(_ pairs: [(old: Int, new: Int)]) {
    let pairs = pairs.sorted { ($0.old, $0.new) < ($1.old, $1.new) }
    // The last pair of the best run of each length, and the predecessor of each pair.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let length = Self.count(ends.count) { pairs[ends[$0]].new <= pair.new }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var index = ends.last ?? -1
    while index >= 0 {
      old.append(pairs[index].old)
      new.append(pairs[index].new)
      index = before[index]
    }
    old.reverse()
    new.reverse()
  }

  var isEmpty: Bool { old.isEmpty }

  /// The number of anchors up to a line: messages with equal numbers are between the same anchors.
  func gap(ofOld line: Int) -> Int { Self.count(old.count) { old[$0] <= line } }
  func gap(ofNew line: Int) -> Int { Self.count(new.count) { new[$0] <= line } }

  /// The expected new line of an old line: it moves like the nearest anchor.
  func expected(_ line: Int) -> Int {
    if isEmpty { return line }
    let after = gap(ofOld: line)
    let isBefore = after > 0 && (after == old.count || line - old[after - 1] <= old[after] - line)
    let nearest = isBefore ? after - 1 : after
    return line + new[nearest] - old[nearest]
  }

  /// The number of leading elements that meet a condition. No element after them meets it.
  private static func count(_ all: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, all)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
