package import Inputs
package import Model
package import ToolReports

/// A format of inputs. Each format has a folder with its recognition and its importer, and an entry
/// in `all`.
package struct InputFormat: Sendable {
  /// The name in `FORMAT:FILE`.
  package var name: String
  /// The noun in sentences: "a dataset in JSON or JSON5".
  package var title: String
  /// The criteria of recognition, for people: "XML whose root is 'checkstyle'".
  package var evidence: String
  /// The name of its tool, the call of the tool, and the kind of its files; nil for a format without
  /// a format file.
  package var tool: String?
  package var command: String?
  package var kind: String?
  /// The test runner, if no other tool writes this format.
  var runner: String?
  /// Whether a file with this beginning is of this format.
  var recognizes: @Sendable (InputHead) -> Bool
  /// Whether a recognized file in a folder is read although no format is named for it. False for
  /// text, for example, because any text may have lines that look like findings.
  package var isCertain: @Sendable (InputHead) -> Bool = { _ in true }
  /// Whether an empty file is valid and means that there is nothing to report.
  var mayBeEmpty = false
  /// Allowed differences between repetitions of a finding; nil for log records, which are events.
  package var difference: RepeatedFindings.Difference? = .nothing
  /// The part of a report that a name means, for a format whose report is a folder of files.
  package var part: (@Sendable (_ name: String) -> ReportParts.Kind?)?
  package var read: InputReading

  /// The formats with marks that other files do not have.
  static let certain: [InputFormat] = [
    .iCalendar, .junit, .trx, .nunit, .xunit, .robot, .sarif, .checkstyle, .ctrf, .playwright,
    .jest, .mocha, .cucumber, .allure, .dbt, .trivy, .codeQuality, .eslint, .goTest, .tap,
    .cobertura, .jacoco, .lcov, .llvmCov, .journald, .alertmanager,
  ]

  /// The formats that many files are like. The dataset is the last one because it recognizes any
  /// object; problems of an unknown object are reported in the terms of a dataset.
  static let general: [InputFormat] = [.csv, .jsonLines, .lines, .dataset]

  /// All formats of the program, in the order of recognition.
  package static var all: [InputFormat] { certain + embedded + general }

  /// The names of all formats of the program. No format file is read for them.
  package static let names = (certain.map(\.name) + embeddedNames + general.map(\.name))

  /// The formats of the program that no format file describes.
  package static var builtIn: [InputFormat] { certain + general }
}

extension InputFormat {
  /// The context of a report of this format.
  package func context(of path: String, file: UInt16, _ options: ImportOptions) -> ImportContext {
    var context = ImportContext(format: name, path: path, file: file, options: options)
    (context.runner, context.difference) = (runner, difference)
    return context
  }

  package init?(named name: String) {
    let format = Self.builtIn.first { $0.name == name } ?? Self.embedded(name)
    guard let format else { return nil }
    self = format
  }
}
