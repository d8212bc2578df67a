internal import ToolReports

/// The source in a trace of pytest. pytest puts marks or four spaces before each line, and its
/// JUnit file loses the spaces before the first one.
enum PytestSource {
  static let indent = "    "
  private static let heads = ["def ", "async def ", "class ", "@"]

  /// Whether a trace begins with a line of source without spaces, and the other lines up to the
  /// mark of the failed one have them.
  static func lacksIndent(_ trace: String) -> Bool {
    guard heads.contains(where: trace.hasPrefix) else { return false }
    for line in trace.split(separator: "\n").dropFirst() {
      if line.hasPrefix(">" + indent) { return true }
      guard line.hasPrefix(indent) || line.utf8.allSatisfy(PlainText.isBlank) else { return false }
    }
    return false
  }
}
