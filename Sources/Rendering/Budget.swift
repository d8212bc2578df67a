import Basics
import Composing
import Diagnostics
import Templating

/// Fits a report into a number of bytes: the least urgent messages give way to "and N more" first,
/// then the timeline's far ends (M14).
struct Budget {
  /// Renders a report; false when the pace's flush wanted no more.
  typealias Body = (Report, Pace, inout ByteSink, inout [Diagnostic]) -> Bool

  let bytes: Int

  func render(_ report: Report, to outlet: Outlet, _ body: Body) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    func fitting(_ report: Report) -> ByteSink? {
      problems = []
      var pace = Pace()
      pace.flushSize = 1 << 16
      // Stops as soon as it is clear that it will not fit.
      pace.flush = { $0.bytes.count <= bytes }
      var sink = ByteSink()
      let isWhole = body(report, pace, &sink, &problems)
      return isWhole && sink.bytes.count <= bytes ? sink : nil
    }
    if var sink = fitting(report) {
      _ = outlet(&sink)
      return problems
    }
    let messages = report.sections.reduce(0) { $0 + $1.items.count }
    let entries = report.timeline?.entries.count ?? 0
    let best =
      largest(upTo: messages) { fitting(report.trimmed(messages: $0, entries: entries)) }
      ?? largest(upTo: entries) { fitting(report.trimmed(messages: 0, entries: $0)) }
    guard var best else {
      return problems + [
        Diagnostic(
          .error, "budget-too-small",
          "the report does not fit into \(bytes) bytes, even without messages and timeline")
      ]
    }
    _ = outlet(&best)
    return problems
  }

  /// The output for the largest number that fits; doubling first, so that a small budget never
  /// renders a large report.
  private func largest(upTo limit: Int, _ fitting: (Int) -> ByteSink?) -> ByteSink? {
    guard var best = fitting(0) else { return nil }
    var low = 0
    var high = 1
    while high < limit, let sink = fitting(high) {
      (best, low) = (sink, high)
      high *= 2
    }
    high = min(high, limit)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if let sink = fitting(middle) { (best, low) = (sink, middle) } else { high = middle }
    }
    return best
  }
}
