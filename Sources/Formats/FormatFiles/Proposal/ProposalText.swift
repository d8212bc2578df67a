internal import Inputs
internal import JSON

/// The parts of a proposed format file, and its text.
struct ProposalText {
  var name = ""
  var title = ""
  var tool = ""
  /// The name of the sample.
  var sample = ""
  var kind = FormatFile.Kind.json
  var recognition = "{}"
  var isWeak = false
  var patterns: [String] = []
  /// Remarks about lines that no pattern matches, and about lists that are not read.
  var remarks: [String] = []
  var lists: [DraftList] = []
  /// The condition of all lists, if they have none of their own.
  var condition: String?
  /// Conditions of the run, as they are written.
  var run: String?
  var runRemark = "Without such a line, the run counts as not completed."
  /// What the example expects of its run; nil if it completed.
  var expectedRun: String?
  var claims: [(key: String, path: String)] = []
  var example: [String] = []
  var fields = ExampleFields()

  /// The text of the file.
  var text: String {
    var lines = [
      "// 'tidemark init --format' guessed this format from \(FormatNotation.comment(sample)).",
      "// Read each comment and compare it with the documentation of the tool. Then",
      "// 'tidemark check' compares the example with its findings.",
      "{",
      "  name: \(FormatNotation.quoted(name)), title: \(FormatNotation.quoted(title)), "
        + "tool: \(FormatNotation.quoted(tool)),",
      "  // Add the call of the tool that writes such a report: command: \"…\",",
      "  reads: \"\(kind.rawValue)\",",
    ]
    lines += recognitionLines
    if kind == .lines { lines += patternLines }
    lines += remarks.map { "  // " + $0 }
    lines.append("  lists: [")
    for list in lists { lines += self.lines(of: list) }
    lines.append("  ],")
    if let run {
      lines.append("  // " + runRemark)
      lines.append("  run: \(run),")
    }
    lines += claimLines
    lines += exampleLines
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private var recognitionLines: [String] {
    let remark =
      isWeak
      ? "Other tools may write such files, too. Add facts that only this tool's reports have."
      : "Facts that every report of the tool should have, even one without findings."
    return ["  // " + remark, "  recognize: \(recognition),"]
  }

  private var patternLines: [String] {
    [
      "  // The first pattern that matches a line counts: %f is the file, %l the line, %c the column,",
      "  // %m the message.", "  lines: [",
    ] + patterns.map { "    \(FormatNotation.quoted($0))," } + ["  ],"]
  }

  private func lines(of list: DraftList) -> [String] {
    var lines = ["    {"]
    if list.each.count == 1 {
      lines.append("      each: \(FormatNotation.quoted(list.each[0])),")
    } else if list.each.count > 1 {
      lines.append(
        "      each: [" + list.each.map { FormatNotation.quoted($0) }.joined(separator: ", ") + "],"
      )
    }
    if let condition = list.condition {
      lines.append("      // Elements that passed are left out.")
      lines.append("      when: \(condition),")
    } else if let condition {
      lines.append("      when: \(condition),")
    }
    lines.append(list.isOfTests ? "      test: {" : "      finding: {")
    for (key, value) in list.fields {
      if key == "level" || key == "outcome" { lines += Self.remarks(of: list) }
      lines.append("        \(key): \(value),")
    }
    if !list.isOfTests, !list.fields.contains(where: { $0.key == "level" }), kind != .lines {
      lines.append(
        "        // No level was found: each finding is a warning. Else add level: \"…\".")
    }
    lines += ["      },", "    },"]
    return lines
  }

  /// Comments on the table of levels or outcomes.
  private static func remarks(of list: DraftList) -> [String] {
    guard let table = list.table else { return [] }
    let unknown = table.unknown.map { FormatNotation.comment($0) }.joined(separator: ", ")
    if list.isOfTests {
      return unknown.isEmpty
        ? []
        : ["        // Unknown words, which count as failures: \(unknown). Correct them."]
    }
    if unknown.isEmpty {
      return ["        // A word that is not in this table is looked up among the usual words."]
    }
    return [
      "        // Unknown words, which count as warnings: \(unknown).",
      "        // Write error, warning or information for each of them.",
    ]
  }

  private var claimLines: [String] {
    guard !claims.isEmpty else { return [] }
    let parts = claims.map { "\($0.key): \(FormatNotation.quoted($0.path))" }
    return [
      "  // Totals that equal the numbers in the sample. A report that shows fewer is not green.",
      "  claims: { " + parts.joined(separator: ", ") + " },",
    ]
  }

  // MARK: Example

  private var exampleLines: [String] {
    var lines = [
      "  // A shortened copy of the sample. Known secrets are hidden; look for others before you",
      "  // publish it.", "  examples: [", "    {",
    ]
    if example.count == 1 {
      lines.append("      input: \(FormatNotation.quoted(example[0])),")
    } else {
      lines.append("      input: [")
      lines += example.map { "        \(FormatNotation.quoted($0))," }
      lines.append("      ],")
    }
    for (key, records) in [("findings", fields.findings), ("tests", fields.tests)]
    where !records.isEmpty {
      lines.append("      \(key): [")
      lines += records.map { "        { " + Self.fields(of: $0) + " }," }
      lines.append("      ],")
    }
    if let expectedRun { lines.append("      run: \(expectedRun),") }
    return lines + ["    },", "  ],"]
  }

  private static let order = [
    "level", "outcome", "rule", "title", "name", "message", "class", "suites", "file", "line",
    "column",
  ]
  private static let numbers: Set<String> = ["line", "column"]

  private static func fields(of record: ExampleFields.Fields) -> String {
    order.compactMap { key -> String? in
      guard let texts = record[key], !texts.isEmpty else { return nil }
      let written = texts.map { text in
        numbers.contains(key) && Int(text).map(String.init) == text
          ? text : FormatNotation.quoted(text)
      }
      return key + ": "
        + (key == "suites" ? "[" + written.joined(separator: ", ") + "]" : written[0])
    }.joined(separator: ", ")
  }
}
