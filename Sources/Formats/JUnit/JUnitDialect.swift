internal import XML

/// The peculiarities of single tools.
enum JUnitDialect {
  /// The elements of tests and suites that do not affect an outcome. Ant's AntUnit writes
  /// attributes as elements.
  static let details: Set<String> = [
    "properties", "property", "system-out", "system-err", "stdout", "stderr", "output", "log",
    "logs", "time", "timestamp", "duration", "tests", "attachments", "attachment", "artifacts",
    "screenshot", "links", "link", "tags", "tag", "labels", "label", "metadata", "description",
    "comment", "annotations", "parameters", "parameter", "steps", "step", "requirements",
    "requirement",
  ]

  /// The beginning of CTest's reason for a test that requested to be skipped.
  private static let demand = "SKIP_"

  /// Whether a test that did not run is a failure, such as a test that CTest could not start.
  static func isFailure(status: String?, reason: String?) -> Bool {
    guard status?.lowercased() == "notrun", let reason else { return false }
    return !reason.hasPrefix(demand) && reason != "Disabled"
  }

  /// Whether the totals of a suite count more than the tests of the report: Catch2 and doctest
  /// count assertions, pytest counts subtests, and Trivy counts the checks that passed.
  static func countsOtherwise(_ reader: borrowing XMLReader, name: String?) -> Bool {
    if reader.hasAttribute("doctest_version") || reader.attribute("hostname") == "tbd" {
      return true
    }
    if name?.hasPrefix("pytest") == true, hasAttributesOfPytest(reader) { return true }
    return name == "trivy" && reader.isNamed("testsuites")
  }

  /// Whether a suite has the attributes that pytest writes. Its name may be another one.
  static func hasAttributesOfPytest(_ reader: borrowing XMLReader) -> Bool {
    ["hostname", "timestamp", "skipped"].allSatisfy { reader.attribute($0) != nil }
  }

  /// The linter of a suite with a package such as `org.ruff`, `org.eslint` or `stylelint.rules`.
  static func linter(package: String?) -> String? {
    let parts = (package ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    if parts[0] == "org" { return String(parts[1]) }
    return parts[1] == "rules" ? String(parts[0]) : nil
  }

  /// The rule of a linter's finding: its name without `org.ruff`.
  static func rule(_ name: String, of linter: String) -> String {
    let prefix = "org.\(linter)."
    return name.hasPrefix(prefix) && name.count > prefix.count
      ? String(name.dropFirst(prefix.count)) : name
  }

  /// The beginnings of lines with which Go frames the output of a test.
  private static let frames = ["=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- FAIL:"]

  /// Whether a line only names its test, as Go and Playwright write it.
  static func isFrame(_ line: some StringProtocol) -> Bool {
    let line = line.drop { $0 == " " || $0 == "\t" }
    return frames.contains { line.hasPrefix($0) } || line.hasSuffix("\u{2500}\u{2500}")
  }
}
