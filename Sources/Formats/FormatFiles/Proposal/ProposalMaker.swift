internal import Diagnostics
internal import JSON
internal import ToolReports

/// Makes a proposal from a sample: guesses, tries them on the sample, and copies an example.
struct ProposalMaker {
  private let sample: FormatSample
  private let options: ImportOptions
  private let fields: [[RecordField]]

  /// The largest example in bytes.
  private static let mostBytes = 4 << 10
  private static let mostOthers = 3

  init(_ sample: FormatSample, _ options: ImportOptions) {
    (self.sample, self.options) = (sample, options)
    fields = sample.lists.fields
  }

  func proposal(
    _ names: ProposalNames, of file: String
  ) throws(FormatProposal.Failure) -> (text: ProposalText, counts: FormatCounts) {
    let (chosen, others) = sample.lists.guesses(fields)
    guard let best = chosen.first else { throw .nothing(missing) }
    if !best.isOfTests { try refuseFailures(of: best) }
    var text = ProposalText()
    (text.name, text.kind) = (names.name, sample.kind)
    text.sample = file.split(separator: "/").last.map(String.init) ?? file
    let tool = toolKey
    text.tool = tool.flatMap { root?[$0]?.string } ?? names.tool
    text.title = names.title(text.tool, sample.kind)
    text.lists = chosen.map { DraftList($0, in: sample.lists, fields, sample.lists.dialect) }
    let run = RunGuess(sample)
    if let conditions = run.text {
      (text.run, text.expectedRun) = (conditions, run.expected)
      text.runRemark =
        "Words that say whether the tool came to its end, not whether there are findings."
    }
    text.remarks = run.remarks
    let recognition = RecognitionGuess(sample, best, tool: tool, except: run.optionalKeys)
    (text.recognition, text.isWeak) = (recognition.text, recognition.isWeak)
    if case .lines(let guess) = sample.contents {
      text.patterns = (recognition.ignoredLine.map { [$0] } ?? []) + guess.patterns
    }
    text.example = [""]
    guard let trial = FormatTrial(text.text, of: sample.bytes, options) else {
      throw .nothing("its names can't be written in a format file")
    }
    guard trial.counts.findings.all + trial.counts.tests > 0 else { throw .nothing(missing) }
    let claims = ClaimGuess(sample, trial.counts, isOfTests: best.isOfTests)
    text.claims = claims.claims.map { ($0.key, $0.path) }
    addRemarks(others, &text)
    if case .lines(let guess) = sample.contents {
      addRemark(guess, [claims.line, recognition.ignoredLine == nil ? nil : guess.first], &text)
    }
    if let line = claims.line { addTotal(line, trial.counts, &text) }
    addExample(claims, trial.counts, recognition.rootKeys.union(run.keys), &text)
    return (text, trial.counts)
  }

  /// Refuses a list of the failures of tests: a proposal for them would show no test, and an error
  /// in another element would not be seen.
  private func refuseFailures(of guess: ListGuess) throws(FormatProposal.Failure) {
    let list = sample.lists.lists[guess.list]
    guard let outer = list.outer.map({ sample.lists.lists[$0] }), list.tells(failuresOf: outer)
    else { return }
    let place = outer.place.joined(separator: "/")
    throw FormatProposal.Failure(
      Diagnostic(
        .error, "no-list-found",
        "the tests at '\(place)' have no field for their outcome, "
          + "only elements such as '\(list.key)'",
        help: [
          "write lists with conditions: when: { \(list.key): \"exists\" } for failed tests, "
            + "and another one for passed tests",
          "'tidemark formats export NAME DIR' gives a format file to start with",
        ]))
  }

  private var root: JSONValue? {
    if case .json(let root) = sample.contents { root } else { nil }
  }

  /// The key of the root with the name of the tool.
  private var toolKey: String? {
    root?.members.first { member in
      let name = FieldName.words(member.key).joined()
      guard ["tool", "toolname", "scanner", "generator", "program", "linter"].contains(name),
        let text = member.value.string
      else { return false }
      // A version may change.
      return (2...40).contains(text.count) && !text.contains { $0.isNumber || $0.isNewline }
    }?.key
  }

