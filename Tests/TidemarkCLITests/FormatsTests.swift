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

  @Test func checkRejectsAFormatWithoutAnExampleOfAMessage() throws {
    try Session.open { session in
      let clean = format.replacing(#"{"text": "Odd", "level": "high"}"#, with: "")
        .replacing(#"{ level: "error", message: "Odd" }"#, with: "")
      let file = try session.write(clean, to: "sampler.json5")
      let outcome = try session.run("check", file)
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("no example leads to a message"), "\(outcome.output)")
    }
  }

  @Test func checkReportsPathsThatNoExampleHas() throws {
    try Session.open { session in
      let paths = #"claims: { findings: "$.totl" }, run: { failed: { "$.eror": "exists" } }, "#
      let file = try session.write(
        format.replacing("examples:", with: paths + "examples:"), to: "sampler.json5")
      let outcome = try session.run("check", file)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("sampler.json5:4:"))
      #expect(outcome.output.contains("no example has a value for 'claims.findings'"))
      #expect(outcome.output.contains("no example has a value for 'run.failed'"))
    }
  }

  @Test(arguments: [
    ("", 1), ("run: { completed: false },", 0), ("run: { completed: true },", 3),
  ])
  func checkReportsExamplesThatAreReadAsIncomplete(_ run: String, _ status: Int32) throws {
    try Session.open { session in
      let text = format.replacing("examples: [{", with: "examples: [{ \(run)")
        .replacing(#""high"}]}"#, with: #""high"}], "total": 2}"#)
        .replacing("examples:", with: #"claims: { findings: "$.total" }, examples:"#)
      let file = try session.write(text, to: "sampler.json5")
      let outcome = try session.run("check", file)
      #expect(outcome.status == status, "\(outcome.output)")
      #expect(outcome.output.contains("read as not completed") == (status != 0))
    }
  }

  @Test func twoFormatFilesOfOneNameAreAnError() throws {
    try Session.open { session in
      let first = try session.write(format, to: "one.json5")
      let second = try session.write(format, to: "two.json5")
      let input = try session.write(report, to: "report.json")
      let check = try session.run("check", first, second)
      #expect(check.status == 3)
      let render = try session.run(
        "render", input, "--to", "text", "--format-file", first, "--format-file", second)
      #expect(render.status == 2)
      for text in [check.output, render.said] {
        #expect(text.contains("'sampler'"))
        #expect(text.contains("one.json5 and ") && text.contains("two.json5"))
      }
    }
  }

  @Test(arguments: [
    ["formats"], ["render", "--from", "list"], ["mail", "--input-format", "list"],
  ])
  func listsHaveTheFormatsOfTheUser(words: [String]) throws {
    try Session.open { session in
      let file = try session.write(
        format.replacing("sampler", with: "bandit"), to: "sampler.json5")
      let named = try session.run(words + ["--format-file", file])
      #expect(named.status == 0)
      #expect(named.output.contains("Sampler JSON") && !named.output.contains("Bandit JSON"))
      try session.write(#"{"formatFile": "sampler.json5"}"#, to: "tidemark.json")
      #expect(try session.run(words).output.contains("Sampler JSON"))
      try session.write("{", to: "sampler.json5")
      let wrong = try session.run(words)
      #expect(wrong.status == 2)
      #expect(wrong.output.contains("junit ") && wrong.said.contains("sampler.json5:1:"))
    }
  }
}
