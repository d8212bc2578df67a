internal import ToolReports

/// The source in a trace of pytest. pytest puts marks or four spaces before each line, and its
/// JUnit file loses the spaces before the first one.
enum PytestSource {
  static let indent = "    "
  private static let marked = ">" + indent
  private static let heads = ["def ", "async def ", "class ", "@"]

  /// Whether a trace begins with a line of source without spaces, and the other lines up to the
  /// mark of the failed one have them.
  static func lacksIndent(_ trace: String) -> Bool {
    guard heads.contains(where: trace.hasPrefix) else { return false }
    // The mark is near the beginning, so that most lines are not looked at.
    var rest = trace.utf8[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      rest = rest[rest.index(after: end)...]
      if rest.starts(with: marked.utf8) { return true }
      guard
        rest.starts(with: indent.utf8)
          || rest.prefix(while: { $0 != UInt8(ascii: "\n") }).allSatisfy(PlainText.isBlank)
      else { return false }
    }
    return false
  }
}
