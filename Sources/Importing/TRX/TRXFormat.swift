extension InputFormat {
  static let trx = InputFormat(
    name: "trx", title: "TRX of Visual Studio and dotnet test",
    evidence: "XML whose root is 'TestRun'",
    recognizes: { $0.xmlRoot == "TestRun" },
    read: { importer, source in
      importer.readXML(source) { reader, context in TRXImporter(reader, context).read() }
    })
}
