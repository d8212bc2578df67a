/// The names of suites and tests as readers look for them.
enum JUnitNames {
  /// What tools write where they have no name.
  private static let placeholders: Set<String> = [
    "", "undefined", "(empty)", "pytest", "pytest tests", "jest tests", "Mocha Tests", "Root Suite",
    "TestResults", "AllTests", "JUnitXmlReporter", "nextest-run",
  ]

  /// A name that says something.
  static func filled(_ name: String?) -> String? {
    name.flatMap { placeholders.contains($0) ? nil : $0 }
  }

  /// `Class.name`, the class without its packages; nil for a test without a name.
  static func title(className: String?, name: String?) -> String? {
    guard let name else { return className }
    guard let className else { return name }
    let (short, separator) = shortened(className)
    return name.hasPrefix(short + separator) ? name : short + separator + name
  }

  /// What follows the last `.` or `::`, where that still begins a name, and the separator that the
  /// tool uses.
  private static func shortened(_ className: String) -> (String, separator: String) {
    let separator = className.contains("::") ? "::" : "."
    // A sentence is no path of names.
    guard !className.contains(where: \.isWhitespace) else { return (className, separator) }
    let parts = className.split(separator: separator, omittingEmptySubsequences: false)
    guard let last = parts.last, let first = last.first, first.isLetter || first == "_" else {
      return (className, separator)
    }
    return (String(last), separator)
  }

  /// A text without Jenkins' lines `[[ATTACHMENT|path]]`, and their paths.
  static func withoutAttachments(_ text: String) -> (text: String, paths: [String]) {
    guard text.contains("[[ATTACHMENT|") else { return (text, []) }
    var paths: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let line = line.drop(while: \.isWhitespace)
      guard line.hasPrefix("[[ATTACHMENT|"), let end = line.firstRange(of: "]]") else {
        return true
      }
      paths.append(String(line.dropFirst(13)[..<end.lowerBound]))
      return false
    }
    return (lines.joined(separator: "\n"), paths)
  }
}
