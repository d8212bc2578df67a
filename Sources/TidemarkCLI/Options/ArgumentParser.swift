import Diagnostics

/// A value of an option, with its origin.
struct Setting: Sendable, Hashable {
  enum Origin: Sendable, Hashable {
    case commandLine
    case environment(variable: String)
    case file(SourceLocation, key: String)
  }

  /// The name of the option.
  var option: String
  var value: String
  var origin: Origin

  /// The option as its origin spells it: `--time-zone`, `TIDEMARK_TIME_ZONE`, `timeZone`.
  var name: String {
    switch origin {
    case .commandLine: "--" + option
    case .environment(let variable): variable
    case .file(_, let key): key
    }
  }

  /// The location in a settings file; nil for the command line and the environment.
  var location: SourceLocation? {
    if case .file(let location, _) = origin { location } else { nil }
  }
}

/// A command line parsed by a table of options.
struct Arguments: Sendable {
  var operands: [String] = []
  /// The values of each option given, by its name; a flag's value is "true" or "false".
  var settings: [String: [Setting]] = [:]
  var wantsHelp = false
  /// The inputs of the settings file.
  var inputs: [InputEntry] = []

  func settings(of option: OptionSpec) -> [Setting] { settings[option.name] ?? [] }

  init() {}

  /// Parses `--name value`, `--name=value`, `-x value`, `-xvalue`, `--flag`, `--flag=false`; `--`
  /// ends the options and `-` is an operand.
  init(parsing words: [String], options: [OptionSpec]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word == "-h" || word == "--help" {
        wantsHelp = true
      } else if word.hasPrefix("--") {
        try takeLong(word, &rest, options)
      } else if word.hasPrefix("-"), word.count > 1 {
        try takeShort(word, &rest, options)
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func takeLong(
    _ word: String, _ rest: inout ArraySlice<String>, _ options: [OptionSpec]
  ) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      let known = options.map(\.name) + ["help"]
      let nearest = Suggestion.nearest(to: name, among: known).map { "--" + $0 }
      throw .unknownOption("--" + name, nearest: nearest)
    }
    let inline = parts.count > 1 ? String(parts[1]) : nil
    try add(option, spelled: "--" + name, inline, &rest)
  }

  private mutating func takeShort(
    _ word: String, _ rest: inout ArraySlice<String>, _ options: [OptionSpec]
  ) throws(UsageError) {
    let letter = word[word.index(after: word.startIndex)]
    guard let option = options.first(where: { $0.short == letter }) else {
      throw .unknownOption("-\(letter)", nearest: nil)
    }
    let tail = word.dropFirst(2)
    try add(option, spelled: "-\(letter)", tail.isEmpty ? nil : String(tail), &rest)
  }

  private mutating func add(
    _ option: OptionSpec, spelled: String, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var value = inline
    if option.takesValue, value == nil {
      // A word that looks like an option probably means that the value is missing.
      guard let next = rest.first, next == "-" || !next.hasPrefix("-") else {
        throw .missingValue(option: spelled)
      }
      value = next
      rest.removeFirst()
    } else if !option.takesValue, value != nil, !spelled.hasPrefix("--") {
      throw .unexpectedValue(option: spelled)
    }
    if let help = option.givenTwiceHelp, settings[option.name] != nil {
      throw .givenTwice(option: spelled, help: help)
    }
    try set(option, to: value ?? "true", from: .commandLine, spelled: spelled)
  }

  /// Sets an option after checking the value against its choices. An empty value unsets a setting,
  /// so that environment and settings file are ignored, too.
  mutating func set(
    _ option: OptionSpec, to value: String, from origin: Setting.Origin, spelled: String,
    adding: Bool = false
  ) throws(UsageError) {
    if value.isEmpty, option.isSetting {
      settings[option.name] = []
      return
    }
    let parts: [String]
    let choices: [String]?
    switch option.argument {
    case .none: (parts, choices) = ([value], ["true", "false"])
    case .value: (parts, choices) = ([value], nil)
    case .choice(let words): (parts, choices) = ([value], words)
    case .list: (parts, choices) = (Self.list(value), nil)
    case .choices(let words): (parts, choices) = (Self.list(value), words)
    }
    if let choices, let wrong = parts.isEmpty ? "" : parts.first(where: { !choices.contains($0) }) {
      if let help = option.remedies[wrong.lowercased()] {
        throw .badWord(option: spelled, value: wrong, help: help)
      }
      throw .badChoice(
        option: spelled, value: wrong, choices: choices,
        nearest: option.otherNames[wrong.lowercased()]
          ?? Suggestion.nearest(to: wrong, among: choices))
    }
    let new = parts.map { Setting(option: option.name, value: $0, origin: origin) }
    if option.isRepeatable || adding {
      settings[option.name, default: []] += new
    } else {
      settings[option.name] = new
    }
  }

  private static func list(_ value: String) -> [String] {
    value.split(separator: ",").map { part in
      var part = part.drop(while: \.isWhitespace)
      while part.last?.isWhitespace == true { part.removeLast() }
      return String(part)
    }
  }
}
