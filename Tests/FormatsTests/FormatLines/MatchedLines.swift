@testable import Formats

/// The records that line patterns make of a text.
struct MatchedLines {
  private(set) var records: [LineRecord] = []
  /// The numbers of the lines that no pattern matches.
  private(set) var unmatched: [Int] = []

  init(_ patterns: [String], _ text: String) throws {
    var matcher = LineMatcher(try LinePatterns(patterns))
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for outcome in matcher.add(String(line), number: index + 1) {
        switch outcome {
        case .record(let record): records.append(record)
        case .taken: break
        case .unmatched: unmatched.append(index + 1)
        }
      }
    }
    if let record = matcher.finish() { records.append(record) }
  }

  /// The records as `TYPE FILE:LINE:COLUMN MESSAGE`, without the parts that they lack.
  var lines: [String] {
    records.map { record in
      let place = ["file", "line", "column"].compactMap { record[$0] }.joined(separator: ":")
      return [record.type.map(String.init), place, record["message"]]
        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}
