internal import Basics

/// Lines in which tools count what they have found.
enum LineSummary {
  /// How many errors a summary claims: `3 errors generated.`, `Found 3 errors in 2 files`,
  /// `error: aborting due to 2 previous errors`. nil for other lines.
  static func errors(_ line: Substring) -> Int? {
    let words = line.prefix(200).lowercased().split { " .(),;".contains($0) }
    guard let first = words.first else { return nil }
    let isSummary =
      first == "found" || first == "errors:" || first == "✖" || Int(first) != nil
      || first == "error:"
        && (line.contains("aborting due to") || line.contains("could not compile"))
    guard isSummary else { return nil }
    // `Errors: 2`
    if first == "errors:" { return words.count == 2 ? Int(words[1]) : nil }
    guard let index = words.dropFirst().firstIndex(where: { $0 == "error" || $0 == "errors" })
    else {
      return first == "error:" ? 0 : nil
    }
    var before = words[..<index]
    if before.last == "previous" { before.removeLast() }
    if before.last == "fixable" { return nil }
    return before.last.flatMap { Int($0) } ?? (first == "error:" ? 0 : nil)
  }
}

/// The time that a service puts in front of each line of a log.
enum LogStamp {
  static func split(_ line: String) -> (time: TimePoint?, rest: Substring) {
    let start = line.utf8.prefix(40)
    guard let first = start.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
      let blank = start.firstIndex(of: 0x20),
      line.utf8.distance(from: start.startIndex, to: blank) >= 20,
      let time = TimePoint(parsing: String(line[..<blank]))
    else { return (nil, line[...]) }
    return (time, line[blank...].dropFirst())
  }
}
