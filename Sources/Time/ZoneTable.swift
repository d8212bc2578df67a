internal import Text

/// The periods of a zone with their offsets.
struct ZoneTable: Sendable {
  struct Kind: Sendable, Hashable {
    /// Seconds east of UTC, less than 26 hours in either direction.
    var offset: Int
    var abbreviation: String

    init(offset: Int, letters: String) {
      self.offset = offset
      abbreviation = Kind.abbreviation(letters, offset: offset)
    }

    /// The abbreviation of a period. Zone files write `+0530` for zones without one, which becomes
    /// "UTC+5:30".
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
    /// The first second after it; nil if it doesn't end.
    var end: Int64?
    var kind: Kind
  }

  private var kinds: [Kind]
  /// The kind before the first transition.
  private let initial: Int
  /// The start of each further period, ascending.
  private var starts: [Int64]
  private var kindOfStart: [Int]
  /// The rule for times from `ruleStart` on.
  private let rule: PosixZone?
  private let ruleStart: Int64

  /// A zone with a constant offset.
  init(offset: Int) {
    kinds = [Kind(offset: offset, letters: "")]
    initial = 0
    starts = []
    kindOfStart = []
    rule = nil
    ruleStart = .max
  }

  /// `kindOfStart` must be indices of `kinds`, and `starts` ascending.
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

  /// Expands the rule for the years of typical reports, so that a look-up is a binary search for
  /// both forms of zone files.
  private static func expand(_ rule: PosixZone, from last: Int64) -> (
    periods: [(Int64, Kind)], end: Int64
  ) {
    let from1900: Int64 = -2_208_988_800
    let until2100: Int64 = 4_102_444_800
    guard from1900..<until2100 ~= last else { return ([], last) }
    return rule.periods(after: last, until: until2100) ?? ([], last)
  }
}
