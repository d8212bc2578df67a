import Basics
import Composing
import Model

/// A latest run as `LatestCache` keeps it: everything but the project's name. A change of what is written
/// here needs another `LatestCache.version`.
extension LatestFile {
  private static let marks = [RunLabels.missing] + Urgency.allCases.map(\.rawValue)
  /// A status that may be absent.
  private static let statuses: [Dataset.Run.Status?] = [nil] + Dataset.Run.Status.allCases

  func pack(into writer: inout PackedWriter) {
    writer.write(raw: digest)
    for text in [title, locale, address, authority, staleAfter] { writer.write(text) }
    writer.write(run.id)
    writer.write(signed: run.time.seconds)
    writer.write(signed: Int64(run.offset))
    writer.write(count: Self.statuses.firstIndex(of: run.status) ?? 0)
    writer.write(count: run.urgency.rank)
    writer.write(run.text)
    writer.write(run.headline)
    writer.write(count: run.counts.count)
    for (urgency, count) in run.counts.sorted(by: { $0.key < $1.key }) {
      writer.write(count: urgency.rank)
      writer.write(count: count)
    }
    writer.write(count: run.duration.map { $0 + 1 } ?? 0)
    writer.write(run.digest)
    writer.write(run.changes == nil ? 0 : 1)
    run.changes?.pack(into: &writer)
    writer.write(count: recent.count)
    for run in recent {
      writer.write(count: Self.marks.firstIndex(of: run.mark) ?? 0)
      writer.write(count: run.total)
    }
  }

  /// Nil when the bytes are not those of a packed file.
  convenience init?(_ project: String, _ reader: inout PackedReader) {
    guard let digest = reader.raw(32), let title = reader.optionalText(),
      let locale = reader.optionalText(),
      let address = reader.optionalText(), let authority = reader.optionalText(),
      let staleAfter = reader.optionalText(), let id = reader.text(), let time = reader.signed(),
      PublishedRun.times.contains(time), let offset = reader.signed(), abs(offset) < 100_000,
      let status = reader.choice(of: Self.statuses),
      let urgency = reader.choice(of: Urgency.allCases), let text = reader.text(),
      let headline = reader.optionalText(), let kinds = reader.count(),
      kinds <= Urgency.allCases.count
    else { return nil }
    var counts = [Urgency: Int](minimumCapacity: kinds)
    for _ in 0..<kinds {
      guard let urgency = reader.choice(of: Urgency.allCases), let count = reader.count() else {
        return nil
      }
      counts[urgency] = count
    }
    guard let duration = reader.number(), duration <= 1_000_000_001, let source = reader.text(),
      let hasChanges = reader.number()
    else { return nil }
    var changes: ChangeCounts?
    if hasChanges != 0 {
      changes = ChangeCounts(&reader, status: status)
      if changes == nil { return nil }
    }
    guard let length = reader.count() else { return nil }
    var recent: [Recent] = []
    recent.reserveCapacity(min(length, Self.length))
    for _ in 0..<length {
      guard let mark = reader.choice(of: Self.marks), let total = reader.count() else {
        return nil
      }
      recent.append(Recent(mark: mark, total: total))
    }
    var run = PublishedRun(
      id: id, time: Instant(seconds: time), offset: Int(offset), status: status, urgency: urgency,
      text: text, counts: counts, changes: changes,
      duration: duration == 0 ? nil : Int(duration) - 1, digest: source)
    run.headline = headline
    self.init(
      project: project, title: title, locale: locale,
      address: address.flatMap(SiteAddress.validated),
      authority: authority.flatMap(SiteAddress.validatedAuthority), run: run,
      staleAfter: staleAfter, recent: recent, digest: Array(digest))
  }
}

extension ChangeCounts {
  private static let statuses: [Dataset.Run.Status?] = [nil] + Dataset.Run.Status.allCases

  private var unseenCounts: [UnseenCount] { [newlyUnseen, stillUnseen, forgotten] }

  fileprivate func pack(into writer: inout PackedWriter) {
    for count in [new, back, newSuccesses, worse, expired, better, still, fixed, removed, gone] {
      writer.write(count: count)
    }
    for count in unseenCounts {
      writer.write(count: count.tests)
      writer.write(count: count.others)
    }
    for count in [testsAdded, testsRemoved, testsRenamed] { writer.write(count: count) }
    writer.write(coversLess ? 1 : 0)
    // Where the status changed, what it was.
    writer.write(count: run.map { (Self.statuses.firstIndex(of: $0.before) ?? 0) + 1 } ?? 0)
  }

  fileprivate init?(_ reader: inout PackedReader, status: Dataset.Run.Status?) {
    guard let new = reader.count(), let back = reader.count(), let successes = reader.count(),
      let worse = reader.count(), let expired = reader.count(), let better = reader.count(),
      let still = reader.count(), let fixed = reader.count(), let removed = reader.count(),
      let gone = reader.count(),
      let newlyUnseen = UnseenCount(&reader), let stillUnseen = UnseenCount(&reader),
      let forgotten = UnseenCount(&reader), let added = reader.count(),
      let removedTests = reader.count(), let renamed = reader.count(),
      let coversLess = reader.number(),
      let was = reader.count(), was <= Self.statuses.count
    else { return nil }
    self.init(run: was > 0 ? RunChange(from: Self.statuses[was - 1], to: status) : nil)
    (self.new, self.back, newSuccesses, self.worse) = (new, back, successes, worse)
    (self.expired, self.better, self.still) = (expired, better, still)
    (self.fixed, self.removed, self.gone) = (fixed, removed, gone)
    (testsAdded, testsRemoved, testsRenamed) = (added, removedTests, renamed)
    (self.newlyUnseen, self.stillUnseen) = (newlyUnseen, stillUnseen)
    (self.forgotten, self.coversLess) = (forgotten, coversLess != 0)
  }
}

extension UnseenCount {
  fileprivate init?(_ reader: inout PackedReader) {
    guard let tests = reader.count(), let others = reader.count() else { return nil }
    self.init(tests: tests, others: others)
  }
}
