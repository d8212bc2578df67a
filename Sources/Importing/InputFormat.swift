import JSON

/// A format of inputs. Each format has a folder with its recognition and its importer, and an entry
/// in `all`.
package struct InputFormat: Sendable {
  /// The name in `FORMAT:FILE`.
  package var name: String
  /// The noun in sentences: "a dataset in JSON or JSON5".
  package var title: String
  /// The criteria of recognition, for people: "XML whose root is 'checkstyle'".
  package var evidence: String
  /// The test runner, if no other tool writes this format.
  var runner: String?
  /// Whether a file with this beginning is of this format.
  var recognizes: @Sendable (InputHead) -> Bool
  /// Whether a recognized file in a folder is read although no format is named for it. False for
  /// text, for example, because any text may have lines that look like findings.
  var isCertain: @Sendable (InputHead) -> Bool = { _ in true }
  /// Whether an empty file is valid and means that there is nothing to report.
  var mayBeEmpty = false
  /// Reads a file to its end and adds its contents to the importer.
  var read: @Sendable (inout DatasetImporter, ByteSource) -> Void

  /// All formats, in the order of recognition. The dataset is the last one because it recognizes
  /// any object; problems of an unknown object are reported in the terms of a dataset.
  package static let all: [InputFormat] = [
    .iCalendar, .junit, .trx, .nunit, .xunit, .robot, .sarif, .checkstyle, .ctrf, .playwright,
    .jest, .mocha, .cucumber, .dbt, .trivy, .codeQuality, .eslint, .goTest, .tap, .cobertura,
    .jacoco, .lcov, .llvmCov, .journald, .alertmanager, .csv, .jsonLines,
    .lines, .dataset,
  ]

  /// The list as text: names, titles and evidence.
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
