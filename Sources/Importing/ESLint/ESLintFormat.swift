extension InputFormat {
  static let eslint = InputFormat(
    name: "eslint", title: "ESLint JSON",
    recognizes: { head in
      head.json("[].filePath") != nil && head.json("[].messages") == .array
    },
    read: { importer, source in
      importer.readForeignJSON(source) { reader, context in
        ESLintImporter(reader, context).read()
      }
    })
}
