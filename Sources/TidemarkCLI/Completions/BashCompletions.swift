/// The completions for bash. They need no other package.
enum BashCompletions {
  static func script(_ commands: [CommandSpec]) -> String {
    let names = commands.map(\.name)
    return """
      # Completions of tidemark \(Program.version) for bash, written by 'tidemark completions bash'.

      _tidemark_words() {
        COMPREPLY=($(compgen -W "$1" -- "$cur"))
      }

      _tidemark_list() {
        local given=
        [[ $cur == *,* ]] && given=${cur%,*},
        COMPREPLY=($(compgen -P "$given" -W "$1" -- "${cur##*,}"))
        compopt -o nospace 2>/dev/null
      }

      _tidemark_paths() {
        local IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen "$1" -- "$cur"))
      }

      _tidemark() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        local place=0 index
        COMPREPLY=()
        # '--to=page' comes as three words.
        if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
        if ((COMP_CWORD == 1)); then
          _tidemark_words '\((names + ["--help", "--version"]).joined(separator: " "))'
          return
        fi
        case $command:$prev in
      \(values(of: commands))
        esac
        if [[ $cur == -* ]]; then
          case $command in
      \(options(of: commands))
          esac
          return
        fi
        for ((index = 2; index < COMP_CWORD; index++)); do
          [[ ${COMP_WORDS[index]} == -* ]] || ((place++))
        done
        case $command:$place in
      \(operands(of: commands))
        esac
      }

      complete -F _tidemark tidemark

      """
  }

  /// A case for each set of values: its options, and the completions.
  private static func values(of commands: [CommandSpec]) -> String {
    var patterns: [Completion: [String]] = [:]
    var order: [Completion] = []
    for command in commands {
      for option in command.offered {
        guard let completion = option.completion else { continue }
        if patterns[completion] == nil { order.append(completion) }
        patterns[completion, default: []] += option.spellings.map { "\(command.name):\($0)" }
      }
    }
    return order.map { completion in
      let names = patterns[completion, default: []].joined(separator: "|")
      return "    \(names))\n      \(action(completion)); return ;;"
    }.joined(separator: "\n")
  }

  private static func action(_ completion: Completion) -> String {
    var actions: [String] = []
    if !completion.words.isEmpty {
      let list = quotedForShell(completion.words.joined(separator: " "))
      actions.append((completion.isList ? "_tidemark_list " : "_tidemark_words ") + list)
    }
    switch completion.paths {
    case .none: break
    case .files: actions.append("_tidemark_paths -f")
    case .folders: actions.append("_tidemark_paths -d")
    }
    return actions.isEmpty ? ":" : actions.joined(separator: "; ")
  }

  private static func options(of commands: [CommandSpec]) -> String {
    commands.map { command in
      let words = command.offered.map { "--" + $0.name }.joined(separator: " ")
      return "      \(command.name)) _tidemark_words \(quotedForShell(words)) ;;"
    }.joined(separator: "\n")
  }

  private static func operands(of commands: [CommandSpec]) -> String {
    commands.flatMap { command in
      var cases = command.help.words.indices.map { place in
        "    \(command.name):\(place)) \(action(command.operand(at: place))) ;;"
      }
      if command.takesPaths { cases.append("    \(command.name):*) _tidemark_paths -f ;;") }
      return cases
    }.joined(separator: "\n")
  }
}

extension OptionSpec {
  /// `-o`, `--output`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--" + name] }
}
