internal import Diagnostics
internal import Inputs
internal import JSON
internal import Text
internal import ToolReports

extension LookAlike {
  static let text: [LookAlike] = [
    LookAlike("the output of prove", help: "write TAP instead: prove -v") { head in
      head.hasLine { $0.hasPrefix("Result: PASS") || $0.hasPrefix("Result: FAIL") }
        && head.hasLine { $0.contains(".t ..") || $0.hasPrefix("Files=") }
    }.standing(.output),
    LookAlike(
      "the journal of systemd as text", help: "write it as JSON: journalctl -o json"
    ) { head in
      head.firstLine.hasPrefix("__CURSOR=") || head.firstLine.hasPrefix("-- Journal begins")
        || head.firstLine.hasPrefix("-- Logs begin") || isJournalLine(head.firstLine)
    }.standing(.output),
    LookAlike("the summary of pytest", help: "write JUnit XML: pytest --junitxml=FILE") { head in
      head.hasLine { $0.hasPrefix("=====") && $0.contains(" test session starts ") }
    }.standing(.output),
    LookAlike("the output of go test", help: "write JSON: go test -json") { head in
      head.hasLine { $0.hasPrefix("=== RUN ") || $0.hasPrefix("--- FAIL: ") }
    }.standing(.output),
    LookAlike("text before the XML of a report", help: "remove what stands before the first '<'") {
      head in head.hasLine { $0.hasPrefix("<?xml") || $0.hasPrefix("<testsuite") }
    },
    LookAlike(
      "text before the JSON of a report", help: "remove what stands before the first bracket"
    ) { head in head.hasLine { $0 == "{" || $0 == "[" || $0.hasPrefix("{\"") } },
    LookAlike(
      "clang-tidy YAML", help: "keep the text that the tool prints, and name it: lines:FILE"
    ) { head in
      head.hasLine { $0.hasPrefix("Diagnostics:") }
        && head.hasLine { $0.contains("DiagnosticName:") }
    }.standing(.report),
    LookAlike("YAML", help: "it is not read; write JSON instead") { head in
      head.firstLine == "---" || head.firstLine.hasPrefix("%YAML")
    },
    LookAlike(
      "CSV without a known column for the severity and one for the title",
      help: "name them: csv:FILE --map title=COLUMN,urgency=COLUMN",
      when: isTable),
  ]

  /// `Nov 20 03:12:00 host unit[123]: …`
  private static func isJournalLine(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 4)
    guard words.count == 5, words[2].count == 8, words[2].count(where: { $0 == ":" }) == 2 else {
      return false
    }
    return words[0].count == 3 && Int(words[1]) != nil && words[4].contains(":")
  }

  /// Whether the first two rows have equally many cells: at least two, with commas three.
  private static func isTable(_ head: InputHead) -> Bool {
    let dialect = CSVDialect(head.bytes, TableMapping())
    var reader = CSVReader(
      file: "", source: .init(bytes: head.bytes), log: DiagnosticLog(), dialect)
    guard let first = reader.next(), let second = reader.next() else { return false }
    return first.count == second.count
      && first.count > (dialect.delimiter == UInt8(ascii: ",") ? 2 : 1)
  }
}

extension InputHead {
  /// The first lines that are not blank.
  fileprivate func lines(_ most: Int) -> [String] {
    bytes.prefix(64 << 10).split(maxSplits: 4_000) { $0 == 0x0A || $0 == 0x0D }.prefix(most).map {
      String(decoding: $0.prefix(400), as: UTF8.self)
    }
  }

  fileprivate func hasLine(_ holds: (String) -> Bool) -> Bool {
    lines(4_000).contains(where: holds)
  }
}
