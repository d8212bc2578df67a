import Foundation
import Testing

@testable import TidemarkCLI

/// `formats`, `--format-file`, and the check of format files.
@Suite struct FormatsTests {
  private let format = """
    { name: "sampler", title: "Sampler JSON", tool: "Sampler", command: "sample --json",
      reads: "json", recognize: { samples: "array" },
      lists: [{ each: "$.samples[*]", finding: { message: "text", level: "level" } }],
      examples: [{ input: '{"samples": [{"text": "Odd", "level": "high"}]}',
                   findings: [{ level: "error", message: "Odd" }] }] }
    """
  private let report = #"{"samples": [{"text": "Strange", "level": "low"}]}"#

  @Test func listsNamesKindsAndCommands() throws {
    let output = try Session.open { try $0.run("formats").output }
    #expect(output.contains("junit "))
    #expect(output.contains("json: npm audit --json"))
  }

  @Test func exportsFormatFilesThatCanBeReadAgain() throws {
    try Session.open { session in
      let folder = session.path("own")
      let exported = try session.run("formats", "export", "bandit", "npm-audit", folder)
      #expect(exported.status == 0)
      #expect(session.read("own/bandit.json5")?.contains("Bandit") == true)
      #expect(try session.run("check", folder + "/npm-audit.json5").status == 0)
      #expect(try session.run("formats", "export", "bandit", folder).status == 4)
    }
  }

  @Test(arguments: [["exprot"], ["export"], ["export", "bandit"], ["export", "bandti", "x"]])
  func refusesWrongOperands(words: [String]) throws {
    let outcome = try Session.open { try $0.run(["formats"] + words) }
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("error: "))
  }

  @Test func readsReportsByAFormatFile() throws {
    try Session.open { session in
      let file = try session.write(format, to: "sampler.json5")
      let input = try session.write(report, to: "report.json")
      for operand in [input, "sampler:" + input] {
        let outcome = try session.run("render", operand, "--to", "text", "--format-file", file)
        #expect(outcome.status == 0, "\(outcome.said)")
        #expect(outcome.output.contains("Strange"))
      }
      #expect(try session.run("render", input, "--to", "text").status == 3)
    }
  }

  @Test func settingsNameFormatFilesAndTheirFormats() throws {
    try Session.open { session in
      try session.write(format, to: "sampler.json5")
      try session.write(report, to: "report.json")
      try session.write(
        #"{"formatFile": "sampler.json5", "inputs": [{"path": "report.json", "from": "sampler"}]}"#,
        to: "tidemark.json")
      let outcome = try session.run("render", "--to", "text")
      #expect(outcome.output.contains("Strange"), "\(outcome.said)")
      try session.write(
        #"{"inputs": [{"path": "report.json", "from": "sampler"}]}"#, to: "tidemark.json")
      #expect(try session.run("render", "--to", "text").said.contains("unknown format 'sampler'"))
    }
  }

  @Test func aWrongFormatFileIsWrongUsage() throws {
    try Session.open { session in
      let file = try session.write(format.replacing("finding:", with: "findings:"), to: "s.json5")
      let input = try session.write(report, to: "report.json")
      let outcome = try session.run("render", input, "--to", "text", "--format-file", file)
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("s.json5:3:") && outcome.said.contains("[bad-format-file]"))
    }
  }

  @Test func checkComparesExamplesWithTheirFindings() throws {
    try Session.open { session in
      let file = try session.write(format, to: "sampler.json5")
      #expect(try session.run("check", file).status == 0)
      try session.write(format.replacing("\"error\"", with: "\"warning\""), to: "sampler.json5")
      for words in [["check", file], ["check", "--format-file", file]] {
        let outcome = try session.run(words)
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("level is 'error'"))
      }
    }
  }
}
