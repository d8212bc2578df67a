/// The patterns of one format, compiled. The first pattern that matches a line counts.
struct LinePatterns: Sendable {
  /// An error in a pattern.
  struct Problem: Error, Equatable {
    /// The index of the pattern.
    var pattern: Int
    /// The position in the pattern, in bytes of UTF-8.
    var offset: Int
    var summary: String
    var help: String
  }

  let patterns: [LinePattern]

  /// The names of all captures.
  var names: Set<String> { Set(patterns.flatMap(\.names)) }

  init(_ patterns: [String]) throws(Problem) {
    var compiled: [LinePattern] = []
    for (number, text) in patterns.enumerated() {
      var parser = LinePatternParser(text, number: number)
      compiled.append(try parser.parse())
    }
    let hasBegin = compiled.contains { $0.kind == .begin }
    for (number, pattern) in compiled.enumerated() where !hasBegin {
      guard pattern.kind == .continuation || pattern.kind == .end else { continue }
      throw Problem(
        pattern: number, offset: 0, summary: "no pattern begins a finding that this line continues",
        help: "begin the pattern of the first line with %E, %W, %I, %N or %A")
    }
    self.patterns = compiled
  }
}
