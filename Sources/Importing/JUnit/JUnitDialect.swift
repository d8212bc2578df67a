internal import XML

/// What single tools write otherwise than most.
enum JUnitDialect {
  /// The elements of tests and suites that say nothing of an outcome. Ant's AntUnit writes attributes as
  /// elements.
  static let details: Set<String> = [
    "properties", "property", "system-out", "system-err", "stdout", "stderr", "output", "log",
    "logs", "time", "timestamp", "duration", "tests", "attachments", "attachment", "artifacts",
    "screenshot", "links", "link", "tags", "tag", "labels", "label", "metadata", "description",
    "comment", "annotations", "parameters", "parameter", "steps", "step", "requirements",
    "requirement",
  ]

  /// How CTest begins the reason of a test that is skipped on its own demand.
  private static let demand = "SKIP_"

  /// Whether a test that did not run is a failure all the same, as each that CTest could not start.
  static func isFailure(status: String?, reason: String?) -> Bool {
    guard status?.lowercased() == "notrun", let reason else { return false }
    return !reason.hasPrefix(demand) && reason != "Disabled"
  }

  /// Whether the totals of a suite count what is no test of the report: Catch2 and doctest count
  /// assertions, pytest counts subtests, and Trivy counts the checks that passed.
  static func countsOtherwise(_ reader: borrowing XMLReader, name: String?) -> Bool {
    if reader.hasAttribute("doctest_version") || reader.attribute("hostname") == "tbd" {
      return true
    }
    // Only where all is as pytest writes it.
    let isPytest = ["hostname", "timestamp", "skipped"].allSatisfy { reader.attribute($0) != nil }
    if isPytest, name?.hasPrefix("pytest") == true { return true }
    return name == "trivy" && reader.isNamed("testsuites")
  }

  /// The linter that writes `org.ruff`, `org.eslint` or `stylelint.rules` as the package of a suite.
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

  /// Beginnings of lines with which Go and Playwright frame the output of a test.
  private static let frames = ["=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- FAIL:"]

  /// Whether a line tells only which test it is about.
  static func isFrame(_ line: some StringProtocol) -> Bool {
    let line = line.drop { $0 == " " || $0 == "\t" }
    return frames.contains { line.hasPrefix($0) } || line.hasSuffix("\u{2500}\u{2500}")
  }
}
