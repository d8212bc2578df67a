import Localization
import Model
import Text

/// The steps that reduce a report to a budget (see "Nothing is omitted silently"). First, long
/// texts are shortened. Then the far ends of the timeline and of long lists of fixed messages are
/// dropped, then the least urgent messages, older ones first. Space is reserved for the next
/// entries, the summary and the first message of each section. Alerts are dropped next, and the
/// lists of changes last.
package struct Trimming: Sendable {
  /// The numbers are small, because a large report has a step for each message.
  private enum Step {
    case shorten(message: UInt32, limit: UInt32)
    case shortenEntry(UInt32, limit: UInt32)
    case shortenSummary(limit: UInt32)
    case shortenRun
    case shortenFrame
    case entries(UInt32)
    case past(UInt32)
    case known(UInt32)
    /// Limits all lists of changes together.
    case listed(UInt32)
    case drop(UInt32)
    /// Drops headings without messages.
    case fold
    case dropPreview
    case dropTrend
  }

  /// The number of entries kept while messages below warnings can be dropped.
  private static let windowOfEntries = 25
  /// The number of entries kept while warnings can be dropped.
  private static let smallWindow = 8
  /// The maximum number of notices and alerts kept while messages can be dropped. Lower for small
  /// budgets.
  private static let mostNotices = 20
  private static let bytesForNotice = 2_000
  /// The maximum number of sections that keep their first message while others can be dropped.
  private static let mostFirsts = 20
  private static let bytesForFirst = 4_000

  /// The number of steps to reserve besides those that drop a message.
  private static let commonSteps = 256

  private let report: Report
  private let lines: FirstLines
  private var steps: [Step] = []

  /// The number of steps. After the last one only the required parts remain.
  package var count: Int { steps.count }

  /// Plans the reduction of a report to a number of bytes.
  package init(_ report: Report, bytes: Int) {
    self.report = report
    lines = FirstLines(
      url: report.hasLongAddress ? nil : report.url, linkText: report.locale.string(.viewDetails),
      bytes: bytes, showsSource: report.showsSource)
    let order = Self.order(report, lines, bytes: bytes)
    steps.reserveCapacity(order.count + Self.commonSteps)
    let share = max(bytes / 16, lines.limit)
    let half = max(bytes / 2, share)
    let entries = report.timeline?.entries.count ?? 0
    let past =
      ChangeList.Kind.allCases.compactMap(\.past)
      .compactMap { report.comparison?.lost[$0]?.messages.count }.max() ?? 0
    let window = report.nearestEntries(Self.windowOfEntries, of: entries)

    if half > share { shorten(to: half, order, entries: 0..<entries) }
    shorten(to: share, order, entries: 0..<entries)
    if report.isRunLongerThan(share) { steps.append(.shortenRun) }
    if report.isFrameLongerThan(share) { steps.append(.shortenFrame) }
    cut(from: entries, to: Self.windowOfEntries) { .entries($0) }
    cut(from: past, to: ChangeList.longest) { .past($0) }
    let known = min(report.known.total, ChangeList.longest)
    cut(from: known, to: 0) { .known($0) }
    if share > lines.limit {
      shorten(to: lines.limit, order, entries: window, withSummary: false)
    }

    let nearest = min(entries, report.preview?.items.count ?? 0)
    var isWindowCut = false
    var isSmallWindowCut = false
    var isReserveCut = false
    var isFolded = false
    for item in order + [.last] {
      if !isWindowCut, item.priority > Priority.window {
        cut(from: min(entries, Self.windowOfEntries), to: Self.smallWindow) { .entries($0) }
        isWindowCut = true
      }
      if !isSmallWindowCut, item.priority > Priority.smallWindow {
        cut(from: min(entries, Self.smallWindow), to: nearest) { .entries($0) }
        isSmallWindowCut = true
      }
      if !isReserveCut, item.priority >= Priority.firsts {
        if report.summary.isLonger(than: lines.limit) {
          steps.append(.shortenSummary(limit: UInt32(clamping: lines.limit)))
        }
        if entries > 0 { steps.append(.entries(0)) }
        if report.summary != nil { steps.append(.shortenSummary(limit: 0)) }
        isReserveCut = true
      }
      if item.priority >= Priority.notices, !isFolded {
        steps.append(.fold)
        isFolded = true
      }
      if item.priority < Priority.last { steps.append(.drop(item.message)) }
    }
    if report.preview != nil { steps.append(.dropPreview) }
    if report.trend != nil || !report.testLists.isEmpty { steps.append(.dropTrend) }
    let listed = report.changeLists(pastLimit: ChangeList.longest).reduce(0) { $0 + $1.items.count }
    cut(from: listed, to: 0) { .listed($0) }
  }

  /// The report after the first `count` steps and the given later ones. It counts the left-out
  /// messages.
  package func report(after count: Int, and others: [Int] = []) -> Report {
    var trimmed = report
    var dropped = [Bool](repeating: false, count: report.messages.count)
    var limits = [UInt32](repeating: .max, count: report.messages.count)
    var entryLimits = [Int](repeating: .max, count: report.timeline?.entries.count ?? 0)
    var (entries, past, empty) = (Int.max, Int.max, Report.emptySections)
    let later = others.compactMap { $0 >= count && $0 < steps.count ? steps[$0] : nil }
    for step in [steps.prefix(count), later[...]].joined() {
      switch step {
      case .shorten(let message, let limit):
        limits[Int(message)] = min(limits[Int(message)], limit)
      case .shortenEntry(let entry, let limit):
        entryLimits[Int(entry)] = min(entryLimits[Int(entry)], Int(limit))
      case .shortenSummary(let limit):
        var format = TextFormat.markdown
        trimmed.summary = report.summary.map { lines.cut($0, &format, limit: Int(limit)) }
      case .shortenRun: trimmed.shortenRun()
      case .shortenFrame: trimmed.shortenFrame()
      case .entries(let limit): entries = min(entries, Int(limit))
      case .past(let limit): past = min(past, Int(limit))
      case .known(let limit): trimmed.known.listedLimit = Int(limit)
      case .listed(let limit): trimmed.comparison?.listedLimit = Int(limit)
      case .drop(let message): dropped[Int(message)] = true
      case .fold: empty = 0
      case .dropPreview: trimmed.preview = nil
      case .dropTrend: (trimmed.trend, trimmed.testLists) = (nil, [])
      }
    }
    for (message, limit) in limits.enumerated() where limit < .max && !dropped[message] {
      lines.shorten(&trimmed.messages[message], limit: Int(limit))
    }
    for (entry, limit) in entryLimits.enumerated() where limit < .max {
      if var short = report.timeline?.entries[entry].entry, let details = short.details {
        short.details = lines.cut(details, &short.detailsFormat, limit: limit)
        trimmed.timeline?.entries[entry].entry = short
      }
    }
    if dropped.contains(true) || empty == 0 { trimmed.drop(dropped, emptySections: empty) }
    trimmed.keep(past: past)
    trimmed.keep(entries: entries)
    return trimmed
  }

  // MARK: - The order

  private enum Priority {
    /// Messages that do not fit even alone.
    static let unfitting: Int16 = -1
    /// Before warnings, which have the priority 30 and slightly below.
    static let window: Int16 = 27
    /// Between warnings and errors.
    static let smallWindow: Int16 = 35
    /// New and worse messages that are at least warnings: after errors, which have priority 40.
    static let news: Int16 = 40
    /// The first messages of sections.
    static let firsts: Int16 = 45
    static let notices: Int16 = 90
    static let alerts: Int16 = 100
    static let last: Int16 = 200
  }

  private struct Item {
    var priority: Int16
    var position: UInt32
    var message: UInt32

    static let last = Item(priority: Priority.last, position: 0, message: 0)
  }

  /// The shown messages in the order in which they are dropped. Of equally urgent messages, the
  /// first is dropped last.
  private static func order(_ report: Report, _ lines: FirstLines, bytes: Int) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(report.sections.reduce(0) { $0 + $1.items.count })
    let notices = min(mostNotices, max(2, bytes / bytesForNotice))
    let messages = report.messages
    func leastSize(_ message: Int) -> Int { Self.leastSize(message, of: messages, lines) }
    func add(_ message: Int, _ priority: Int16) {
      let neverFits = leastSize(message) > bytes / 2
      items.append(
        Item(
          priority: neverFits ? Priority.unfitting : priority,
          position: UInt32(clamping: items.count), message: UInt32(clamping: message)))
    }
    func rank(_ message: Int) -> Int16 {
      let urgency = report.messages[message].urgency
      let rank = Int16(urgency.rank)
      let isNews = message < report.changes.count && report.changes[message].isNews
      return isNews && urgency >= .warning ? Priority.news + rank : rank * 10
    }
    for (position, message) in report.alerts.enumerated() {
      add(message, position < notices ? Priority.alerts : rank(message) - 1)
    }
    for (position, message) in report.banners.enumerated() {
      add(message, position < notices ? Priority.notices : rank(message) - 2)
    }
    let limit = min(mostFirsts, max(2, bytes / bytesForFirst))
    let kept = firsts(of: report, limit) { leastSize($0) <= bytes / 2 }
    for section in report.sections {
      for message in section.items {
        let isKept = kept.contains(message)
        add(
          message,
          isKept
            ? Priority.firsts + Int16(report.messages[message].urgency.rank) : rank(message))
      }
    }
    items.sort {
      $0.priority == $1.priority ? $0.position > $1.position : $0.priority < $1.priority
    }
    return items
  }

  /// The first message that fits, for up to `limit` sections, the most urgent sections first.
  private static func firsts(
    of report: Report, _ limit: Int, _ hasRoom: (Int) -> Bool
  ) -> Set<Int> {
    let order = report.sections.indices.sorted {
      let (left, right) = (report.sections[$0].urgency, report.sections[$1].urgency)
      return left == right ? $0 < $1 : left > right
    }
    return Set(order.prefix(limit).compactMap { report.sections[$0].items.first(where: hasRoom) })
  }

  /// The approximate size in bytes of a shortened message. Properties are read in place, because a
  /// copy of a message would take most of the time.
  private static func leastSize(_ index: Int, of messages: [Message], _ lines: FirstLines) -> Int {
    func size(_ text: String?, _ most: Int = .max) -> Int { min(text?.utf8.count ?? 0, most) }
    var sum = size(messages[index].title, FirstLines.title)
    sum += size(messages[index].text, lines.limit) + size(messages[index].details, lines.limit)
    if !messages[index].rest.isEmpty { sum += min(messages[index].steps.size, lines.limit) }
    for location in [messages[index].location, messages[index].testLocation] {
      sum += size(location?.file) + size(location?.url)
    }
    if let link = messages[index].link { sum += size(link.title) + size(link.url) }
    for action in messages[index].actions { sum += size(action.title) + size(action.url) }
    return sum
  }

  private mutating func shorten(
    to limit: Int, _ order: [Item], entries: some BidirectionalCollection<Int>,
    withSummary: Bool = true
  ) {
    for index in entries.reversed()
    where report.timeline?.entries[index].entry.details.isLonger(than: limit) == true {
      steps.append(.shortenEntry(UInt32(clamping: index), limit: UInt32(clamping: limit)))
    }
    for item in order where lines.isLong(Int(item.message), of: report.messages, limit: limit) {
      steps.append(.shorten(message: item.message, limit: UInt32(clamping: limit)))
    }
    if withSummary, report.summary.isLonger(than: limit) {
      steps.append(.shortenSummary(limit: UInt32(clamping: limit)))
    }
  }

  private mutating func cut(from count: Int, to least: Int, _ step: (UInt32) -> Step) {
    for limit in stride(from: count - 1, through: least, by: -1) {
      steps.append(step(UInt32(clamping: limit)))
    }
  }
}
