extension InputFormat {
  static let trx = InputFormat(
    name: "trx", title: "TRX",
    evidence: "XML whose root is 'TestRun'",
    recognizes: { $0.xmlRoot == "TestRun" },
    read: { importer, source in
      importer.readXML(source) { reader, context in TRXImporter(reader, context).read() }
    })
}
