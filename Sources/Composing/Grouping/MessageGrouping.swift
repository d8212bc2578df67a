internal import Localization
internal import Model
internal import Threads

/// Finds similar messages in each section and moves them together (see "Groups of similar
/// messages").
package struct MessageGrouping: Sendable {
  /// A section has groups only if it has this many times as many messages. Short sections need
  /// none.
  private static let lengths = 4

  private let beyond: Int
  private let changes: [Report.Change]
  private let keys: LikenessKeys
  private let locale: Locale

  /// - Parameter beyond: The largest number of similar messages without a group; 0 for no groups.
  init(
    _ messages: [Message], _ changes: [Report.Change], leads: [Int?], beyond: Int, _ locale: Locale
  ) {
    self.beyond = min(beyond, 1 << 32)
    self.changes = changes
    self.locale = locale
    keys = LikenessKeys(messages, leads: leads)
  }

  func group(_ sections: inout [Report.Section]) {
    guard beyond > 0 else { return }
    let long = sections.indices.filter { index in
      isLong(sections[index]) || keys.haveEnvironments && sections[index].items.count > 1
    }
    let given = long.map { sections[$0] }
    let counts = given.map { $0.items.count }
    let all = counts.reduce(0, +)
    // For few messages a thread costs more than it saves. If one section has so many messages that
    // others would wait for it, all threads process each section together.
    let largest = (counts.max() ?? 0) * min(Workers.available, 3)
    let isSideBySide = all > Self.sliceLength && largest <= all
    var places = long.makeIterator()
    Workers.inOrder(count: given.count, threads: isSideBySide ? Workers.available : 1) { index in
      var section = given[index]
      group(&section, threads: isSideBySide ? 1 : Workers.available)
      return section
    } receive: { section in
      if let place = places.next() { sections[place] = section }
      return true
    }
  }

  private func isLong(_ section: Report.Section) -> Bool {
    section.items.count > beyond * Self.lengths
  }

  /// The group of a message.
  private struct Members {
    var likeness: Likeness
    var items: [Int] = []
  }

  /// Moves the members of a group together, at the place of the first one, in their order.
  private func group(_ section: inout Report.Section, threads: Int) {
    var numbers = [Int](repeating: -1, count: section.items.count)
    var groups: [Members] = []
    var open = Array(section.items.indices)
    for likeness in isLong(section) ? Likeness.allCases : [.environment] {
      // One test is one line, in however few environments it failed.
      let beyond = likeness == .environment ? 1 : beyond
      if open.count <= beyond { continue }
      let items = open.map { section.items[$0] }
      let (found, counts) = count(items, by: likeness, beyond: beyond, threads)
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
      section.groups.append(makeGroup(of: groups[number], at: start..<items.count))
    }
    section.items = items
  }

  /// The group number of each message, -1 for none, and the size of each group.
  private func count(
    _ items: [Int], by likeness: Likeness, beyond: Int, _ threads: Int
  ) -> ([Int], [Int]) {
    var numbers = [Int](repeating: -1, count: items.count)
    var counts: [Int] = []
    if likeness == .rule, !keys.hasRules { return (numbers, counts) }
    let hashes = hashes(of: items, by: likeness, threads)
    var crowds: [Int: Int] = [:]
    for hash in hashes { if let hash { crowds[hash, default: 0] += 1 } }
    var known: [[UInt8]: Int] = [:]
    for (position, hash) in hashes.enumerated() {
      // Most hashes are rare, and their keys are not kept.
      guard let hash, crowds[hash, default: 0] > beyond,
        let key = keys.key(of: items[position], by: likeness)
      else { continue }
      if let number = known[key] {
        counts[number] += 1
        numbers[position] = number
      } else if LikenessKeys.isTelling(key, likeness) {
        known[key] = counts.count
        numbers[position] = counts.count
        counts.append(1)
      }
    }
    return (numbers, counts)
  }

  /// The number of messages that a thread processes at a time.
  private static let sliceLength = 2_048

  /// Computes the hashes of the keys, which takes most of the time.
  private func hashes(of items: [Int], by likeness: Likeness, _ threads: Int) -> [Int?] {
    var hashes: [Int?] = []
    hashes.reserveCapacity(items.count)
    let (keys, length) = (keys, Self.sliceLength)
    Workers.inOrder(count: (items.count + length - 1) / length, threads: threads) { slice in
      let start = slice * length
      return items[start..<min(start + length, items.count)].map {
        keys.key(of: $0, by: likeness)?.hashValue
      }
    } receive: { part in
      hashes += part
      return true
    }
    return hashes
  }

  private func makeGroup(of members: Members, at range: Range<Int>) -> Report.MessageGroup {
    let messages = keys.messages
    let first = members.items.first ?? 0
    let title: String?
    var common: String?
    let likeness = keys.areOfOneTest(members.items) ? .environment : members.likeness
    switch likeness {
    case .rule:
      title = messages[first].link?.title
      common = keys.commonTitle(of: members.items)
    case .title:
      title = keys.commonTitle(of: members.items)
      common = keys.commonLine(of: members.items)
    case .failure:
      title = keys.commonLine(of: members.items)
    case .lead:
      title =
        keys.commonCause(of: members.items, locale)
        ?? TestTitle.withoutValues(messages[first].title)
    case .stack:
      title =
        keys.commonLine(of: members.items)
        ?? messages[first].details.flatMap { StackFrames.innermost(of: $0).first }
    case .environment:
      title = keys.titleWithEnvironments(of: members.items)
      common = keys.commonLine(of: members.items)
    }
    var group = Report.MessageGroup(
      likeness: likeness, title: TextLimits.title(title ?? messages[first].title),
      common: common, urgency: .neutral, items: range)
    var counts = [Int](repeating: 0, count: Urgency.allCases.count)
    for item in members.items {
      group.urgency = max(group.urgency, messages[item].urgency)
      counts[messages[item].urgency.rank] += 1
      guard item < changes.count else { continue }
      if changes[item] == .new { group.new += 1 }
      if changes[item] == .worse { group.worse += 1 }
    }
    let urgencies = Urgency.allCases.reversed().map { ($0, counts[$0.rank]) }.filter { $0.1 > 0 }
    if urgencies.count > 1 { group.urgencies = urgencies }
    return group
  }
}
