internal import Inputs

extension InputFormat {
  static let sarif = InputFormat(
    name: "sarif", title: "SARIF 2.1.0",
    evidence: "a JSON object with 'runs'",
    recognizes: { head in
      if head.json("runs") != nil { return head.json("messages") == nil }
      // Only SARIF has a version that is a string.
      return head.isCut && head.json("version") == .string
        && head.jsonKeys.allSatisfy { ["version", "$schema"].contains($0) }
    },
    read: .json { reader, context in SARIFImporter(reader, context).read() })
}
