/// A finding in one or more lines of a text.
struct LineRecord: Sendable {
  /// The letter of `%E`, `%W`, `%I` or `%N`, or of `%t`, in lower case.
  var type: Character?
  /// The captured texts, in order; no name occurs twice.
  var captures: [(name: String, value: String)] = []
  /// The number of the first line.
  var line: Int
  /// The lines, without those that are left out.
  var text: [String] = []

  subscript(name: String) -> String? {
    captures.first { $0.name == name }?.value
  }

  /// Names whose first value counts. Other texts are joined.
  private static let single: Set<String> = [
    "file", "line", "column", "endLine", "endColumn", "type", "number",
  ]

  /// Adds a captured text. A further text of the same name becomes a line of the first one.
  mutating func add(_ value: String, name: String) {
    if name == "type", type == nil { type = value.lowercased().first }
    guard let index = captures.firstIndex(where: { $0.name == name }) else {
      captures.append((name, value))
      return
    }
    if !Self.single.contains(name) { captures[index].value += "\n" + value }
  }
}
