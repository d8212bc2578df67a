import Diagnostics
import Foundation
import ImportSupport
import JSON
import Testing
import Text

@testable import Formats
@testable import Inputs
@testable import ToolReports

/// The files in Formats/.
@Suite struct FormatFilesTests {
  static let names = InputFormat.namesOfFiles

  @Test(arguments: names) func examplesLeadToTheirFindings(_ name: String) throws {
    let text = try #require(InputFormat.formatFile(named: name))
    let examples = FormatExamples(
      ofFormatFile: text, named: "Formats/\(name).json5", options: ImportOptions())
    #expect(examples.name == name, "the file is named after another format")
    // One variant is for reports that are too long for an example.
    let wanted = examples.problems.filter {
      name != "gcloud-artifact-scan" || $0.id != "unfilled-value"
    }
    let problems = wanted.map { problem in
      "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0) \(problem.summary)"
    }
    #expect(problems == [])
  }

  /// A report that two formats recognize would be read by the one that happens to be first.
  @Test(arguments: names) func examplesAreRecognizedByNoOtherFormat(_ name: String) throws {
    let text = try #require(InputFormat.formatFile(named: name))
    let examples = FormatExamples(ofFormatFile: text, named: name, options: ImportOptions())
    for input in examples.inputs {
      let head = InputHead(Array(input.utf8))
      let found = (InputFormat.certain + InputFormat.embedded).filter { $0.recognizes(head) }
      // Some formats are only read by name.
      #expect(found.allSatisfy { $0.name == name }, "\(found.map(\.name)): \(input.prefix(200))")
    }
  }

  /// What a linter with a list of findings writes if it finds nothing.
  @Test(arguments: ["pylint", "shellcheck", "oxlint", "ruff", "gitleaks", "github-dependabot"])
  func anEmptyListIsTheCleanReportOfAToolThatWritesLists(_ name: String) {
    #expect(TextReport("[]\n", as: name).looksWell)
  }

  /// These write an object, or a list of what they checked.
  @Test(arguments: ["brakeman", "snyk", "axe", "checkov", "jmh", "opa-test", "crunch42"])
  func anEmptyListIsNoReportOfOtherTools(_ name: String) {
    #expect(!TextReport("[]\n", as: name).looksWell)
  }

  /// Tools rename their lists now and then.
  @Test(arguments: names) func aListUnderANewNameIsNeverGreen(_ name: String) throws {
    let text = try #require(InputFormat.formatFile(named: name))
    let file = try #require(FormatFileReader.read(text, file: name).format)
    for example in file.examples {
      let head = InputHead(Array(example.input.utf8))
      guard let variant = FormatFile.variant(of: head, file.variants), variant.kind == .json else {
        continue
      }
      if isGreen(example.input, file, variant) { continue }
      for list in Self.lists(of: variant) where !Self.indistinct.contains("\(name) \(list)") {
        let renamed = example.input.replacing("\"\(list)\":", with: "\"\(list)OfVersion9\":")
        #expect(!isGreen(renamed, file, variant), "\(list): \(renamed.prefix(500))")
      }
    }
  }

  /// Lists of texts, numbers and truth values, descendants, and errors beside a total of zero: they
  /// look like other values of a report.
  private static let indistinct: Set = [
    "aide added", "arch-audit packages", "artillery counters", "brakeman errors",
    "busted failures", "composer-audit unreachable-repositories", "conftest Failures",
    "csaf known_affected", "cspell error", "github-dependabot nodes", "guarddog results",
    "k6 thresholds", "kubeconform errors", "loki values", "reuse missing_licenses",
    "reversinglabs active", "scout-suite items", "vulnix affected_by", "webpack errors",
  ]

  /// The names of the arrays that have the elements of lists.
  private static func lists(of variant: FormatFile.Variant) -> [String] {
    var names: Set<String> = []
    for path in variant.lists.flatMap({ $0.levels.map(\.path) }) {
      for (step, next) in zip(path.steps, path.steps.dropFirst()) {
        if case .member(let name) = step, case .children = next { names.insert(name) }
      }
    }
    return names.sorted()
  }

  private func isGreen(_ text: String, _ file: FormatFile, _ variant: FormatFile.Variant) -> Bool {
    let bytes = Array(text.utf8)
    let context = ImportContext(format: file.name, path: "example", options: ImportOptions())
    let reading = FormatReading(file, variant, isRecognized: true, context)
    let report = reading.read(ByteSource(bytes: bytes), bytes, DiagnosticLog()).0.report
    return report.ending == .completed && report.messages.isEmpty && report.shortfalls.isEmpty
      && report.unread.isEmpty
  }

  /// A run that reads only formats of the program itself pays for no format file.
  @Test func namesOfFormatsAreKnownWithoutReadingTheirFiles() {
    #expect(Set(InputFormat.names).count == InputFormat.names.count)
    #expect(InputFormat.embedded.map(\.name) == Self.names)
  }

  /// Any unknown file is compared with all formats.
  @Test func recognitionParsesOnlyASmallPartOfTheFiles() {
    let texts = EmbeddedFiles.all.reduce(0) { $0 + $1.text.utf8.count }
    let summaries = EmbeddedFiles.all.reduce(0) { $0 + $1.prepared.utf8.count }
    #expect(summaries > 0 && summaries * 6 < texts, "\(summaries) of \(texts) bytes")
  }
}
