import Foundation
import Testing

@testable import TidemarkCLI

/// `init --format`.
@Suite struct FormatStarterTests {
  private let sample =
    #"{"seams": [{"message": "The seam is open.", "severity": "high", "file": "a.c"}]}"#

  @Test func writesAFormatFileThatReadsTheSample() throws {
    try Session.open { session in
      let input = try session.write(sample, to: "seams.json")
      let file = session.path("mine/seams.json5")
      let outcome = try session.run("init", "--format", input, "-o", file)
      #expect(outcome.status == 0, "\(outcome.said)")
      #expect(outcome.output.contains("which makes 1 finding of the sample"))
      #expect(try session.run("check", file).status == 0)
      let rendered = try session.run("render", input, "--to", "text", "--format-file", file)
      #expect(rendered.output.contains("The seam is open."))
      // An existing file stays as it is.
      #expect(try session.run("init", "--format", input, "-o", file).status == 4)
    }
  }

  @Test func writesASampleOfAKnownFormatOnlyToANamedFile() throws {
    try Session.open { session in
      let input = try session.write(
        "<checkstyle><file name='a.c'><error line='1' severity='error' message='Odd.'/></file></checkstyle>",
        to: "odd.xml")
      let outcome = try session.run("init", "--format", input)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("is read already, as Checkstyle XML"))
      let written = try session.run("init", "--format", input, "-o", session.path("odd.json5"))
      #expect(written.status == 0)
      #expect(session.read("odd.json5")?.contains("root: \"checkstyle\"") == true)
    }
  }

  @Test func refusesOtherUses() throws {
    try Session.open { session in
      let input = try session.write(sample, to: "seams.json")
      let poor = try session.write(#"{"a": [1, 2]}"#, to: "poor.json")
      for words in [
        ["--format", poor], ["--format", input, "folder"], ["--format", input, "-o", "x.json"],
        ["-o", "x.json5"],
      ] {
        #expect(try session.run(["init"] + words).status == 2, "\(words)")
      }
      #expect(try session.run("init", "--format", session.path("none.json")).status == 3)
      #expect(try session.run("init", "--format", poor).said.contains("[no-list-found]"))
    }
  }

  @Test func theFormatOfDiagnosticsIsStillAnOption() throws {
    try Session.open { session in
      let outcome = try session.run("init", "--format", "json", "", "x")
      #expect(outcome.status == 2)
    }
  }
}
