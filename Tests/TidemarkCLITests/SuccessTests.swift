import Foundation
import Testing

@testable import TidemarkCLI

/// The word about success, and where it is said.
@Suite struct SuccessTests {
  private func standardError(
    _ words: [String], onTerminal: Bool = false, environment: [String: String] = [:]
  ) throws -> String {
    try Session.open { session in
      session.isTerminal = onTerminal
      session.environment = environment
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run(
        ["render", dataset] + words.map { $0.replacing("OUT", with: session.path("out")) })
      #expect(outcome.status == 0)
      // A slow command shows its progress on the terminal, and erases it.
      let said = outcome.said.components(separatedBy: "\r\u{1B}[K").last ?? ""
      return said.replacing(session.folder.path + "/", with: "")
    }
  }

  @Test func aTerminalIsToldWhatWasWrittenWithCountsAndTime() throws {
    let said = try standardError(["-o", "OUT.html"], onTerminal: true)
    let line = /out\.html: 1 error, 1 warning \((\d+ min )?\d+(\.\d)? m?s\)\n/
    #expect(said.wholeMatch(of: line) != nil)
    let several = try standardError(["--to", "page,text", "-o", "OUT"], onTerminal: true)
    #expect(several.hasPrefix("out/index.html, out/report.txt: 1 error, 1 warning ("))
  }

  @Test func aJobOfABuildServiceGetsTheSameLine() throws {
    for variable in ["CI", "GITHUB_ACTIONS", "JENKINS_URL"] {
      let said = try standardError(["-o", "OUT.html"], environment: [variable: "true"])
      #expect(said.hasPrefix("out.html: 1 error, 1 warning ("), "\(variable)")
      #expect(said.split(separator: "\n").count == 1)
    }
  }

  @Test func silenceStaysWhereNoWordIsWanted() throws {
    #expect(try standardError(["-o", "OUT.html"]).isEmpty)
    #expect(try standardError(["-o", "OUT.html"], environment: ["CI": "false"]).isEmpty)
    #expect(try standardError(["-o", "OUT.html", "-q"], onTerminal: true).isEmpty)
    #expect(try standardError(["--to", "text", "-o", "-"], onTerminal: true).isEmpty)
    let json = try standardError(["-o", "OUT.html", "--format", "json"], environment: ["CI": "1"])
    #expect(json == "[]\n")
  }

  @Test func verboseNamesInputsFilesAndTimes() throws {
    let said = try standardError(["-o", "OUT.html", "-v"])
    #expect(said.contains("night.json: note: read as dataset: 2 messages [input-read]"))
    #expect(said.contains("out.html: note: written: "))
    #expect(said.contains("note: time taken: reading "))
    #expect(said.contains("\nout.html: 1 error, 1 warning ("))
    #expect(try standardError(["-o", "OUT.html", "-v", "-q"]).isEmpty)
  }

  @Test func publishNamesTheAddressOfTheRun() throws {
    try Session.open { session in
      session.isTerminal = true
      let dataset = try session.write(smallDataset, to: "night.json")
      let words = ["publish", "--site", session.path("site"), "--project", "core"]
      let one = try session.run(words + [dataset])
      #expect(one.said.contains("/site/core/runs/2026-11-20-0930/: 1 error, 1 warning ("))
      let next = try session.write(
        smallDataset.replacing("11-20T", with: "11-21T").replacing("Odd", with: "New"),
        to: "next.json")
      let second = try session.run(words + [next])
      #expect(second.said.contains("2026-11-21-0930/: 1 error, 1 warning, 1 new, 1 fixed ("))
      let missing = try session.run(words + ["--missing", "no disk", "--run", "x"])
      #expect(missing.said.contains("/site/core/runs/x/: a run without a report ("))
      let each = try session.run(words + ["--each", dataset, next])
      #expect(each.said.contains("/site/: 2 runs published ("))
      #expect(try session.run(words + ["--rebuild"]).said.contains("site/core/: written again"))
    }
  }

  @Test func oneMessageIsOneMessage() throws {
    try Session.open { session in
      session.isTerminal = true
      let one = try session.write(
        #"{"version": 1, "messages": [{"urgency": "information", "title": "Hello"}]}"#,
        to: "one.json")
      let said = try session.run("render", one, "-o", session.path("out.html")).said
      #expect(said.contains(": 1 message, no errors ("))
    }
  }

  @Test func checkColoursItsResultByWhereItGoes() throws {
    try Session.open { session in
      let dataset = try session.write(#"{"version": 1, "messages": 3}"#, to: "night.json")
      for (isError, isOutput) in [(true, false), (false, true)] {
        let output = try #require(FileHandle(forWritingAtPath: session.write("", to: "out")))
        var host = session.host(["check", dataset])
        host.errorIsTerminal = isError
        host.outputIsTerminal = isOutput
        host.standardOutput = output.fileDescriptor
        #expect(Program.run(host) != 0)
        try output.close()
        #expect(session.read("out")?.contains("\u{1B}[") == isOutput)
      }
    }
  }

  @Test func theStatusesSayWhatCheckMeansByOne() throws {
    let help = try Session.open { try $0.run("help", "exit-status").output }
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("From 'check': it found warnings and no errors."))
    #expect(try Session.open { try $0.run("man").output }.contains("it found warnings"))
  }

  @Test func aDurationIsShort() {
    #expect(Success.duration(4_200_000) == "4 ms")
    #expect(Success.duration(430_000_000) == "0.4 s")
    #expect(Success.duration(59_999_000_000) == "59.9 s")
    #expect(Success.duration(125_000_000_000) == "2 min 5 s")
    #expect(Success(places: ["a\u{1B}[31m\n::b"]).line(after: 0).contains("\u{1B}") == false)
  }

  // MARK: Terminals

  @Test func withoutAnOutputATerminalGetsText() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      #expect(try session.run("render", dataset).output.hasPrefix("<!DOCTYPE html>"))
      session.isTerminal = true
      #expect(try session.run("render", dataset, "--color=never").output.hasPrefix("Night\n"))
      for words in [["--to", "page"], ["-o", "-"]] {
        #expect(try session.run(["render", dataset] + words).output.hasPrefix("<!DOCTYPE html>"))
      }
    }
  }

  @Test(arguments: [
    (["FORCE_COLOR": "1"], false, true), (["FORCE_COLOR": "0"], true, false),
    (["FORCE_COLOR": "1", "NO_COLOR": "1"], true, false), (["TERM": "dumb"], true, false),
    ([:], true, true), ([:], false, false), (["FORCE_COLOR": ""], false, false),
  ])
  func coloursFollowTheirVariables(
    environment: [String: String], onTerminal: Bool, isColoured: Bool
  ) throws {
    try Session.open { session in
      session.environment = environment
      let host = session.host()
      #expect(host.usesColor(.auto, onTerminal: onTerminal) == isColoured)
      #expect(host.usesColor(.always, onTerminal: false))
      #expect(!host.usesColor(.never, onTerminal: true))
    }
  }

  @Test func theProgressLineIsNarrowerThanTheTerminal() {
    #expect(ProgressLine.line("reading", seconds: 0, columns: 80) == "tidemark: reading…")
    #expect(ProgressLine.line("reading", seconds: 7, columns: 80) == "tidemark: reading… 7 s")
    #expect(ProgressLine.line("reading", seconds: 7, columns: 12) == "tidemark: r")
    #expect(ProgressLine.line("雪雪雪", seconds: 0, columns: 14) == "tidemark: 雪")
  }
}
