import Basics
import Diagnostics
import Foundation
import Testing

@testable import Importing

/// The files in Formats/.
@Suite struct FormatFilesTests {
  static let names = InputFormat.namesOfFiles

  @Test(arguments: names) func examplesLeadToTheirFindings(_ name: String) throws {
    let text = try #require(InputFormat.formatFile(named: name))
    let examples = FormatExamples(
      ofFormatFile: text, named: "Formats/\(name).json5", options: ImportOptions())
    #expect(examples.name == name, "the file is named after another format")
    let problems = examples.problems.map { problem in
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
