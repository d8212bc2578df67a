/// Pairs two lists of positions: repeatedly the nearest pair among those that remain (see "Same
/// message in two runs"). Of equally near pairs, the smaller old position comes first, then the
/// smaller new position, then the smaller index. Takes O(n log n) time.
struct NearestPairs {
  /// The index of a message and its position among those compared.
  struct Item {
    var index: Int
    var position: Int
  }

  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Items of one side at the same position, in input order.
  private struct Stack {
    var position: Int
    var isOld: Bool
    var indices: [Int]
    var used = 0
    var isEmpty: Bool { used == indices.count }
    var previous: Int
    var next: Int
  }
  private var stacks: [Stack] = []
  private var candidates = Heap()
  private let most: Int

  init(old: [Item], new: [Item], most: Int? = nil) {
    self.most = most ?? .max
    if old.isEmpty || new.isEmpty { return }
    stack(old: old, new: new)
    for left in stacks.indices.dropLast() { consider(left, left + 1) }
    while let candidate = candidates.popFirst() { pair(candidate.left, candidate.right) }
  }

  /// Pairs items at the same position, and collects the rest in order of position.
  private mutating func stack(old: [Item], new: [Item]) {
    func byPosition(_ items: [Item]) -> [(position: Int, indices: [Int])] {
      var groups: [(position: Int, indices: [Int])] = []
      for item in items.sorted(by: { ($0.position, $0.index) < ($1.position, $1.index) }) {
        if groups.last?.position == item.position {
          groups[groups.count - 1].indices.append(item.index)
        } else {
          groups.append((item.position, [item.index]))
        }
      }
      return groups
    }
    let (left, right) = (byPosition(old), byPosition(new))
    var (l, r) = (0, 0)
    func add(_ position: Int, _ indices: [Int], isOld: Bool) {
      if indices.isEmpty { return }
      let count = stacks.count
      stacks.append(
        Stack(
          position: position, isOld: isOld, indices: indices, previous: count - 1, next: count + 1))
    }
    while l < left.count || r < right.count {
      let isOldFirst = r == right.count || l < left.count && left[l].position < right[r].position
      let isNewFirst = l == left.count || r < right.count && right[r].position < left[l].position
      if isOldFirst {
        add(left[l].position, left[l].indices, isOld: true)
        l += 1
      } else if isNewFirst {
        add(right[r].position, right[r].indices, isOld: false)
        r += 1
      } else {
        let count = min(left[l].indices.count, right[r].indices.count)
        for index in 0..<count { pairs.append((left[l].indices[index], right[r].indices[index])) }
        add(left[l].position, Array(left[l].indices.dropFirst(count)), isOld: true)
        add(right[r].position, Array(right[r].indices.dropFirst(count)), isOld: false)
        l += 1
        r += 1
      }
    }
  }

  private mutating func consider(_ left: Int, _ right: Int) {
    guard stacks.indices.contains(left), stacks.indices.contains(right),
      stacks[left].isOld != stacks[right].isOld,
      stacks[right].position - stacks[left].position <= most
    else { return }
    let isOldLeft = stacks[left].isOld
    let (old, new) = (
      stacks[isOldLeft ? left : right].position, stacks[isOldLeft ? right : left].position
    )
    candidates.insert(
      Candidate(
        distance: stacks[right].position - stacks[left].position, old: old, new: new, left: left,
        right: right))
  }

  private mutating func pair(_ left: Int, _ right: Int) {
    guard !stacks[left].isEmpty, !stacks[right].isEmpty, stacks[left].next == right else { return }
    let (old, new) = stacks[left].isOld ? (left, right) : (right, left)
    let count = min(
      stacks[old].indices.count - stacks[old].used, stacks[new].indices.count - stacks[new].used)
    for index in 0..<count {
      pairs.append(
        (
          stacks[old].indices[stacks[old].used + index],
          stacks[new].indices[stacks[new].used + index]
        ))
    }
    stacks[old].used += count
    stacks[new].used += count
    for gone in [left, right] where stacks[gone].isEmpty {
      let (previous, next) = (stacks[gone].previous, stacks[gone].next)
      if previous >= 0 { stacks[previous].next = next }
      if next < stacks.count { stacks[next].previous = previous }
    }
    let first = stacks[left].isEmpty ? stacks[left].previous : left
    consider(first, first < 0 ? stacks.count : stacks[first].next)
  }

  private struct Candidate: Comparable {
    var distance: Int
    var old: Int
    var new: Int
    var left: Int
    var right: Int

    static func < (one: Candidate, other: Candidate) -> Bool {
      (one.distance, one.old, one.new) < (other.distance, other.old, other.new)
    }
  }

  /// A binary heap with the least candidate first.
  private struct Heap {
    private var items: [Candidate] = []

    mutating func insert(_ item: Candidate) {
      items.append(item)
      var index = items.count - 1
      while index > 0, items[index] < items[(index - 1) / 2] {
        items.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
    }

    mutating func popFirst() -> Candidate? {
      guard let first = items.first else { return nil }
      let last = items.removeLast()
      if items.isEmpty { return first }
      items[0] = last
      var index = 0
      while true {
        var least = index
        for child in [2 * index + 1, 2 * index + 2] where child < items.count {
          if items[child] < items[least] { least = child }
        }
        if least == index { return first }
        items.swapAt(index, least)
        index = least
      }
    }
  }
}
