/// One way to recognise a message of an earlier run: those whose keys are equal are the same (N3).
struct MatchingStage {
  /// What a key is made of, beside the category.
  enum Part {
    case file, baseName, title
    /// The title without values that differ from run to run.
    case outline
    /// The link's title, which importers take from the rule; without a link the title.
    case rule
    /// The own line of the context, and the same with the lines above and below.
    case line, surroundings
    /// The distance to the previous and to the next message of the file, and its title.
    case previous, next
    /// The gap between matched messages of the file that the message is in.
    case gap
  }

  /// The messages that take part.
  enum Members {
    case all
    /// Those with a context, if messages of their category in the other run have one, too; and all
    /// others. Where the lines are known, an equal title says too little.
    case withContext, withoutContext
  }

  var members = Members.all
  var parts: [Part]
  /// Whether white space aside 20 bytes of context are needed: `else:` is in every file.
  var isTelling = false
  /// Whether a key counts only if one message of each run is left with it, at nearly one place.
  var isLone = false
  /// Whether it finds files that have moved: those that only one of the runs has.
  var isMove = false

  var isLocal: Bool { parts.contains(.gap) }

  /// The stages in their order; each looks at what the ones before have left.
  static let all = [
    // The same lines in the same file.
    MatchingStage(members: .withContext, parts: [.file, .title, .surroundings]),
    MatchingStage(members: .withContext, parts: [.file, .rule, .surroundings]),
    MatchingStage(members: .withContext, parts: [.file, .title, .line]),
    MatchingStage(members: .withContext, parts: [.file, .rule, .line]),
    // The same lines in another file.
    MatchingStage(members: .withContext, parts: [.baseName, .rule, .line]),
    MatchingStage(members: .withContext, parts: [.rule, .surroundings], isTelling: true),
    MatchingStage(members: .withContext, parts: [.rule, .line], isTelling: true),
    // Without lines, the distances to other messages: what stands above or below moves along.
    MatchingStage(members: .withoutContext, parts: [.file, .title, .previous, .next]),
    MatchingStage(members: .withoutContext, parts: [.file, .title, .previous]),
    MatchingStage(members: .withoutContext, parts: [.file, .title, .next]),
    MatchingStage(members: .withoutContext, parts: [.file, .title]),
    // An edited line stays between its neighbours.
    MatchingStage(parts: [.file, .title, .gap]),
    MatchingStage(parts: [.file, .outline, .gap]),
    MatchingStage(parts: [.file, .rule, .gap], isLone: true),
    // Moved to another file.
    MatchingStage(members: .withoutContext, parts: [.baseName, .title], isMove: true),
    MatchingStage(members: .withoutContext, parts: [.title, .previous, .next]),
    MatchingStage(members: .withoutContext, parts: [.title, .previous]),
    MatchingStage(members: .withoutContext, parts: [.title, .next]),
  ]
}
