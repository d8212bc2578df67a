import Model
import Testing

@testable import Rendering

/// The table of output formats.
@Suite struct OutputFormatTests {
  @Test func namesAndFilesAreUnique() {
    #expect(Set(OutputFormat.all.map(\.name)).count == OutputFormat.all.count)
    #expect(Set(OutputFormat.all.map(\.fileName)).count == OutputFormat.all.count)
    let endings = OutputFormat.all.flatMap(\.endings)
    #expect(Set(endings).count == endings.count)
  }

  @Test func endingsAskForTheirFormat() {
    for format in OutputFormat.all {
      #expect(OutputFormat(named: format.name) == format)
      for ending in format.endings {
        #expect(OutputFormat(writtenTo: "a/report.\(ending)") == format)
      }
    }
    #expect(OutputFormat(writtenTo: "report.pdf") == nil)
    // The longest ending counts, and only in the name of the file.
    #expect(OutputFormat(writtenTo: "a/tests.ctrf.json") == .ctrf)
    #expect(OutputFormat(writtenTo: "ctrf.json") == .ctrf)
    #expect(OutputFormat(writtenTo: "a.ctrf.json/report.md") == .markdown)
  }

  @Test(arguments: OutputFormat.all) func everyFormatRenders(format: OutputFormat) throws {
    var dataset = Dataset()
    dataset.title = "Nightly"
    dataset.run = Dataset.Run(status: .completed)
    let (bytes, problems) = ReportRenderer(try report(dataset), store: AssetStore()).bytes(format)
    #expect(problems == [] && !bytes.isEmpty)
  }
}
