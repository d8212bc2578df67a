/// One way to recognize a message of an earlier run: messages with equal keys are the same (see
/// "Same message in two runs").
struct MatchingStage {
  /// The parts of a key besides the category.
  enum Part {
    case file, baseName, title
    /// The title without values that differ from run to run.
    case outline
    /// The link's title, which importers take from the rule; without a link the title.
    case rule
    /// The message's line in the context, and the same with the lines above and below.
    case line, surroundings
    /// The distance to the previous and to the next message of the file, and its title.
    case previous, next
    /// The gap between matched messages of the file that contains the message.
    case gap
    /// The line that the matched messages of the file predict, and the column.
    case place
  }

  /// The compared messages.
  enum Members {
    case all
    /// Messages with a context, if the other run has contexts in the same category.
    case withContext
    /// All others, and those of files that were moved with all their lines edited. If the lines are
    /// known, an equal title is not enough.
    case withoutContext
  }

  var members = Members.all
  var parts: [Part]
  /// Whether a context needs 20 bytes besides white space, because every file has lines such as
  /// `else:`.
  var isTelling = false
  /// Whether a key counts only if each run has one message with it, at almost the same place.
  var isLone = false
  /// Whether it finds moved files, which only one of the runs has.
  var isMove = false

  /// Whether it compares messages by the matched messages of their file.
  var isLocal: Bool { parts.contains(.gap) || parts.contains(.place) }

  /// The stages in order; each compares the remaining messages.
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
    // Without lines, the distances to other messages: neighbours move along.
    MatchingStage(members: .withoutContext, parts: [.file, .title, .previous, .next]),
    MatchingStage(members: .withoutContext, parts: [.file, .title, .previous]),
    MatchingStage(members: .withoutContext, parts: [.file, .title, .next]),
    MatchingStage(members: .withoutContext, parts: [.file, .title]),
    // An edited line stays between its neighbours.
    MatchingStage(parts: [.file, .title, .gap]),
    MatchingStage(parts: [.file, .outline, .gap]),
    // A version of the tool with other words leaves a finding in its place.
    MatchingStage(parts: [.file, .rule, .place]),
    MatchingStage(parts: [.file, .rule, .gap], isLone: true),
    // Moved to another file.
    MatchingStage(members: .withoutContext, parts: [.baseName, .title], isMove: true),
    MatchingStage(members: .withoutContext, parts: [.title, .previous, .next]),
    MatchingStage(members: .withoutContext, parts: [.title, .previous]),
    MatchingStage(members: .withoutContext, parts: [.title, .next]),
  ]
}
