import Diagnostics
import Foundation
import Testing

/// The parts of docs/ that are generated from the program's own tables.
///
/// `RECORD=docs` writes them, which fails on purpose so that the change is read.
@Suite struct ReferencePagesTests {
  /// The page and its generated part.
  static let parts: [(page: String, text: String)] = [
    ("cli.md", ReferencePages.commands(ReferenceCommand.all)),
    ("settings.md", ReferencePages.settings(ReferenceCommand.all)),
    ("diagnostics.md", ReferencePages.diagnostics(DiagnosticCatalog.topics)),
  ]

  @Test(arguments: parts)
  func theGeneratedPartIsFresh(page: String, text: String) throws {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/\(page)")
    let written = try String(contentsOf: file, encoding: .utf8)
    let pieces = written.components(separatedBy: ReferencePages.mark)
    try #require(pieces.count == 3, "docs/\(page) needs the mark of generated parts twice")
    if ["1", "docs"].contains(ProcessInfo.processInfo.environment["RECORD"]) {
      let whole = [pieces[0], "\n\n\(text)\n\n", pieces[2]].joined(separator: ReferencePages.mark)
      try whole.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("docs/\(page) is written; read the diff and run again without RECORD")
    } else {
      #expect(pieces[1] == "\n\n\(text)\n\n", "write docs/\(page) again with RECORD=docs")
    }
  }
}

/// The Markdown of the generated parts.
enum ReferencePages {
  /// Stands before and after a generated part.
  static let mark = "<!-- generated from the program; do not edit -->"

  static func commands(_ commands: [ReferenceCommand]) -> String {
    commands.map { command in
      let words = ["tidemark", command.name, command.operands].filter { !$0.isEmpty }
      var parts = [
        "## \(command.name)", command.summary + ".",
        "Usage: `\(words.joined(separator: " "))\(command.options.isEmpty ? "" : " [OPTIONS]")`",
        command.discussion,
      ]
      if !command.options.isEmpty {
        let rows = command.options.map { ["\($0.synopsis)", $0.help] }
        parts.append(table(["option", "meaning"], rows + [["`-h`, `--help`", "Show the help."]]))
      }
      if !command.examples.isEmpty {
        parts.append("Examples:")
        parts.append(
          command.examples.map { "- `\($0.command)`<br>\($0.meaning)" }.joined(separator: "\n"))
      }
      return parts.joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  /// A row for each option that a file or the environment may set.
  static func settings(_ commands: [ReferenceCommand]) -> String {
    var rows: [String: (option: ReferenceOption, commands: [String])] = [:]
    for command in commands {
      for option in command.options {
        guard let variable = option.variable else { continue }
        rows[variable, default: (option, [])].commands.append(command.name)
      }
    }
    let sorted = rows.sorted { $0.key < $1.key }.map { variable, row in
      [
        row.option.key.map { "`\($0)`" } ?? "not in a file", "`\(variable)`", row.option.synopsis,
        row.commands.joined(separator: ", "),
      ]
    }
    return table(["`tidemark.json`", "environment", "option", "commands"], sorted)
  }

  static func diagnostics(_ topics: [DiagnosticCatalog.Topic]) -> String {
    topics.map { topic in
      let rows = topic.entries.map { entry in
        [
          "`\(entry.id)`", entry.severities.map(\.rawValue).joined(separator: ", "), entry.cause,
          entry.remedy,
        ]
      }
      return "### \(topic.title)\n\n" + table(["id", "severity", "cause", "remedy"], rows)
    }.joined(separator: "\n\n")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}