  /// What the sample lacks, for a diagnostic.
  private var missing: String {
    let lists = sample.lists.lists.filter { !$0.elements.isEmpty }
    guard let largest = lists.max(by: { $0.elements.count < $1.elements.count }) else {
      return "it has no array of objects"
    }
    let place = largest.place.joined(separator: "/")
    return
      "the elements at '\(place)' have no fields with names such as message, severity, file, "
      + "line or status"
  }

  // MARK: Remarks

  private func addRemarks(_ others: [ListGuess], _ text: inout ProposalText) {
    for other in others.prefix(Self.mostOthers) {
      let list = sample.lists.lists[other.list]
      text.remarks.append(
        "Not read: the elements at \(FormatNotation.comment(list.place.joined(separator: "/"))). "
          + "Add a list for them if they are findings.")
    }
  }

  /// Adds a remark about the lines of a log that no pattern matches.
  ///
  /// - Parameter known: The indices of lines with patterns of their own.
  private func addRemark(_ guess: LineGuess, _ known: [Int?], _ text: inout ProposalText) {
    let rest = guess.unmatched.filter { !known.contains($0) }
    guard let first = rest.first else { return }
    var redactor = options.redactor
    let line = FormatNotation.comment(redactor.redacted(guess.lines[first]))
    text.remarks.append(
      rest.count == 1
        ? "One line of the sample matches no pattern: \(line)."
        : "\(rest.count) lines of the sample match no pattern, such as \(line).")
  }

  /// Adds the line with the total of a log.
  private func addTotal(_ index: Int, _ counts: FormatCounts, _ text: inout ProposalText) {
    guard case .lines(let guess) = sample.contents,
      let pattern = LineText.pattern(of: guess.lines[index], total: counts.findings.all)
    else { return }
    text.patterns.append(pattern)
    text.condition = "{ message: \"exists\" }"
    text.claims = [("findings", "total")]
    // A line that gives the total in other words must not complete a run.
    if guess.last == index { text.run = "{ completed: { total: \"exists\" } }" }
  }

  // MARK: Example

  private func addExample(
    _ claims: ClaimGuess, _ counts: FormatCounts, _ rootKeys: Set<String>,
    _ text: inout ProposalText
  ) {
    for size in [SampleCopy.Size.usual, .small] {
      var copy = SampleCopy(
        sample, text.lists, totals: claims.claims.map(\.place), rootKeys: rootKeys, size,
        options.redactor)
      text.example = lines(&copy, claims, counts, nil, size)
      guard let shown = trial(text) else { continue }
      // The totals of the copy are those of its elements.
      for claim in claims.claims {
        copy.totals[claim.place] = ClaimGuess.number(claim.key, in: shown.counts)
      }
      text.example = lines(&copy, claims, counts, shown.counts, size)
      if let last = trial(text) { text.fields = last.fields }
      if text.example.reduce(0, { $0 + $1.utf8.count }) <= Self.mostBytes { return }
    }
  }

  private func trial(_ text: ProposalText) -> FormatTrial? {
    FormatTrial(text.text, of: Array(text.example.joined(separator: "\n").utf8), options)
  }

  /// The lines of the example.
  private func lines(
    _ copy: inout SampleCopy, _ claims: ClaimGuess, _ counts: FormatCounts,
    _ shown: FormatCounts?, _ size: SampleCopy.Size
  ) -> [String] {
    guard case .lines(let guess) = sample.contents else { return copy.lines(of: sample) }
    // The first line may be the one that shows the format.
    var indices = Set((guess.first.map { [$0] } ?? []) + guess.matched)
    if size.elements == 1 { indices = Set(indices.sorted().prefix(3)) }
    if let line = claims.line { indices.insert(line) }
    let lines = indices.sorted().map { index in
      guard index == claims.line, let shown else { return guess.lines[index] }
      return LineText.replacing(
        total: counts.findings.all, with: shown.findings.all, in: guess.lines[index])
    }
    var redactor = options.redactor
    let bytes = Array(lines.joined(separator: "\n").utf8)
    guard let hidden = redactor.redactedLines(bytes) else { return lines }
    return String(decoding: hidden, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }
}
