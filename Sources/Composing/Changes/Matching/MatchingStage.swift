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
    /// The distance to the previous and to the next message of the file on another line, and its
    /// title. Messages on the same line say nothing: they move along everywhere.
    case previous, next
    /// The gap between matched messages of the file that contains the message.
    case gap
    /// The line that the matched messages of the file predict, and this line with the column.
    case expectedLine, place
    /// The column; equal for all messages of a reindented file.
    case column
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
  /// Whether a key counts only if each run has one message with it, at almost the same place and in
  /// the same column.
  var isLone = false
  /// Whether it skips titles that many files of the run have, because an equal one says little.
  var isRare = false
  /// Whether the message may be far from the line that the matched messages of its file predict.
  var isFar = false
  /// Whether a key counts only if each run has one message with it, including matched ones, and
  /// several titles of its rule.
  var isUnique = false
  /// Whether it finds moved files, which only one of the runs has.
  var isMove = false

  /// Whether it compares messages by the matched messages of their file.
  var isLocal: Bool {
    isFar || parts.contains { $0 == .gap || $0 == .place || $0 == .expectedLine }
  }

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
    // Others stay in their column, and near the line that their neighbours predict.
    MatchingStage(members: .withoutContext, parts: [.file, .title, .column], isFar: true),
    MatchingStage(members: .withoutContext, parts: [.file, .title], isRare: true, isFar: true),
    // An edited line stays between its neighbours.
    MatchingStage(parts: [.file, .title, .gap], isRare: true),
    MatchingStage(parts: [.file, .outline, .gap, .column]),
    MatchingStage(parts: [.file, .outline, .expectedLine]),
    // A version of the tool with other words leaves a finding in its place.
    MatchingStage(parts: [.file, .rule, .place]),
    MatchingStage(parts: [.file, .rule, .gap], isLone: true),
    // Moved to another file.
    MatchingStage(members: .withoutContext, parts: [.baseName, .title], isMove: true),
    MatchingStage(members: .withoutContext, parts: [.title, .previous, .next, .column]),
    MatchingStage(members: .withoutContext, parts: [.title, .previous, .column]),
    MatchingStage(members: .withoutContext, parts: [.title, .next, .column]),
    MatchingStage(parts: [.title, .column], isUnique: true),
  ]
}
