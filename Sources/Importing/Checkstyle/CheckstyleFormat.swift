extension InputFormat {
  static let checkstyle = InputFormat(
    name: "checkstyle", title: "Checkstyle XML",
    recognizes: { $0.xmlRoot == "checkstyle" },
    read: { importer, file, source in
      importer.readXML(file, source) { reader, number in
        CheckstyleImporter(reader, file: number, options: ImportOptions()).read()
      }
    })
}
