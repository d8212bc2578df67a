import JSON

/// A format that inputs are read in. Each has a folder here, which says how it is recognized and read,
/// and a place in the table.
package struct InputFormat: Sendable {
  /// The name by which it can be asked for.
  package var name: String
  /// What sentences call it: "a dataset in JSON or JSON5".
  package var title: String
  /// What it is recognized by, for people: "XML whose root is 'checkstyle'".
  package var evidence: String
  /// What runs the tests in it, where nothing else writes this format.
  var runner: String?
  /// Whether a file with this beginning is of this format.
  var recognizes: @Sendable (InputHead) -> Bool
  /// Whether a recognized file is taken from a folder without being asked for. Text of any kind may
  /// hold lines that look like findings.
  var isCertain: @Sendable (InputHead) -> Bool = { _ in true }
  /// Whether an empty file says that there is nothing to report.
  var mayBeEmpty = false
  /// Reads a file to its end into what the importer has so far.
  var read: @Sendable (inout DatasetImporter, ByteSource) -> Void

  /// All formats, in the order in which they are asked whether they recognize a file. The dataset is
  /// the last, since it takes every object that looks like nothing else: what is wrong with it is said
  /// in its terms.
  package static let all: [InputFormat] = [
    .iCalendar, .junit, .trx, .nunit, .xunit, .robot, .sarif, .checkstyle, .ctrf, .playwright,
    .jest, .mocha, .cucumber, .dbt, .trivy, .codeQuality, .eslint, .goTest, .tap, .cobertura,
    .jacoco, .lcov, .llvmCov, .journald, .alertmanager, .csv, .jsonLines,
    .lines, .dataset,
  ]

  /// The table as text: names, what is read, and what it is recognized by.
  package static var listing: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { format in
      let margin = String(repeating: " ", count: width - format.name.count + 2)
      return "\(format.name)\(margin)\(format.title)\n"
        + String(repeating: " ", count: width + 2) + format.evidence + "\n"
    }.joined()
  }
}

extension InputFormat {
  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }
}
