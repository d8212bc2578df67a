import Composing
import Diagnostics
import JSON
import Model
import Time
internal import ToolReports

extension Report {
  /// The days until the end of a proposed entry.
  private static let acceptedDays: Int32 = 28
  private static let mostFlaky = 10
  private static let titleClusters = 200

  /// The note that lists failed tests that come and go and do not count, with an entry for each in
  /// `known.json`; nil without any.
  func flaky(_ indices: [Int]) -> Diagnostic? {
    if indices.isEmpty { return nil }
    let noun = indices.count == 1 ? "failed test comes and goes" : "failed tests come and go"
    var note = Diagnostic(
      .note, "flaky-left-out",
      "\(indices.count) \(noun) and \(indices.count == 1 ? "does" : "do") not count",
      help: indices.prefix(Self.mostFlaky).map {
        "until it is repaired, accept it in known.json: \(entry($0))"
      })
    note.findings = indices.prefix(Self.mostFlaky).map { index in
      Diagnostic.Finding(
        .note, TextLimits.cut(messages[index].title, toClusters: Self.titleClusters),
        label: Self.share(histories[index]), cause: messages[index].shownCause,
        at: messages[index].location.map {
          SourceLocation(file: $0.file, line: max($0.line ?? 0, 0), column: max($0.column ?? 0, 0))
        })
    }
    note.moreFindings = indices.count - note.findings.count
    return note
  }

  /// "failed in 3 of the last 14 runs".
  private static func share(_ history: MessageHistory) -> String {
    let presence = history.presence
    return "failed in \(presence.count { $0 }) of the last \(presence.count) runs"
  }

  private func entry(_ index: Int) -> String {
    var writer = JSONWriter()
    let today = zone.wall(at: now).date
    writer.object { writer in
      writer.member("fingerprint", index < fingerprints.count ? fingerprints[index].short : nil)
      writer.member("urgency", messages[index].urgency.rawValue)
      writer.member("reason", "Flaky: " + Self.share(histories[index]))
      writer.member("until", CivilDate(dayNumber: today.dayNumber + Self.acceptedDays).machineTime)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
