extension InputFormat {
  static let sarif = InputFormat(
    name: "sarif", title: "SARIF 2.1.0",
    evidence: "a JSON object with 'runs'",
    recognizes: { $0.json("runs") != nil && $0.json("messages") == nil },
    read: { importer, source in
      importer.readForeignJSON(source) { reader, context in
        SARIFImporter(reader, context).read()
      }
    })
}
