extension InputFormat {
  static let ctrf = InputFormat(
    name: "ctrf", title: "CTRF JSON",
    recognizes: { head in
      head.json("results") == .object
        && (head.json("results.tests") != nil || head.json("results.summary") != nil)
    },
    read: { importer, file, source in
      importer.readForeignJSON(file, source) { reader, number in
        CTRFImporter(reader, file: number, options: ImportOptions()).read()
      }
    })
}
