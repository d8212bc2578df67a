internal import Inputs

extension InputFormat {
  static let jest = InputFormat(
    name: "jest", title: "Jest or Vitest JSON",
    evidence: "a JSON object with 'testResults' and 'numTotalTests'",
    runner: "Jest or Vitest",
    recognizes: { head in
      head.json("testResults") == .array
        && (head.json("numTotalTests") != nil || head.json("testResults[].assertionResults") != nil)
    },
    read: .json { reader, context in JestImporter(reader, context).read() })
}
