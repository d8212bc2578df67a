/// The definition of an option, for the parser, the help, the settings file and the environment.
struct OptionSpec: Sendable {
  enum Argument: Sendable {
    /// Present or not.
    case none
    /// A value, with its placeholder in the help.
    case value(String)
    /// One of these words.
    case choice([String])
    /// Values separated by commas, with their placeholder in the help.
    case list(String)
    /// Some of these words, separated by commas.
    case choices([String])
  }

  var name: String
  var short: Character?
  var argument: Argument
  /// Whether a repeated option adds a value instead of replacing the previous one.
  var isRepeatable = false
  /// Composed on demand, because it is rarely shown.
  private let composeHelp: @Sendable () -> String
  var help: String { composeHelp() }
  /// Whether `tidemark.json` and the environment can set it, too.
  var isSetting = true
  /// Whether the settings file cannot set it: a file of a checked-out project must not start a
  /// program.
  var isKeptFromFiles = false
  /// Whether its value is a path. A path in a settings file must be below that file's folder.
  var path = PathUse.none

  enum PathUse: Sendable {
    case none
    /// The value is a path.
    case path
    /// The value is a path, optionally after a format name and a colon.
    case input
    /// The value is a name, or a path if it has a slash.
    case nameOrPath
  }
  /// The name in settings, if the option's name would be ambiguous there: `mail-to`.
  var settingName: String?

  /// Composed if a shell asks for them.
  private let composeSuggestions: @Sendable () -> [String]
  /// Values that a shell completes. Other values are possible, too.
  var suggestions: [String] { composeSuggestions() }
  /// Common other names of a value: `html` for `page`.
  var otherNames: [String: String] = [:]
  /// The help for words that are often given but invalid: `pdf`.
  var remedies: [String: String] = [:]
  /// The help for an option that is given twice on the command line; nil uses the last value.
  var givenTwiceHelp: String?

  init(
    name: String, short: Character? = nil, argument: Argument, isRepeatable: Bool = false,
    help: @escaping @autoclosure @Sendable () -> String, isSetting: Bool = true,
    isKeptFromFiles: Bool = false, path: PathUse = .none, settingName: String? = nil,
    suggestions: @escaping @autoclosure @Sendable () -> [String] = [],
    otherNames: [String: String] = [:],
    remedies: [String: String] = [:], givenTwiceHelp: String? = nil
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.isRepeatable = isRepeatable
    composeHelp = help
    self.isSetting = isSetting
    self.isKeptFromFiles = isKeptFromFiles
    self.path = path
    self.settingName = settingName
    composeSuggestions = suggestions
    self.otherNames = otherNames
    self.remedies = remedies
    self.givenTwiceHelp = givenTwiceHelp
  }

  /// `timeZone`: the key in `tidemark.json`.
  var key: String { Self.key(of: settingName ?? name) }

  static func key(of name: String) -> String {
    let words = name.split(separator: "-")
    return words.enumerated().map { index, word in
      index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }

  static let variablePrefix = "TIDEMARK_"

  /// `TIDEMARK_TIME_ZONE`: the name in the environment.
  var variable: String {
    let name = (settingName ?? name).utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "_")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte & ~0x20
      default: byte
      }
    }
    return Self.variablePrefix + String(decoding: name, as: UTF8.self)
  }

  /// The option in the help: `--to page,markdown`.
  var synopsis: String {
    let start = short.map { "-\($0), " } ?? "    "
    return switch argument {
    case .none: "\(start)--\(name)"
    case .value(let word): "\(start)--\(name) \(word)"
    case .list(let word): "\(start)--\(name) \(word)[,…]"
    case .choice(let words): "\(start)--\(name) \(words.joined(separator: "|"))"
    case .choices(let words): "\(start)--\(name) \(words.joined(separator: ","))"
    }
  }

  var takesValue: Bool {
    if case .none = argument { false } else { true }
  }
}

/// The help of a command, without its options.
struct CommandHelp: Sendable {
  var name: String
  var summary: String
  /// The operands after the name: `INPUT…`.
  var operands: String
  var examples: [(command: String, meaning: String)]
  /// The possible words of the first operands, for shell completions.
  var words: [[String]] = []
  /// Composed on demand, because it is rarely shown.
  private let composeDiscussion: @Sendable () -> String
  var discussion: String { composeDiscussion() }

  init(
    name: String, summary: String, operands: String,
    discussion: @escaping @autoclosure @Sendable () -> String,
    examples: [(command: String, meaning: String)], words: [[String]] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    composeDiscussion = discussion
    self.examples = examples
    self.words = words
  }
}

/// A command with its options: the source of the help, the settings, the environment and the
/// reference pages. `Program.commands` lists every command.
struct CommandSpec: Sendable {
  let help: CommandHelp
  let options: [OptionSpec]
  var name: String { help.name }

  init(_ help: CommandHelp, options: [OptionSpec]) {
    self.help = help
    self.options = options
  }
}
