internal import Inputs

extension InputFormat {
  static let mocha = InputFormat(
    name: "mocha", title: "Mocha JSON",
    evidence: "a JSON object with 'stats', 'passes' and 'failures'",
    runner: "Mocha",
    recognizes: { head in
      head.json("stats") == .object && head.json("passes") == .array
        && (head.json("failures") == .array || head.json("tests") == .array)
    },
    read: .json { reader, context in MochaImporter(reader, context).read() })
}
