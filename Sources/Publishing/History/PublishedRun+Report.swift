import Composing
import Datasets
import Model
import Text
import Time

extension PublishedRun {
  /// Creates a run before its report is composed.
  ///
  /// - Parameter memory: The dataset as the site stores it.
  init(_ dataset: Dataset, id: String?, _ memory: [UInt8], _ context: Composer.Context) {
    let zone = context.zone
    let now = context.now
    self.init(
      id: id ?? Self.id(at: now, zone), time: now, offset: zone.offset(at: now),
      status: dataset.run?.status, urgency: .neutral, text: "", counts: [:], changes: nil,
      duration: nil, digest: Self.digest(memory))
    commit = dataset.run?.commit.flatMap { $0.isEmpty || $0.utf8.count > 64 ? nil : $0 }
  }

  /// The default id: `2026-11-20-0312`. If a clock change repeats an hour, the second time gets a
  /// number: `2026-10-25-0230-2`.
  private static func id(at now: Instant, _ zone: TimeZoneRules) -> String {
    func minute(_ time: Instant) -> String {
      let parts = zone.wall(at: time).machineTime.split(separator: "T")
      guard parts.count == 2 else { return "run" }
      return parts[0] + "-" + parts[1].split(separator: ":").prefix(2).joined()
    }
    let id = minute(now)
    let shift = zone.offset(at: now.adding(seconds: -10_800)) - zone.offset(at: now)
    let isAgain = shift > 0 && minute(now.adding(seconds: Int64(-shift))) == id
    return isAgain ? id + "-2" : id
  }

  /// A dataset as a site stores it, without lines of the source: the tracker stores their digests.
  static func memory(of dataset: Dataset) -> [UInt8] {
    var kept = dataset
    kept.run?.coverage = dataset.run?.coverage.limited(to: mostCoveredFiles) ?? CodeCoverage()
    return DatasetWriter.bytes(kept, hasContext: false)
  }

  /// The most files whose coverage a site stores.
  private static let mostCoveredFiles = 300

  static func digest(_ bytes: [UInt8]) -> String {
    SHA256.digest(of: bytes).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// The most new messages that a feed names.
  private static let mostNews = 3
  private static let longestNews = 640

  /// Copies verdict, counts, changes, duration and figures from the run's report.
  mutating func summarize(_ report: Report, _ dataset: Dataset) {
    let alarm = report.run.flatMap { $0.isAlarming ? $0 : nil }
    urgency = max(report.verdict.urgency, alarm?.urgency ?? .neutral)
    text = report.verdict.text
    if let alarm, let headline = alarm.headline {
      let reason = alarm.reason.map { " · " + $0 } ?? ""
      text = headline + reason + (report.verdict.total > 0 ? " · " + report.verdict.text : "")
    }
    for count in report.verdict.counts { counts[count.urgency] = count.count }
    changes = isMissing ? nil : report.comparison?.counts
    let said = report.comparison?.headline
    // Lists already show that the run has no report.
    headline = isMissing ? alarm?.reason : alarm == nil ? said?.text : said?.withRun
    let titles = report.newsTitles(Self.mostNews)
    news =
      isMissing || titles.isEmpty
      ? nil : TextLimits.cut(titles.joined(separator: " · "), toClusters: Self.longestNews)
    duration = report.run?.seconds.flatMap { $0 <= 1_000_000_000 ? $0 : nil }
    figures = isMissing ? nil : report.trendRun(dataset).figures
  }
}
