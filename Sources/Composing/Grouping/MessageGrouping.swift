internal import Basics
internal import Model

/// Finds the messages of each section that are alike, and puts them together (M15).
package struct MessageGrouping {
  /// The usual number of messages alike beyond which they are a group: as many are seen at once.
  package static let usual = 5
  /// A section has groups if it has more than so many times as many messages: a short one is read
  /// as it is.
  private static let lengths = 4

  private let beyond: Int
  private let changes: [Report.Change]
  private let keys: LikenessKeys

  /// - Parameter beyond: The number of messages alike that are not yet a group; 0 for no groups.
  init(_ messages: [Message], _ changes: [Report.Change], beyond: Int) {
    self.beyond = min(beyond, 1 << 32)
    self.changes = changes
    keys = LikenessKeys(messages)
  }

  func group(_ sections: inout [Report.Section]) {
    guard beyond > 0 else { return }
    for index in sections.indices where sections[index].items.count > beyond * Self.lengths {
      group(&sections[index])
    }
  }

  /// The group that a message is in.
  private struct Members {
    var likeness: Likeness
    var items: [Int] = []
  }

  /// Members stand together at the place of the first of them, in their order.
  private func group(_ section: inout Report.Section) {
    var numbers = [Int](repeating: -1, count: section.items.count)
    var groups: [Members] = []
    var open = Array(section.items.indices)
    for likeness in Likeness.allCases where open.count > beyond {
      let items = open.map { section.items[$0] }
      let (found, counts) = count(items, by: likeness)
      guard counts.contains(where: { $0 > beyond }) else { continue }
      var places: [Int] = []
      for count in counts {
        places.append(count > beyond ? groups.count : -1)
        if count > beyond { groups.append(Members(likeness: likeness)) }
      }
      for (position, number) in zip(open, found) where number >= 0 {
        numbers[position] = places[number]
      }
      open.removeAll { numbers[$0] >= 0 }
    }
    if groups.isEmpty { return }
    for (position, number) in numbers.enumerated() where number >= 0 {
      groups[number].items.append(section.items[position])
    }
    var items: [Int] = []
    items.reserveCapacity(section.items.count)
    var isDone = [Bool](repeating: false, count: groups.count)
    for (position, number) in numbers.enumerated() {
      guard number >= 0 else {
        items.append(section.items[position])
        continue
      }
      if isDone[number] { continue }
      isDone[number] = true
      let start = items.count
      items += groups[number].items
      section.groups.append(made(of: groups[number], at: start..<items.count))
    }
    section.items = items
  }

  /// Numbers of equal keys, -1 for none, and how many have each.
  private func count(_ items: [Int], by likeness: Likeness) -> ([Int], [Int]) {
    var numbers = [Int](repeating: -1, count: items.count)
    var counts: [Int] = []
    func take(_ number: inout Int?, at position: Int) {
      if let number {
        counts[number] += 1
      } else {
        number = counts.count
        counts.append(1)
      }
      numbers[position] = number ?? -1
    }
    if likeness == .rule {
      guard keys.hasRules else { return (numbers, counts) }
      var rules: [Message.Link: Int] = [:]
      for (position, item) in items.enumerated() {
        if let rule = keys.rule(of: item) { take(&rules[rule], at: position) }
      }
    } else {
      var known: [UInt64: Int] = [:]
      known.reserveCapacity(items.count)
      for (position, item) in items.enumerated() {
        if let hash = keys.hash(of: item, by: likeness) { take(&known[hash], at: position) }
      }
      check(items, by: likeness, &numbers, &counts)
    }
    return (numbers, counts)
  }

  /// Takes messages out that have a number in common by chance or on purpose, and all of those that
  /// have too little in common.
  private func check(
    _ items: [Int], by likeness: Likeness, _ numbers: inout [Int], _ counts: inout [Int]
  ) {
    guard counts.contains(where: { $0 > beyond }) else { return }
    var firsts: [Int: [UInt8]] = [:]
    var key: [UInt8] = []
    for (position, number) in numbers.enumerated() where number >= 0 && counts[number] > beyond {
      keys.write(items[position], by: likeness, to: &key)
      if let first = firsts[number] {
        if first == key { continue }
        counts[number] -= 1
        numbers[position] = -1
      } else {
        firsts[number] = key
        if !LikenessKeys.isTelling(key, likeness) { counts[number] = 0 }
      }
    }
  }

  private func made(of members: Members, at range: Range<Int>) -> Report.MessageGroup {
    let messages = keys.messages
    let titles = common(members) { messages[$0].title }
    let lines = common(members) { LikenessKeys.firstLine(of: messages[$0]) ?? "" }
    let first = members.items.first ?? 0
    let title: String? =
      switch members.likeness {
      case .rule: messages[first].link?.title
      case .title: titles
      case .failure: lines
      case .stack: lines ?? messages[first].details.flatMap { StackFrames.innermost(of: $0).first }
      }
    var group = Report.MessageGroup(
      likeness: members.likeness, title: TextLimits.title(title ?? messages[first].title),
      common: [.rule: titles, .title: lines][members.likeness] ?? nil, urgency: .neutral,
      items: range)
    for item in members.items {
      group.urgency = max(group.urgency, messages[item].urgency)
      guard item < changes.count else { continue }
      if changes[item] == .new { group.new += 1 }
      if changes[item] == .worse { group.worse += 1 }
    }
    return group
  }

  /// What a text of all members has in common; nil if that is nothing.
  private func common(_ members: Members, _ text: (Int) -> String) -> String? {
    var common: CommonText?
    for item in members.items {
      if common == nil { common = CommonText(text(item)) } else { common?.add(text(item)) }
      if common?.isCommon == false { return nil }
    }
    return common?.text.filled
  }
}
