import Diagnostics
import Testing

struct RunnerCommandTests {
  @Test(arguments: [
    ("::stop-commands::x\n", ": :stop-commands::x\n"),
    ("a\n  ::add-mask::e\nb", "a\n  : :add-mask::e\nb"),
    ("\t\u{1B}[1m::error::x", "\t\u{1B}[1m: :error::x"),
    ("\u{2068}::error::x", "\u{2068}: :error::x"),
    ("\u{3000}\u{A0}\u{FEFF}::error::x", "\u{3000}\u{A0}\u{FEFF}: :error::x"),
    ("x\r::error::y", "x\r: :error::y"),
    ("##[error]x", "# #[error]x"), ("x ##[error]x", "x # #[error]x"),
    ("x ##vso[task.setvariable]y", "x # #vso[task.setvariable]y"),
    ("##teamcity[x]", "# #teamcity[x]"),
    ("###[", "## #["), (":::x::", ": ::x::"),
  ])
  func runnerCommandsAreBroken(text: String, expected: String) {
    #expect(RunnerCommands.broken(text) == expected)
    #expect(RunnerCommands.broken(expected) == expected)
  }

  @Test(arguments: [
    "", "a::b", "std::move(x)\n- ::x", "## Heading", "## a [b]", "# [x]", ": :x",
    "a.swift:1:2: error",
    "#[x]", "\n\n", "::",
  ])
  func textWithoutRunnerCommandsIsUnchanged(text: String) {
    #expect(RunnerCommands.broken(text) == (text == "::" ? ": :" : text))
  }

  @Test func valuesInDiagnosticsCanNotBeRunnerCommands() {
    let finding = Diagnostic(
      .error, "x", "unknown '##vso[task.complete]'",
      at: SourceLocation(file: "::add-mask::a.json", line: 1),
      help: ["try ##[error]"])
    let text = DiagnosticText().string(finding)
    #expect(text.hasPrefix(": :add-mask::a.json:1: error:"))
    let github = DiagnosticGitHub.string(finding)
    #expect(github.hasPrefix("::error file=%3A%3Aadd-mask%3A%3Aa.json,line=1"))
    for text in [text, github] { #expect(!text.contains("##")) }
    #expect(DiagnosticText(isColoured: true).string(finding).contains("\u{1B}[1m: :add-mask::"))
  }
}
