/// The completions of zsh.
enum ZshCompletions {
  static func script(_ commands: [CommandSpec]) -> String {
    """
    #compdef tidemark
    # Completions of tidemark \(Program.version) for zsh, written by 'tidemark completions zsh'.

    _tidemark() {
      local curcontext=$curcontext
      if (( CURRENT == 2 )); then
        local -a commands=(
    \(commands.map { "      \(quotedForShell("\($0.name):\($0.help.summary)"))" }.joined(separator: "\n"))
        )
        _describe -t commands command commands
        _arguments '(- *)--help[Show the commands]' '(- *)--version[Show the version]'
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
    \(commands.map(arguments).joined(separator: "\n"))
      esac
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _tidemark "$@"
    else
      compdef _tidemark tidemark
    fi

    """
  }

  private static func arguments(of command: CommandSpec) -> String {
    var specs = command.offered.flatMap(specs)
    for place in command.help.words.indices {
      let words = command.help.words[place].joined(separator: " ")
      specs.append(quotedForShell("\(place + 1): :(\(words))"))
    }
    if command.takesPaths { specs.append("'*:file:_files'") }
    return "    \(command.name))\n      _arguments -s -S "
      + specs.joined(separator: " \\\n        ") + " ;;"
  }

  private static func specs(of option: OptionSpec) -> [String] {
    let text = "[" + escaped(option.gist) + "]" + action(of: option)
    let end = option.takesValue ? "=" : ""
    let others = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
    return option.spellings.map { spelling in
      let mark = spelling.hasPrefix("--") ? end : option.takesValue ? "+" : ""
      return quotedForShell(others + spelling + mark + text)
    }
  }

  private static func action(of option: OptionSpec) -> String {
    guard let completion = option.completion else { return "" }
    let words = completion.words.joined(separator: " ")
    let paths = completion.paths == .folders ? "_files -/" : "_files"
    switch (words.isEmpty, completion.paths) {
    case (true, .none): return ":value: "
    case (true, _): return ":\(option.name):" + paths
    case (false, .none) where completion.isList:
      return ":\(option.name):_values -s , \(option.name) \(words)"
    case (false, .none): return ":\(option.name):(\(words))"
    case (false, _):
      // Colons separate the parts of an option.
      return
        ":\(option.name):_alternative \"names\\:name\\:(\(words))\" \"paths\\:path\\:\(paths)\""
    }
  }

  /// Brackets and colons end the text of an option.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "[]:\\".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
