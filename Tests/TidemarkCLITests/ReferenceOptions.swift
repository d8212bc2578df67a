@testable import TidemarkCLI

/// An option as the reference pages show it: their only view of the declarations.
struct ReferenceOption: Equatable {
  /// The spelling on the command line: `-o`, `--output PATH`.
  var synopsis: String
  var help: String
  /// The key in `tidemark.json`; nil if a file can't set it.
  var key: String?
  /// The name in the environment; nil if only the command line can set it.
  var variable: String?
}

/// A command as the reference pages show it.
struct ReferenceCommand {
  var name: String
  var summary: String
  var operands: String
  var discussion: String
  var options: [ReferenceOption]
  var examples: [(command: String, meaning: String)]

  /// Every command of the program, in the order of its help.
  static let all = Program.commands.map { command in
    ReferenceCommand(
      name: command.name, summary: command.help.summary, operands: command.help.operands,
      discussion: command.help.discussion, options: command.options.map(ReferenceOption.init),
      examples: command.help.examples)
  }
}

extension ReferenceOption {
  init(_ option: OptionSpec) {
    let words = option.synopsis.split(separator: ", ", maxSplits: 1).map {
      $0.drop { $0 == " " }
    }
    self.init(
      synopsis: (option.short == nil ? [words.joined(separator: ", ")[...]] : words)
        .map { "`\($0)`" }.joined(separator: ", "),
      help: option.help,
      key: option.isSetting && !option.isKeptFromFiles ? option.key : nil,
      variable: option.isSetting ? option.variable : nil)
  }
}
