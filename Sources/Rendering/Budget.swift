import Basics
import Composing
import Diagnostics
import Templating

/// Reduces a report to a number of bytes. Drops as little as possible and counts what is dropped
/// (M14).
struct Budget {
  /// Renders a report. Returns false if `flush` stopped the rendering.
  typealias Body = (Report, Schedule, inout ByteSink, inout [Diagnostic]) -> Bool

  /// The maximum number of further searches that skip a large item in favour of smaller ones.
  private static let mostSearches = 8

  let bytes: Int

  /// The outcome of fitting a report.
  struct Result {
    /// What of the report is shown; nil when nothing was written.
    var shown: Report?
    var problems: [Diagnostic]
  }

  func render(_ report: Report, to outlet: Outlet, _ body: Body) -> Result {
    let whole = fit(report, body)
    if var sink = whole.sink {
      _ = outlet(&sink)
      return Result(shown: report, problems: whole.problems)
    }
    // An invalid template is invalid at any length.
    if whole.problems.contains(where: { $0.severity == .error }) {
      return Result(problems: whole.problems)
    }
    let trimming = Trimming(report, bytes: bytes)
    let least = trimming.report(after: trimming.count)
    var (best, bestReport) = (fit(least, body), least)
    guard best.sink != nil else {
      let tooSmall = Diagnostic(
        .error, "budget-too-small",
        "not even the title and the verdict of the report fit into \(bytes) bytes")
      return Result(problems: best.problems + [tooSmall])
    }
    // Search the smallest number of steps that fits, first by doubling: a small budget keeps little
    // of a large report, and a rendering stops as soon as it is too large.
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
      // A large item had to be dropped. Smaller ones may fit in its place.
      let room = bytes - (best.sink?.bytes.count ?? 0)
      guard room > bytes / 8, enough > 1 else { break }
      enough -= 1
      needed.append(enough)
    }
    if let mismatch = bestReport.reconcile() {
      return Result(problems: best.problems + [mismatch])
    }
    if var sink = best.sink { _ = outlet(&sink) }
    var result = Result(shown: bestReport, problems: best.problems)
    if report.url != nil, bestReport.url == nil {
      result.problems.append(
        Diagnostic(
          .note, "long-url", "the report's 'url' is too long for its links, which are left out",
          help: ["with this budget an address may have at most \(Report.longestAddress) bytes"]))
    }
    return result
  }

  /// The output, if it fits, and the diagnostics.
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
