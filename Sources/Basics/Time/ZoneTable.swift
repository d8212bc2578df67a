/// The periods of a zone: which offset holds from when to when.
struct ZoneTable: Sendable {
  struct Kind: Sendable, Hashable {
    /// Seconds east of UTC, under 26 hours either way.
    var offset: Int
    var abbreviation: String

    init(offset: Int, letters: String) {
      self.offset = offset
      abbreviation = Kind.abbreviation(letters, offset: offset)
    }

    /// Zone files say `+0530` where people have no letters for a zone; "UTC+5:30" reads better
    /// behind a time.
    private static func abbreviation(_ letters: String, offset: Int) -> String {
      let isWord =
        !letters.isEmpty && letters.utf8.count <= 16
        && letters.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
      if isWord { return letters }
      if abs(offset) < 60 { return "UTC" }
      var sink = ByteSink()
      sink.write("UTC" as StaticString)
      sink.write(byte: UInt8(ascii: offset < 0 ? "-" : "+"))
      sink.write(number: abs(offset) / 3_600)
      let minutes = abs(offset) / 60 % 60
      if minutes != 0 {
        sink.write(byte: UInt8(ascii: ":"))
        sink.write(number: minutes, digits: 2)
      }
      return sink.string
    }
  }

  struct Period {
    /// The first second of the period.
    var start: Int64
    /// The first second after it; nil when it never ends.
    var end: Int64?
    var kind: Kind
  }

  private var kinds: [Kind]
  /// What holds before the first transition.
  private let initial: Int
  /// When each further period begins, ascending.
  private var starts: [Int64]
  private var kindOfStart: [Int]
  /// What holds from `ruleStart` on, for ever.
  private let rule: PosixZone?
  private let ruleStart: Int64

  /// The same offset at all times.
  init(offset: Int) {
    kinds = [Kind(offset: offset, letters: "")]
    initial = 0
    starts = []
    kindOfStart = []
    rule = nil
    ruleStart = .max
  }

  /// `kindOfStart` are indices of `kinds`, and `starts` ascend: the reader of zone files sees to it.
  init(kinds: [Kind], starts: [Int64], kindOfStart: [Int], rule: PosixZone?) {
    self.kinds = kinds
    initial = 0
    self.starts = starts
    self.kindOfStart = kindOfStart
    self.rule = rule
    guard let rule else {
      ruleStart = .max
      return
    }
    guard let last = starts.last else {
      ruleStart = .min
      return
    }
    let expanded = ZoneTable.expand(rule, from: last)
    ruleStart = expanded.end
    for (start, kind) in expanded.periods {
      self.kindOfStart.append(self.kinds.firstIndex(of: kind) ?? self.kinds.count)
      if !self.kinds.contains(kind) { self.kinds.append(kind) }
      self.starts.append(start)
    }
  }

  func period(at seconds: Int64) -> Period {
    if let rule, seconds >= ruleStart {
      var period = rule.period(at: seconds)
      period.start = max(period.start, ruleStart)
      return period
    }
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    let end = low < starts.count ? starts[low] : rule == nil ? nil : ruleStart
    if low == 0 { return Period(start: .min, end: end, kind: kinds[initial]) }
    return Period(start: starts[low - 1], end: end, kind: kinds[kindOfStart[low - 1]])
  }

  /// The rule worked out for the years that reports are about, so that looking up is a search in a
  /// table whether the system's files are of the short or the long kind.
  private static func expand(_ rule: PosixZone, from last: Int64) -> (
    periods: [(Int64, Kind)], end: Int64
  ) {
    let from1900: Int64 = -2_208_988_800
    let until2100: Int64 = 4_102_444_800
    guard from1900..<until2100 ~= last else { return ([], last) }
    var periods: [(Int64, Kind)] = []
    var seconds = last
    while seconds < until2100 {
      let period = rule.period(at: seconds)
      // What the file's last transition says of its own moment stands.
      if seconds > last { periods.append((seconds, period.kind)) }
      guard let end = period.end else { break }
      seconds = end
    }
    return (periods, seconds)
  }
}
