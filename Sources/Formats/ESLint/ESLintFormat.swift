internal import Inputs

extension InputFormat {
  static let eslint = InputFormat(
    name: "eslint", title: "ESLint JSON",
    evidence: "a JSON array of objects with 'filePath' and 'messages'",
    recognizes: { head in
      // html-validate adds the page of the rule.
      head.json("[].filePath") != nil && head.json("[].messages") == .array
        && head.json("[].messages[].ruleUrl") == nil
    },
    read: .json { reader, context in ESLintImporter(reader, context).read() })
}
