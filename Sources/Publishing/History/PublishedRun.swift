package import Composing
package import JSON
package import Model
package import Time

/// A run of a site as lists show it, stored in `run.json` and in the file of its month.
package struct PublishedRun: Sendable, Hashable {
  package var id: String
  package var time: Instant
  /// Seconds east of UTC; decides the date of the run.
  package var offset: Int
  package var status: Dataset.Run.Status?
  /// The higher of the urgencies of its messages and its outcome.
  package var urgency: Urgency
  /// The verdict: "27 messages: 3 errors, 12 warnings, 12 notes".
  package var text: String
  /// The changes: "2 new warnings (6 errors unchanged)"; nil if nothing was compared.
  package var headline: String?
  /// The first new messages with their causes, for feeds; nil if there are none.
  package var news: String?
  package var counts: [Urgency: Int]
  /// Changes since the run that it was compared with; nil when there was none.
  package var changes: ChangeCounts?
  /// In seconds.
  package var duration: Int?
  /// nil in a run without a report.
  package var figures: RunFigures?
  /// The digest of its dataset.
  package var digest: String
  /// The digest of the report as given, if the site added messages about its numbers.
  package var given: String?
  /// The commit of its sources, or the beginning of its hash.
  package var commit: String?
  /// The id of the run that a run of a branch was compared with, empty for none; nil for a run of
  /// the main line.
  package var base: String?

  package init(
    id: String, time: Instant, offset: Int, status: Dataset.Run.Status?, urgency: Urgency,
    text: String, counts: [Urgency: Int], changes: ChangeCounts?, duration: Int?, digest: String
  ) {
    self.id = id
    self.time = time
    self.offset = offset
    self.status = status
    self.urgency = urgency
    self.text = text
    self.counts = counts
    self.changes = changes
    self.duration = duration
    self.digest = digest
  }

  /// Its local time.
  package var wall: CivilDateTime {
    CivilDateTime(seconds: time.adding(seconds: Int64(offset)).seconds)
  }
  /// `2026-11-20T03:12:00+01:00`.
  package var machineTime: String { time.machineTime(offset: offset) }
  package var date: CivilDate { wall.date }
  /// The month that lists it: `2026-11`.
  package var month: String { String(date.machineTime.dropLast(3)) }
  package var total: Int { counts.values.reduce(0, +) }
  /// Whether the run has no report.
  package var isMissing: Bool { status == .missing }
  /// Whether it is a run of a branch. No other run is compared with it.
  package var isOfBranch: Bool { base != nil }
  /// Whether later runs are compared with it.
  package var isBaseline: Bool { !isMissing && !isOfBranch }
  /// Whether another run has the same report.
  package func isReport(of other: PublishedRun) -> Bool {
    (given ?? digest) == (other.given ?? other.digest)
  }
  /// Whether the run did not complete, so that messages that it lacks may still exist.
  package var isPartial: Bool { status.map { $0 != .completed } ?? false }
}

extension PublishedRun: Comparable {
  /// Orders by the month that lists each, then by time.
  package static func < (left: PublishedRun, right: PublishedRun) -> Bool {
    (left.monthNumber, left.time.seconds, left.id)
      < (right.monthNumber, right.time.seconds, right.id)
  }

  private var monthNumber: Int {
    let date = date
    return Int(date.year) * 12 + Int(date.month)
  }
}

extension PublishedRun {
  /// The contents of `run.json`.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, withMetrics: true)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// - Parameter withMetrics: Whether to write the numbers that no trend draws. Only the run's own
  ///   file has them, because a month may list thousands of runs.
  package func write(to writer: inout JSONWriter, withMetrics: Bool = false) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("time", Int(time.seconds))
      writer.member("offset", offset)
      writer.member("status", status?.rawValue)
      writer.member("urgency", urgency.rawValue)
      writer.member("text", text)
      writer.member("headline", headline)
      writer.member("news", news)
      writer.key("counts")
      writer.object { writer in
        for urgency in Urgency.allCases.reversed() {
          writer.member(urgency.rawValue, counts[urgency])
        }
      }
      changes?.write(to: &writer)
      writer.member("duration", duration)
      figures?.write(to: &writer, withMetrics: withMetrics)
      writer.member("digest", digest)
      writer.member("given", given)
      writer.member("commit", commit)
      writer.member("base", base)
    }
  }

  /// The seconds of the years 0 to 9999. A run with another time is damaged.
  static let times = Int64(-62_167_219_200)...253_402_300_799
}

extension JSONValue {
  /// A whole number from 0 to 1,000,000,000.
  package var count: Int? { number.flatMap(\.asCount) }
}

extension Double {
  /// The number if it is whole and from 0 to 1,000,000,000.
  var asCount: Int? {
    Int(exactly: self).flatMap { 0...1_000_000_000 ~= $0 ? $0 : nil }
  }
}
