extension InputFormat {
  static let ctrf = InputFormat(
    name: "ctrf", title: "CTRF JSON",
    evidence: "a JSON object whose 'results' has 'tests' or 'summary'",
    recognizes: { head in
      head.json("results") == .object
        && (head.json("results.tests") != nil || head.json("results.summary") != nil)
    },
    read: { importer, source in
      importer.readForeignJSON(source) { reader, context in
        CTRFImporter(reader, context).read()
      }
    })
}
