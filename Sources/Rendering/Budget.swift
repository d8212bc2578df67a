import Basics
import Composing
import Diagnostics
import Templating

/// Fits a report into a number of bytes: as little as possible of it gives way, and what does is
/// counted (M14).
struct Budget {
  /// Renders a report; false when the schedule's flush wanted no more.
  typealias Body = (Report, Schedule, inout ByteSink, inout [Diagnostic]) -> Bool

  /// How often what is too large is passed over for what is not.
  private static let mostSearches = 8

  let bytes: Int

  /// Renders into an outlet what of a report has room; `shown` is that, or nil when nothing has.
  func render(
    _ report: Report, to outlet: Outlet, _ body: Body
  ) -> (shown: Report?, problems: [Diagnostic]) {
    let whole = fit(report, body)
    if var sink = whole.sink {
      _ = outlet(&sink)
      return (report, whole.problems)
    }
    // A template that is wrong is wrong at any length.
    if whole.problems.contains(where: { $0.severity == .error }) { return (nil, whole.problems) }
    let trimming = Trimming(report, bytes: bytes)
    let least = trimming.report(after: trimming.count)
    var (best, bestReport) = (fit(least, body), least)
    guard best.sink != nil else {
      let problem = Diagnostic(
        .error, "budget-too-small",
        "the report does not fit into \(bytes) bytes, not even its title and its verdict")
      return (nil, best.problems + [problem])
    }
    // The fewest steps after which it fits. From the least upwards, doubling first: a small budget
    // never makes much of a large report, and a rendering stops as soon as it is too large.
    var enough = trimming.count
    var needed: [Int] = []
    for _ in 0..<Self.mostSearches {
      var tooFew = 0
      var stride = 1
      while enough - tooFew > 1 {
        let isDoubling = stride > 0 && enough - stride > tooFew
        let steps = isDoubling ? enough - stride : tooFew + (enough - tooFew) / 2
        let trimmed = trimming.report(after: steps, and: needed)
        let fitting = fit(trimmed, body)
        if fitting.sink == nil {
          (tooFew, stride) = (steps, 0)
        } else {
          (best, bestReport, enough) = (fitting, trimmed, steps)
          stride *= 2
        }
      }
      // Something that takes much of the room has to go: what is smaller may have its room.
      let room = bytes - (best.sink?.bytes.count ?? 0)
      guard room > bytes / 8, enough > 1 else { break }
      enough -= 1
      needed.append(enough)
    }
    if let mismatch = bestReport.reconcile() { return (nil, best.problems + [mismatch]) }
    if var sink = best.sink { _ = outlet(&sink) }
    guard report.url != nil, bestReport.url == nil else {
      return (bestReport, best.problems)
    }
    let note = Diagnostic(
      .note, "long-url", "the report's 'url' is too long for its links, which are left out",
      help: ["an address has at most \(Report.longestAddress) bytes where there is little room"])
    return (bestReport, best.problems + [note])
  }

  /// The output if it has room, and what was found on the way.
  private func fit(_ report: Report, _ body: Body) -> (sink: ByteSink?, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var schedule = Schedule()
    schedule.flushSize = 1 << 16
    schedule.flush = { $0.bytes.count <= bytes }
    var sink = ByteSink()
    let isWhole = body(report, schedule, &sink, &problems)
    return (isWhole && sink.bytes.count <= bytes ? sink : nil, problems)
  }
}
