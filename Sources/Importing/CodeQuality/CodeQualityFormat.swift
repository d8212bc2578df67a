extension InputFormat {
  static let codeQuality = InputFormat(
    name: "codequality", title: "GitLab Code Quality JSON",
    recognizes: { head in
      head.json("[].description") != nil && head.json("[].location.path") != nil
    },
    read: { importer, file, source in
      importer.readForeignJSON(file, source) { reader, number in
        CodeQualityImporter(reader, file: number, options: ImportOptions()).read()
      }
    })
}
