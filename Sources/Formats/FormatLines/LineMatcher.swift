internal import Diagnostics

/// Makes records of the lines of one text. Patterns of several lines join lines.
struct LineMatcher {
  enum Outcome {
    /// A finished record.
    case record(LineRecord)
    /// The line is known: ignored, or part of a record that is not finished.
    case taken
    case unmatched
  }

  private let patterns: [LinePattern]
  private var folders = LineFolders()
  private var open: OpenRecord?
  private var pairs = LinePairs()
  private var sets: [LineAutomaton.Steps] = []

  /// How often the rest of a line is read as a line of its own.
  private static let mostParts = 16

  init(_ patterns: LinePatterns) {
    self.patterns = patterns.patterns
  }

  /// Reads a line. The result holds the records that are finished with it, and `unmatched` if no
  /// pattern knows the line; it is never empty.
  mutating func add(_ line: String, number: Int) -> [Outcome] {
    line.withBytes { bytes in
      var bytes = bytes
      while bytes.last == 0x0D { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
      return add(bytes, number: number)
    }
  }

  /// The record that is still open at the end of the text.
  mutating func finish() -> LineRecord? {
    defer { open = nil }
    return open?.finished
  }

  private mutating func add(_ line: UnsafeBufferPointer<UInt8>, number: Int) -> [Outcome] {
    var outcomes: [Outcome] = []
    var part = line
    for count in 0...Self.mostParts {
      guard count < Self.mostParts, let match = match(part, isRest: count > 0) else {
        close(&outcomes)
        if outcomes.isEmpty { return Self.unmatched }
        return outcomes + Self.unmatched
      }
      apply(match, of: part, number: number, &outcomes)
      guard match.pattern.hasRest,
        let range = match.captures.last(where: { $0.step.capture == "rest" })
      else { break }
      let rest = part[range.range].drop { $0 == 0x20 || $0 == 0x09 }
      if rest.isEmpty { break }
      part = UnsafeBufferPointer(rebasing: rest)
    }
    return outcomes.isEmpty ? Self.taken : outcomes
  }

  // Made once, because most lines have one of these results.
  private static let unmatched = [Outcome.unmatched]
  private static let taken = [Outcome.taken]

  // MARK: Matching

  private struct Match {
    var pattern: LinePattern
    var captures: [LineAutomaton.Capture]
  }

  /// The first pattern that matches. For the rest of a line, patterns of files come first, as in Vim.
  private mutating func match(_ line: UnsafeBufferPointer<UInt8>, isRest: Bool) -> Match? {
    pairs.read(line)
    if isRest, let match = match(line, where: \.hasRest) { return match }
    let isOpen = open != nil
    return match(line) {
      switch $0.kind {
      case .continuation, .end: isOpen
      default: true
      }
    }
  }

  private mutating func match(
    _ line: UnsafeBufferPointer<UInt8>, where isWanted: (LinePattern) -> Bool
  ) -> Match? {
    for pattern in patterns where isWanted(pattern) {
      let automaton = pattern.automaton
      if automaton.mayMatch(line), pairs.have(automaton.pairs),
        let captures = automaton.captures(of: line, using: &sets)
      {
        return Match(pattern: pattern, captures: captures)
      }
    }
    return nil
  }

  // MARK: Records

  private struct OpenRecord {
    var record: LineRecord
    var isLeftOut: Bool
    /// The file that is entered at the first line.
    var file: String?
    /// The length of its lines in bytes.
    var length: Int

    var finished: LineRecord? {
      guard !isLeftOut else { return nil }
      var record = record
      if let file, record["file"] == nil { record.add(file, name: "file") }
      return record
    }
  }

  /// A record with longer lines is finished; the next line does not continue it.
  private static let longestRecord = 4 << 20

  private mutating func apply(
    _ match: Match, of line: UnsafeBufferPointer<UInt8>, number: Int, _ outcomes: inout [Outcome]
  ) {
    let pattern = match.pattern
    switch pattern.kind {
    case .general where !pattern.keepsLine: break
    case .single, .general, .begin:
      close(&outcomes)
      var record = LineRecord(line: number)
      add(match, of: line, to: &record)
      record.type = record.type ?? pattern.type
      open = OpenRecord(
        record: record, isLeftOut: pattern.isLeftOut, file: folders.file, length: line.count)
      if pattern.kind != .begin { close(&outcomes) }
    case .continuation, .end:
      guard var current = open else { return }
      // The record is not copied when it grows.
      open = nil
      // An empty line takes memory, too.
      current.length += line.count + 16
      if !current.isLeftOut { add(match, of: line, to: &current.record) }
      open = current
      if pattern.kind == .end || current.length > Self.longestRecord { close(&outcomes) }
    case .enterFolder: folders.enter(text(of: "file", in: match, line) ?? "")
    case .leaveFolder: folders.leave(text(of: "file", in: match, line))
    case .openFile: folders.open(text(of: "file", in: match, line) ?? "")
    case .closeFile: folders.close()
    case .skipped: break
    }
  }

  private mutating func close(_ outcomes: inout [Outcome]) {
    if let record = finish() { outcomes.append(.record(record)) }
  }
}

extension LineMatcher {
  private func add(
    _ match: Match, of line: UnsafeBufferPointer<UInt8>, to record: inout LineRecord
  ) {
    let pattern = match.pattern
    for capture in match.captures {
      let name = capture.step.capture ?? ""
      if name == "message", pattern.keepsLine { continue }
      let text = String(decoding: line[capture.range], as: UTF8.self)
      let isFile = name == "file"
      let value = capture.step.isPointer ? "\(capture.range.count + 1)" : text
      record.add(isFile ? folders.path(of: value) : value, name: name)
    }
    guard !pattern.isLeftOut else { return }
    let text = String(decoding: line, as: UTF8.self)
    record.text.append(text)
    if pattern.keepsLine { record.add(text, name: "message") }
  }

  private func text(
    of name: String, in match: Match, _ line: UnsafeBufferPointer<UInt8>
  ) -> String? {
    match.captures.first { $0.step.capture == name }
      .map { String(decoding: line[$0.range], as: UTF8.self) }
  }
}
