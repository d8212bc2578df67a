import Foundation
import Model
import Testing
import Text

@testable import TidemarkCLI

/// The help and the version.
@Suite struct HelpTests {
  @Test(arguments: [
    "", "render", "mail", "templates", "themes", "settings", "completions", "man", "help",
  ])
  func helpFitsATerminal(command: String) throws {
    let text = try Session.open { session in
      try session.run(["help", command].filter { !$0.isEmpty })
    }
    #expect(text.status == 0)
    #expect(text.said.isEmpty)
    for line in text.output.split(separator: "\n") {
      #expect(TextWidth.columns(of: String(line)) <= 80, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
  }

  @Test func namesEveryKeyOfAFilter() throws {
    let option = try #require(RenderCommand.spec.options.first { $0.name == "filter" })
    let keys = option.help.components(separatedBy: "Keys: ").last ?? ""
    for field in MessageField.allCases where field.labels != nil {
      #expect(keys.contains(field.key + ", "))
    }
    #expect(
      keys.hasPrefix("urgency, category, kind, change, owner, file, text; for the timeline tense, ")
    )
  }

  @Test func namesEveryCommandAndOption() throws {
    try Session.open { session in
      let overview = try session.run("--help").output
      for command in Program.commands {
        #expect(overview.contains("  \(command.name) "))
        let help = try session.run(command.name, "--help")
        #expect(help.status == 0)
        #expect(help.output == (try session.run("help", command.name).output))
        for option in command.options {
          #expect(help.output.contains("--\(option.name)"))
        }
        #expect(command.name == "help" || help.output.contains("Examples:"))
      }
    }
  }

  @Test func optionNamesAreUniqueInACommand() {
    for command in Program.commands {
      #expect(Set(command.options.map(\.name)).count == command.options.count)
      let shorts = command.options.compactMap(\.short)
      #expect(Set(shorts).count == shorts.count)
    }
    #expect(DatasetOptions.timeZone.key == "timeZone")
    #expect(DatasetOptions.timeZone.variable == "TIDEMARK_TIME_ZONE")
  }

  @Test func suggestsTheNearestCommand() throws {
    try Session.open { session in
      for words in [["rendr", "a.json"], ["help", "rendr"]] {
        let outcome = try session.run(words)
        #expect(outcome.status == 2)
        #expect(outcome.said.contains("did you mean 'render'?"))
      }
      #expect(try session.run("--render").said.contains("'render'"))
      #expect(try session.run("--versio").said.contains("did you mean '--version'?"))
      let strange = try session.run("xyzzy")
      #expect(strange.said.contains("'tidemark help' lists the commands"))
    }
  }

  @Test func namesTheCommandForAnInputWithoutOne() throws {
    try Session.open { session in
      let file = try session.write("{\"version\": 1, \"messages\": []}", to: "report.json")
      let outcome = try session.run(file)
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("'tidemark render \(file)' makes a page of this input"))
    }
  }

  @Test func anEmptyCommandLineIsWrongUsageAndShowsTheHelp() throws {
    let outcome = try Session.open { session in try session.run() }
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("Usage: tidemark"))
    #expect(outcome.output.isEmpty)
  }
}
