import Basics
import Model

/// The order in which a report gives way to a budget, decided once: what is long is shortened, then
/// the timeline's far ends and most of what is fixed go, then the least urgent messages. Room is kept
/// for the next entries, for the summary and for the first message of each section; alerts go last of
/// all (M14).
package struct Trimming: Sendable {
  private enum Step {
    case shorten(message: Int, room: Int)
    case shortenEntry(Int, room: Int)
    case shortenSummary(room: Int)
    case shortenRun
    case shortenFrame
    case entries(Int)
    case fixed(Int)
    case drop(Int)
    /// No heading stands without a message.
    case fold
    case dropPreview
  }

  /// How many entries stay while less than warnings can go.
  private static let windowOfEntries = 25
  /// How many entries stay while there are warnings to go.
  private static let smallWindow = 8
  private static let mostFixed = 10
  /// How many notices and alerts stay while there are messages to go; fewer where there is little
  /// room, or they would take all of it.
  private static let mostNotices = 20
  private static let bytesForNotice = 2_000
  /// How many sections keep their first message while there are others to go.
  private static let mostFirsts = 20
  private static let bytesForFirst = 4_000

  private let report: Report
  private let lines: FirstLines
  private var steps: [Step] = []

  /// How many steps there are; after the last only what must be said is left.
  package var count: Int { steps.count }

  /// How a report fits into so many bytes.
  package init(_ report: Report, bytes: Int) {
    self.report = report
    lines = FirstLines(
      url: report.hasLongAddress ? nil : report.url, words: report.locale.string(.viewDetails),
      bytes: bytes)
    let order = Self.order(report, lines, bytes: bytes)
    let share = max(bytes / 16, lines.room)
    let half = max(bytes / 2, share)
    let entries = report.timeline?.entries.count ?? 0
    let fixed = report.comparison?.fixedMessages.count ?? 0
    let window = report.window(Self.windowOfEntries, of: entries)

    if half > share { shorten(to: half, order, entries: 0..<entries) }
    shorten(to: share, order, entries: 0..<entries)
    if report.isRunLongerThan(share) { steps.append(.shortenRun) }
    if report.isFrameLongerThan(share) { steps.append(.shortenFrame) }
    cut(from: entries, to: Self.windowOfEntries) { .entries($0) }
    cut(from: fixed, to: Self.mostFixed) { .fixed($0) }
    if share > lines.room {
      shorten(to: lines.room, order, entries: window, withSummary: false)
    }

    let nearest = min(entries, report.preview?.items.count ?? 0)
    var isFixedCut = false
    var isWindowCut = false
    var isSmallWindowCut = false
    var isReserveCut = false
    var isFolded = false
    for item in order + [.last] {
      if !isFixedCut, item.priority > Priority.fixed {
        cut(from: min(fixed, Self.mostFixed), to: 0) { .fixed($0) }
        isFixedCut = true
      }
      if !isWindowCut, item.priority > Priority.window {
        cut(from: min(entries, Self.windowOfEntries), to: Self.smallWindow) { .entries($0) }
        isWindowCut = true
      }
      if !isSmallWindowCut, item.priority > Priority.smallWindow {
        cut(from: min(entries, Self.smallWindow), to: nearest) { .entries($0) }
        isSmallWindowCut = true
      }
      if !isReserveCut, item.priority >= Priority.firsts {
        if report.summary.isLonger(than: lines.room) {
          steps.append(.shortenSummary(room: lines.room))
        }
        if entries > 0 { steps.append(.entries(0)) }
        if report.summary != nil { steps.append(.shortenSummary(room: 0)) }
        isReserveCut = true
      }
      if item.priority >= Priority.notices, !isFolded {
        steps.append(.fold)
        isFolded = true
      }
      if item.priority < Priority.last { steps.append(.drop(item.message)) }
    }
    if report.preview != nil { steps.append(.dropPreview) }
  }

  /// The report after so many steps, and some of the later ones; what is left out is counted.
  package func report(after count: Int, and others: [Int] = []) -> Report {
    var trimmed = report
    var dropped = [Bool](repeating: false, count: report.messages.count)
    var rooms = [Int](repeating: .max, count: report.messages.count)
    var entryRooms = [Int](repeating: .max, count: report.timeline?.entries.count ?? 0)
    var (entries, fixed, empty) = (Int.max, Int.max, Report.emptySections)
    let later = others.compactMap { $0 >= count && $0 < steps.count ? steps[$0] : nil }
    for step in [steps.prefix(count), later[...]].joined() {
      switch step {
      case .shorten(let message, let room): rooms[message] = min(rooms[message], room)
      case .shortenEntry(let entry, let room): entryRooms[entry] = min(entryRooms[entry], room)
      case .shortenSummary(let room):
        trimmed.summary = report.summary.map { lines.markdown($0, room: room) }
      case .shortenRun: trimmed.shortenRun()
      case .shortenFrame: trimmed.shortenFrame()
      case .entries(let limit): entries = min(entries, limit)
      case .fixed(let limit): fixed = min(fixed, limit)
      case .drop(let message): dropped[message] = true
      case .fold: empty = 0
      case .dropPreview: trimmed.preview = nil
      }
    }
    for (message, room) in rooms.enumerated() where room < .max && !dropped[message] {
      lines.shorten(&trimmed.messages[message], room: room)
    }
    for (entry, room) in entryRooms.enumerated() where room < .max {
      if let details = report.timeline?.entries[entry].entry.details {
        trimmed.timeline?.entries[entry].entry.details = lines.markdown(details, room: room)
      }
    }
    if dropped.contains(true) || empty == 0 { trimmed.drop(dropped, emptySections: empty) }
    trimmed.keep(fixed: fixed)
    trimmed.keep(entries: entries)
    return trimmed
  }

  // MARK: - The order

  private enum Priority {
    /// What has no room even alone.
    static let hopeless = -1
    static let fixed = 25
    /// Before warnings, whose places are 30 and little less.
    static let window = 27
    /// Between warnings and errors.
    static let smallWindow = 35
    /// After errors, whose place is 40.
    static let firsts = 45
    static let notices = 90
    static let alerts = 100
    static let last = 200
  }

  private struct Item {
    var priority: Int
    var place: Int
    var message: Int

    static let last = Item(priority: Priority.last, place: 0, message: 0)
  }

  /// The messages that are shown, the first to go first. Of two that are equally urgent the one
  /// that stands first stays.
  private static func order(_ report: Report, _ lines: FirstLines, bytes: Int) -> [Item] {
    var items: [Item] = []
    let notices = min(mostNotices, max(2, bytes / bytesForNotice))
    func add(_ message: Int, _ priority: Int) {
      let isHopeless = leastSize(report.messages[message], lines) > bytes / 2
      items.append(
        Item(
          priority: isHopeless ? Priority.hopeless : priority, place: items.count, message: message)
      )
    }
    func rank(_ message: Int) -> Int { report.messages[message].urgency.rank * 10 }
    for (place, message) in report.alerts.enumerated() {
      add(message, place < notices ? Priority.alerts : rank(message) - 1)
    }
    for (place, message) in report.banners.enumerated() {
      add(message, place < notices ? Priority.notices : rank(message) - 2)
    }
    let limit = min(mostFirsts, max(2, bytes / bytesForFirst))
    let kept = firsts(of: report, limit) { leastSize(report.messages[$0], lines) <= bytes / 2 }
    for section in report.sections {
      for message in section.items {
        let isKept = kept.contains(message)
        add(
          message, isKept ? Priority.firsts + report.messages[message].urgency.rank : rank(message))
      }
    }
    return items.sorted {
      $0.priority == $1.priority ? $0.place > $1.place : $0.priority < $1.priority
    }
  }

  /// The first message that has room of each of so many sections, the most urgent sections first.
  private static func firsts(
    of report: Report, _ limit: Int, _ hasRoom: (Int) -> Bool
  ) -> Set<Int> {
    let order = report.sections.indices.sorted {
      let (left, right) = (report.sections[$0].urgency, report.sections[$1].urgency)
      return left == right ? $0 < $1 : left > right
    }
    return Set(order.prefix(limit).compactMap { report.sections[$0].items.first(where: hasRoom) })
  }

  /// About how many bytes a message takes however much it is shortened.
  private static func leastSize(_ message: Message, _ lines: FirstLines) -> Int {
    func size(_ text: String?, _ most: Int = .max) -> Int { min(text?.utf8.count ?? 0, most) }
    var sum = size(message.title, FirstLines.title) + size(message.text, lines.room)
    sum += size(message.details, lines.room)
    sum += size(message.location?.file) + size(message.location?.url)
    sum += size(message.link?.title) + size(message.link?.url)
    for action in message.actions { sum += size(action.title) + size(action.url) }
    return sum
  }

  private mutating func shorten(
    to room: Int, _ order: [Item], entries: Range<Int>, withSummary: Bool = true
  ) {
    for place in entries.reversed()
    where report.timeline?.entries[place].entry.details.isLonger(than: room) == true {
      steps.append(.shortenEntry(place, room: room))
    }
    for item in order where lines.isLong(report.messages[item.message], room: room) {
      steps.append(.shorten(message: item.message, room: room))
    }
    if withSummary, report.summary.isLonger(than: room) {
      steps.append(.shortenSummary(room: room))
    }
  }

  private mutating func cut(from count: Int, to least: Int, _ step: (Int) -> Step) {
    for limit in stride(from: count - 1, through: least, by: -1) { steps.append(step(limit)) }
  }
}
