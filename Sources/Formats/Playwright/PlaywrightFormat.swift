internal import Inputs

extension InputFormat {
  static let playwright = InputFormat(
    name: "playwright", title: "Playwright JSON",
    evidence: "a JSON object with 'suites' and 'config' or 'stats.expected'",
    runner: "Playwright",
    recognizes: { head in
      head.json("suites") == .array
        && (head.json("config") == .object || head.json("stats.expected") != nil)
    },
    read: .json { reader, context in PlaywrightImporter(reader, context).read() })
}
