internal import Inputs

extension InputFormat {
  static let ctrf = InputFormat(
    name: "ctrf", title: "CTRF JSON",
    evidence: "a JSON object whose 'results' has 'tests' or 'summary'",
    recognizes: { head in
      ["results", "[].results"].contains { head.json($0) == .object && isReport(head, $0) }
        // The contents of 'results' alone; the importer reports the missing object around them.
        || head.json("tests") == .array && head.json("summary.tests") != nil
    },
    read: .json { reader, context in CTRFImporter(reader, context).read() })

  private static func isReport(_ head: InputHead, _ path: String) -> Bool {
    head.json(path + ".tests") != nil || head.json(path + ".summary") != nil
  }
}
