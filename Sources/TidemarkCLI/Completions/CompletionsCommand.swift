import Diagnostics
import Text

/// `completions`: writes the completion script of a shell.
struct CompletionsCommand: Command {
  let diagnostics: DiagnosticOptions

  private static let shells: [(name: String, script: @Sendable ([CommandSpec]) -> String)] = [
    ("bash", BashCompletions.script), ("fish", FishCompletions.script),
    ("zsh", ZshCompletions.script),
  ]

  static let about = CommandHelp(
    name: "completions", summary: "Writes the completions for a shell",
    operands: shells.map(\.name).joined(separator: "|"),
    discussion:
      "The script completes commands, options, values and paths. It is written to standard output. "
      + "The examples show its place for each shell.",
    examples: [
      (
        "source <(tidemark completions bash)",
        "For bash: put this line into ~/.bashrc."
      ),
      (
        "tidemark completions zsh > ~/.zfunc/_tidemark",
        "For zsh, with 'fpath+=~/.zfunc' before 'compinit' in ~/.zshrc."
      ),
      (
        "tidemark completions fish > ~/.config/fish/completions/tidemark.fish",
        "For fish."
      ),
    ], words: [shells.map(\.name)])

  init(_ options: inout OptionReader) {
    diagnostics = DiagnosticOptions(&options, hasQuiet: false)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    guard let name = call.operands.first else { throw .missingOperand("SHELL") }
    guard call.operands.count == 1 else { throw .unexpectedOperand(call.operands[1]) }
    let names = Self.shells.map(\.name)
    guard let shell = Self.shells.first(where: { $0.name == name }) else {
      throw .badChoice(
        option: Self.about.name, value: name, choices: names,
        nearest: Suggestion.nearest(to: name, among: names))
    }
    return call.host.print(shell.script(Program.commands)) ? .done : .output
  }
}

/// Text in single quotes, for a shell.
func quotedForShell(_ text: String) -> String {
  "'" + text.replacing("'", with: "'\\''") + "'"
}
