import Testing

@testable import TidemarkCLI

/// The scripts for shells and the manual page, which come from the declarations.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "fish", "zsh"])
  func aScriptNamesEveryCommandAndOption(shell: String) throws {
    let outcome = try Session.open { try $0.run("completions", shell) }
    #expect(outcome.status == 0 && outcome.said.isEmpty)
    for command in Program.commands {
      #expect(outcome.output.contains(command.name))
      for option in command.options {
        #expect(outcome.output.contains((shell == "fish" ? "-l " : "--") + option.name))
      }
    }
    for theme in Catalog.themes.builtIn { #expect(outcome.output.contains(theme)) }
  }

  @Test func anUnknownShellIsRefused() throws {
    try Session.open { session in
      let wrong = try session.run("completions", "zhs")
      #expect(wrong.status == 2 && wrong.said.contains("did you mean 'zsh'?"))
      #expect(try session.run("completions").status == 2)
      #expect(try session.run("completions", "bash", "zsh").status == 2)
      #expect(try session.run("man", "render").status == 2)
    }
  }

  @Test func aGistIsOneLine() {
    for option in Program.commands.flatMap(\.options) {
      #expect(!option.gist.isEmpty && !option.gist.hasSuffix(".") && !option.gist.contains("\n"))
    }
  }

  @Test func theManualPageNamesEveryCommandAndOption() throws {
    let page = try Session.open { try $0.run("man").output }
    for command in Program.commands {
      #expect(page.contains(".SS \(command.name)\n"))
      for option in command.options {
        #expect(page.contains("\\fB\\-\\-\(option.name.replacing("-", with: "\\-"))\\fR"))
      }
    }
    for status in ExitStatus.allCases {
      #expect(page.contains(status.meaning.replacing("-", with: "\\-")))
    }
    for line in page.split(separator: "\n") {
      #expect(line.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(line)")
      #expect(!line.hasPrefix("'"), "\(line)")
    }
  }

  @Test(arguments: HelpTopic.all.map(\.name)) func aTopicFitsATerminal(topic: String) throws {
    let outcome = try Session.open { try $0.run("help", topic) }
    #expect(outcome.status == 0)
    let overview = try Session.open { try $0.run("help").output }
    #expect(overview.contains(topic))
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
