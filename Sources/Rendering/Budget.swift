import Composing
import Diagnostics
import Templating
import Text

/// Reduces a report to a number of bytes. Drops as little as possible and counts the dropped parts
/// (see "Nothing is omitted silently").
struct Budget {
  /// Renders a report. Returns false if `flush` stopped the rendering.
  typealias Body = (Report, Schedule, inout ByteSink, inout [Diagnostic]) -> Bool

  /// The maximum number of further searches that skip a large item in favour of smaller ones.
  private static let mostSearches = 8

  /// The smallest budget for which several threads render. Each thread renders up to a hundred
  /// kilobytes ahead, which are discarded when the budget is full.
  private static let leastForThreads = 1 << 18

  let bytes: Int
  let threads: Int

  /// The outcome of fitting a report.
  struct Result {
    /// The report as shown, perhaps trimmed; nil if nothing was written.
    var shown: Report?
    var problems: [Diagnostic]
  }

  func render(_ report: Report, to outlet: Outlet, _ body: Body) -> Result {
    let whole = fit(report, mostBytes: bytes, body)
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
    var (best, bestReport) = (fit(least, mostBytes: bytes, body), least)
    guard var size = best.sink?.bytes.count else {
      let tooSmall = Diagnostic(
        .error, "budget-too-small",
        "not even the title and the verdict of the report fit into \(bytes) bytes")
      return Result(problems: best.problems + [tooSmall])
    }
    var enough = trimming.count
    var needed: [Int] = []
    for _ in 0..<Self.mostSearches {
      // More steps leave fewer bytes. The smallest sufficient number is in `tooFew + 1...enough`.
      var tooFew = 0
      while enough - tooFew > 1 {
        let steps = tooFew + (enough - tooFew) / 2
        let trimmed = trimming.report(after: steps, and: needed)
        let trial = fit(trimmed, mostBytes: bytes, body)
        if let count = trial.sink?.bytes.count {
          (best, bestReport, size, enough) = (trial, trimmed, count, steps)
        } else {
          tooFew = steps
        }
      }
      // A large item had to be dropped. Smaller ones may fit in its place.
      guard bytes - size > bytes / 8, enough > 1 else { break }
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

  /// The output, if it has at most `mostBytes`, and the diagnostics.
  private func fit(
    _ report: Report, mostBytes: Int, _ body: Body
  ) -> (sink: ByteSink?, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var schedule = Schedule()
    schedule.threads = bytes < Self.leastForThreads ? 1 : threads
    // Many blocks of a section are short.
    schedule.threshold = 128
    schedule.sliceLength = 64
    schedule.flushSize = 1 << 16
    schedule.flush = { $0.bytes.count <= mostBytes }
    var sink = ByteSink()
    let isWhole = body(report, schedule, &sink, &problems)
    return (isWhole && sink.bytes.count <= mostBytes ? sink : nil, problems)
  }
}
