import JSON
import Model
import Testing

@testable import Datasets
@testable import Formats

/// The table of input formats.
@Suite struct InputFormatTests {
  @Test func namesAreUniqueAndFindTheirFormat() {
    let names = InputFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(InputFormat(named: name)?.name == name) }
    #expect(InputFormat(named: "unknown") == nil)
  }

  @Test func theListingHasTheNameTitleAndEvidenceOfEachFormat() {
    let lines = InputFormats().listing.split(separator: "\n")
    #expect(lines.count == 2 * InputFormat.all.count)
    for format in InputFormat.all {
      #expect(lines.contains { $0.hasPrefix(format.name + " ") && $0.hasSuffix(format.title) })
      #expect(lines.contains { $0.hasSuffix("  " + format.evidence) })
    }
  }

  @Test func theFormatAskedForWinsOverRecognition() {
    var merger = InputMerger()
    let text = #"{"version": 1, "messages": [{"urgency": "error", "title": "Broken"}]}"#
    merger.read(
      file: "x", from: ByteSource(bytes: Array(text.utf8)), as: InputFormat(named: "dataset"))
    #expect(merger.finish().dataset?.messages.map(\.title) == ["Broken"])
  }
}
