import JSON

/// A format that datasets are read from. Each has a folder here, which says how it is recognized and
/// read, and a place in the table.
package struct InputFormat: Sendable {
  /// The name by which it can be asked for.
  package var name: String
  /// What sentences call it: "a dataset in JSON or JSON5".
  package var title: String
  /// Whether a file with this beginning is of this format.
  var recognizes: @Sendable (InputHead) -> Bool
  /// Reads a file to its end into what the importer has so far.
  var read: @Sendable (inout DatasetImporter, ByteSource) -> Void

  /// All formats, in the order in which they are asked whether they recognize a file. The dataset is
  /// the last, since it takes every file: what is wrong with one is said in its terms.
  package static let all: [InputFormat] = [
    .junit, .sarif, .checkstyle, .ctrf, .codeQuality, .eslint, .goTest, .tap, .lines, .dataset,
  ]
}

extension InputFormat {
  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }
}
