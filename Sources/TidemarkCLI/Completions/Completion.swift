import Text

/// The kinds of values that a shell completes.
struct Completion: Hashable {
  enum Paths { case none, files, folders }

  var words: [String] = []
  /// Whether the value is a list of words, separated by commas.
  var isList = false
  var paths = Paths.none
}

extension OptionSpec {
  /// The possible values; nil for a flag.
  var completion: Completion? {
    switch argument {
    case .none: nil
    case .choice(let words): Completion(words: words)
    case .choices(let words): Completion(words: words, isList: true)
    case .list: Completion(words: suggestions, isList: true)
    case .value(let placeholder):
      Completion(
        words: suggestions,
        paths: path == .none ? .none : placeholder.hasSuffix("DIR") ? .folders : .files)
    }
  }

  /// The first sentence of the help, for the list of options in a shell.
  var gist: String {
    var gist = ""
    for sentence in help.parts(separatedBy: ". ") {
      gist += (gist.isEmpty ? "" : ". ") + sentence
      // A dot or colon near the start belongs to "such as folder: …" or to an abbreviation.
      if gist.count > 20 { break }
    }
    return gist.last == "." ? String(gist.dropLast()) : gist
  }
}

extension CommandSpec {
  static let help = OptionSpec(name: "help", short: "h", argument: .none, help: "Show this help")

  /// The options to complete, including `--help`.
  var offered: [OptionSpec] { options + [Self.help] }

  /// The completion of the operand at a position, counted from 0.
  func operand(at place: Int) -> Completion {
    if place < help.words.count { return Completion(words: help.words[place]) }
    return Completion(paths: takesPaths ? .files : .none)
  }

  /// Whether files or folders are among the operands.
  var takesPaths: Bool { help.operands.contains("INPUT") || help.operands.contains("DIR") }
}
