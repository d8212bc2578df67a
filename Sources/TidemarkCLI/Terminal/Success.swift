import Composing
import Diagnostics
import Model

/// The success line of a command:
///
///     public/core/runs/2026-11-20-0312/: 7 errors, 5 new (0.4 s)
struct Success: Sendable, Hashable {
  /// The written files.
  var places: [String]
  var counts: [String] = []

  /// The line with the elapsed time. No other output depends on this time.
  func line(after nanoseconds: UInt64) -> String {
    let places = places.map { VisibleText.of($0) }.joined(separator: ", ")
    let parts = [places, counts.joined(separator: ", ")].filter { !$0.isEmpty }
    return RunnerCommands.broken(
      parts.joined(separator: ": ") + " (\(Self.duration(nanoseconds)))\n")
  }

  /// "12 ms", "0.4 s", "2 min 5 s".
  static func duration(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    switch milliseconds {
    case ..<100: return "\(milliseconds) ms"
    case ..<60_000: return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    default: return "\(milliseconds / 60_000) min \(milliseconds / 1_000 % 60) s"
    }
  }
}

extension Report {
  /// "7 errors", "2 warnings", "5 new", "1 fixed": the main counts of a new report.
  var successCounts: [String] {
    var words: [String] = []
    switch run?.status {
    case .failed: words.append("the run failed")
    case .canceled: words.append("the run was canceled")
    case .missing: return ["a run without a report"]
    case .completed, nil: break
    }
    let grave = verdict.counts.filter { $0.urgency >= .warning }
    words += grave.map { "\($0.count) \($0.urgency.rawValue)\($0.count == 1 ? "" : "s")" }
    if grave.isEmpty {
      words.append(
        verdict.total == 0
          ? "no messages"
          : "\(verdict.total) message\(verdict.total == 1 ? "" : "s"), no errors")
    }
    if let comparison {
      if comparison.new > 0 { words.append("\(comparison.new) new") }
      if comparison.fixed > 0 { words.append("\(comparison.fixed) fixed") }
    }
    return words
  }
}
