extension InputFormat {
  static let eslint = InputFormat(
    name: "eslint", title: "ESLint JSON",
    recognizes: { head in
      head.json("[].filePath") != nil && head.json("[].messages") == .array
    },
    read: { importer, file, source in
      importer.readForeignJSON(file, source) { reader, number in
        ESLintImporter(reader, file: number, options: ImportOptions()).read()
      }
    })
}
