import Text

/// The completions of fish.
enum FishCompletions {
  static func script(_ commands: [CommandSpec]) -> String {
    var lines = [
      "# Completions of tidemark \(Program.version) for fish, written by 'tidemark completions fish'.",
      "",
      """
      function __tidemark_command
          set -l words (commandline -opc)
          test (count $words) -gt 1; and contains -- $words[2] $argv
      end

      function __tidemark_place
          set -l words (commandline -opc)
          test (count $words) -eq (math $argv[1] + 2)
      end

      complete -c tidemark -f
      complete -c tidemark -n '__tidemark_place -1' -l help -s h -d 'Show the commands'
      complete -c tidemark -n '__tidemark_place -1' -l version -s V -d 'Show the version'
      """,
    ]
    for command in commands {
      lines.append(
        "complete -c tidemark -n '__tidemark_place -1' -a \(command.name) -d "
          + quoted(command.help.summary))
    }
    // Equal options are declared once for all their commands.
    var owners: [String: [String]] = [:]
    var order: [String] = []
    for command in commands {
      for option in command.offered {
        let declaration = declaration(of: option)
        if owners[declaration] == nil { order.append(declaration) }
        owners[declaration, default: []].append(command.name)
      }
    }
    for declaration in order {
      let names = owners[declaration, default: []].joined(separator: " ")
      lines.append("complete -c tidemark -n '__tidemark_command \(names)'\(declaration)")
    }
    for command in commands {
      for (place, words) in command.help.words.enumerated() {
        lines.append(
          "complete -c tidemark -n '__tidemark_command \(command.name); and __tidemark_place \(place)'"
            + " -a \(quoted(words.joined(separator: " ")))")
      }
      if command.takesPaths {
        lines.append("complete -c tidemark -n '__tidemark_command \(command.name)' -F")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func declaration(of option: OptionSpec) -> String {
    var text = option.short.map { " -s \($0)" } ?? ""
    text += " -l \(option.name)"
    if let completion = option.completion {
      text += completion.paths == .files ? " -r -F" : " -x"
      var words = completion.words.joined(separator: " ")
      if completion.paths == .folders {
        words += " (__fish_complete_directories (commandline -ct))"
      }
      if !words.isEmpty {
        text += " -a " + quoted(completion.isList ? "(__fish_append , \(words))" : words)
      }
    }
    return text + " -d " + quoted(option.gist)
  }

  /// In single quotes, only a backslash and a quote are special.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
