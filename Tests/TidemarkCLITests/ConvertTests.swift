import Testing

@testable import TidemarkCLI

/// What `convert` writes besides datasets.
@Suite struct ConvertTests {
  private func shard(_ name: String) -> String {
    """
    <testsuite name="\(name)" tests="2" failures="1"><testcase classname="\(name)" name="passes"/>
    <testcase classname="\(name)" name="fails"><failure message="no"/></testcase></testsuite>
    """
  }

  @Test(arguments: ["all.xml", "all.ctrf.json"])
  func shardsMergeWithAllTheirTests(file: String) throws {
    try Session.open { session in
      let inputs = try ["a", "b"].map { try session.write(shard($0), to: $0 + ".xml") }
      let outcome = try session.run(["convert"] + inputs + ["-o", session.path(file)])
      #expect(outcome.status == 0, "\(outcome.said)")
      let merged = try #require(session.read(file))
      #expect(merged.split(separator: "passes").count == 3)
      #expect(merged.split(separator: "fails").count == 3)
      #expect(!outcome.said.contains("tests-not-listed"))
    }
  }

  @Test(arguments: ["x.html", "x.md", "x.txt", "x.pdf", "x.eml"])
  func aFileThatItCannotWriteIsRefused(file: String) throws {
    try Session.open { session in
      let input = try session.write(smallDataset, to: "n.json")
      let outcome = try session.run("convert", input, "-o", session.path(file))
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("which 'convert' does not write [unknown-ending]"))
      #expect(session.read(file) == nil)
      if file == "x.html" {
        #expect(outcome.said.contains("'tidemark render INPUT… -o x.html' writes it"))
      }
      let named = try session.run("convert", input, "--to", "dataset", "-o", session.path(file))
      #expect(named.status == 0)
    }
  }

  @Test(arguments: ["x.json", "x.json5", "x", "x.data"])
  func otherFilesAreDatasets(file: String) throws {
    try Session.open { session in
      let input = try session.write(smallDataset, to: "n.json")
      #expect(try session.run("convert", input, "-o", session.path(file)).status == 0)
      #expect(session.read(file)?.contains("\"version\"") == true)
    }
  }
}
