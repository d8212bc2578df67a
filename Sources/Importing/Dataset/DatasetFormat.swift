extension InputFormat {
  static let dataset = InputFormat(
    name: "dataset", title: "a dataset in JSON or JSON5",
    recognizes: { _ in true },
    read: { importer, source in importer.readJSON(source) })
}
