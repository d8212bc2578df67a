extension InputFormat {
  static let sarif = InputFormat(
    name: "sarif", title: "SARIF 2.1.0",
    recognizes: { $0.json("runs") != nil && $0.json("messages") == nil },
    read: { importer, file, source in
      importer.readForeignJSON(file, source) { reader, number in
        SARIFImporter(reader, file: number, options: ImportOptions()).read()
      }
    })
}
