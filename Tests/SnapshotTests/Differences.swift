/// What differs between two texts, for a person to read: changed lines between a few that did not
/// change, and of long lines the part around the difference.
struct Differences {
  private static let context = 2
  private static let mostLines = 60
  private static let longestLine = 160

  private enum Line {
    case same(String)
    case removed(String)
    case added(String)

    var isChange: Bool {
      if case .same = self { false } else { true }
    }
  }

  private let lines: [Line]

  init(from old: String, to new: String) {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if removed.contains(left) {
        lines.append(.removed(before[left]))
        left += 1
      } else if added.contains(right) {
        lines.append(.added(after[right]))
        right += 1
      } else {
        lines.append(.same(before[left]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  /// The changes with their surroundings; `@@ 12` says the line of the recorded text.
  var description: String {
    let changed = lines.indices.filter { lines[$0].isChange }
    var shown: Set<Int> = []
    for index in changed.prefix(Self.mostLines) {
      shown.formUnion(max(0, index - Self.context)...min(lines.count - 1, index + Self.context))
    }
    var text: [String] = []
    var number = 1
    var last = -2
    for (index, line) in lines.enumerated() {
      if shown.contains(index) {
        if index != last + 1 { text.append("@@ \(number)") }
        last = index
        text.append(written(line, at: index))
      }
      if case .added = line {} else { number += 1 }
    }
    let rest = changed.count - Self.mostLines
    return text.joined(separator: "\n") + (rest > 0 ? "\nand \(rest) more changed lines" : "")
  }

  private func written(_ line: Line, at index: Int) -> String {
    switch line {
    case .same(let words): "  " + Self.part(of: words, from: 0)
    case .removed(let words): "- " + Self.part(of: words, from: firstDifference(at: index, words))
    case .added(let words): "+ " + Self.part(of: words, from: firstDifference(at: index, words))
    }
  }

  /// Where a changed line begins to differ from the line that stands for it on the other side.
  private func firstDifference(at index: Int, _ words: String) -> Int {
    let block = lines.indices.filter { blockStart(index)...blockEnd(index) ~= $0 }
    var (old, new): ([String], [String]) = ([], [])
    var place = 0
    for other in block {
      switch lines[other] {
      case .removed(let words):
        if other == index { place = old.count }
        old.append(words)
      case .added(let words):
        if other == index { place = new.count }
        new.append(words)
      case .same: break
      }
    }
    guard place < old.count, place < new.count else { return 0 }
    return zip(old[place], new[place]).prefix { $0 == $1 }.count
  }

  private func blockStart(_ index: Int) -> Int {
    var start = index
    while start > 0, lines[start - 1].isChange { start -= 1 }
    return start
  }

  private func blockEnd(_ index: Int) -> Int {
    var end = index
    while end + 1 < lines.count, lines[end + 1].isChange { end += 1 }
    return end
  }

  private static func part(of line: String, from place: Int) -> String {
    guard line.count > longestLine else { return line }
    let start = min(max(0, place - longestLine / 3), line.count - longestLine)
    let end = start + longestLine
    return (start > 0 ? "…" : "") + line.dropFirst(start).prefix(longestLine)
      + (end < line.count ? "…" : "")
  }
}
