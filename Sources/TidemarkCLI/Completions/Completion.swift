import Basics

/// What a shell can complete.
struct Completion: Hashable {
  enum Paths { case none, files, folders }

  var words: [String] = []
  /// Whether several words can be given, with commas between them.
  var isList = false
  var paths = Paths.none
}

extension OptionSpec {
  /// What its value can be; nil for a flag.
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

  /// The first sentence of the help, for a line in a list of options.
  var gist: String {
    var gist = ""
    for sentence in help.parts(separatedBy: ". ") {
      gist += (gist.isEmpty ? "" : ". ") + sentence
      // Not within "such as folder: …" or an abbreviation.
      if gist.count > 20 { break }
    }
    return gist.last == "." ? String(gist.dropLast()) : gist
  }
}

extension CommandSpec {
  static let help = OptionSpec(name: "help", short: "h", argument: .none, help: "Show this help")

  /// The options as a shell offers them, with `--help`.
  var offered: [OptionSpec] { options + [Self.help] }

  /// What the operand at a place, from 0, can be.
  func operand(at place: Int) -> Completion {
    if place < help.words.count { return Completion(words: help.words[place]) }
    return Completion(paths: takesPaths ? .files : .none)
  }

  /// Whether files or folders are among the operands.
  var takesPaths: Bool { help.operands.contains("INPUT") || help.operands.contains("DIR") }
}
