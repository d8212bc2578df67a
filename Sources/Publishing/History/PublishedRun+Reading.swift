import Composing
import JSON
import Model
import Time

extension PublishedRun {
  /// The members of a run's object.
  enum Key: String, MemberKey {
    case id, time, offset, status, urgency, text, headline, news, counts, duration, digest, given,
      commit, base
    // The figures.
    case facts, categories, categoryCount
    // The changes.
    case new, back, still, fixed, removed, testsAdded, testsRemoved, testsRenamed, newSuccesses,
      unseen, unchecked, stillUnseen,
      stillUnchecked
    case forgotten, forgottenUnchecked, coversLess, worse, expired, better, gone, was
  }

  typealias Members = JSONMembers<Key>

  /// Reads `run.json`; nil when it is damaged.
  package init?(_ bytes: [UInt8]) {
    let run = JSONReader.read(bytes, file: "run.json") { Self(&$0) }
    guard let run else { return nil }
    self = run
  }

  /// Reads a run's object; nil when a member is absent or has no valid value.
  ///
  /// - Parameter hasFigures: Whether to read the figures, which are most of the object.
  init?(_ reader: inout JSONReader, hasFigures: Bool = true) {
    var counts: [Urgency: Int] = [:]
    var facts: [[JSONScalar]]?
    var categories: [[JSONScalar]]?
    let members = Members(&reader) { key, reader in
      switch key {
      case .counts: counts = reader.readCounts()
      case .facts where hasFigures: facts = reader.readRows()
      case .categories where hasFigures: categories = reader.readRows()
      default: return false
      }
      return true
    }
    guard let id = members.text(.id), let time = members.number(.time),
      let seconds = Int64(exactly: time), Self.times.contains(seconds),
      let offset = members.number(.offset), abs(offset) < 100_000,
      let urgency = members.text(.urgency).flatMap(Urgency.init),
      SiteName.isValid(id)
    else { return nil }
    let status = members.text(.status).flatMap(Dataset.Run.Status.init)
    self.init(
      id: id, time: Instant(seconds: seconds), offset: Int(offset), status: status,
      urgency: urgency, text: members.text(.text) ?? "", counts: counts,
      changes: ChangeCounts(members, status: status),
      duration: members.count(.duration), digest: members.text(.digest) ?? "")
    given = members.text(.given)
    commit = members.text(.commit)
    base = members.text(.base)
    headline = members.text(.headline)
    news = members.text(.news)
    if let facts, let categories {
      figures = RunFigures(
        facts: facts, categories: categories, categoryCount: members.count(.categoryCount))
    }
  }
}

extension JSONReader {
  fileprivate mutating func readCounts() -> [Urgency: Int] {
    var counts: [Urgency: Int] = [:]
    guard peek() == .object else {
      skipValue()
      return counts
    }
    enterObject()
    while nextKey() {
      let key = textString
      let position = keyPosition
      let value = readScalar()
      guard let urgency = Urgency(rawValue: key), let count = value.number?.asCount else {
        continue
      }
      if counts.updateValue(count, forKey: urgency) != nil {
        reportDuplicate(key, at: position, first: nil)
      }
    }
    return counts
  }
}

/// The members of the file of a month.
private enum MonthKey: String, MemberKey {
  case nights
}

extension PublishedRun {
  /// The runs in the file of a month; nil when it is damaged.
  static func runs(in bytes: [UInt8], of month: String) -> [PublishedRun]? {
    JSONReader.read(bytes, file: month) { reader in
      var runs: [PublishedRun] = []
      _ = JSONMembers<MonthKey>(&reader) { _, reader in
        guard reader.peek() == .array else { return false }
        reader.enterArray()
        while reader.nextElement() {
          if let run = PublishedRun(&reader) { runs.append(run) }
        }
        return true
      }
      return runs
    }
  }

  /// The file of a month.
  static func bytes(ofMonth runs: [PublishedRun]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.key("nights")
      writer.array { writer in for run in runs { run.write(to: &writer) } }
    }
    return writer.bytes
  }
}
