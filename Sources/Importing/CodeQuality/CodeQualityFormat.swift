extension InputFormat {
  static let codeQuality = InputFormat(
    name: "codequality", title: "GitLab Code Quality JSON",
    recognizes: { head in
      head.json("[].description") != nil && head.json("[].location.path") != nil
    },
    read: { importer, source in
      importer.readForeignJSON(source) { reader, context in
        CodeQualityImporter(reader, context).read()
      }
    })
}
