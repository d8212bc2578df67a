/// Parses a line pattern in the language of Vim's `errorformat`, with `%{name}` besides.
struct LinePatternParser {
  typealias Problem = LinePatterns.Problem

  private let bytes: [UInt8]
  private let number: Int
  private var index = 0
  private var steps: [LineStep] = []
  private var names: Set<String> = []

  init(_ text: String, number: Int) {
    bytes = Array(text.utf8)
    self.number = number
  }

  mutating func parse() throws(Problem) -> LinePattern {
    guard !bytes.isEmpty else {
      throw problem("the pattern is empty", "use %-G to leave out empty lines")
    }
    let prefix = try parsePrefix()
    while let byte = peek() {
      if byte == UInt8(ascii: "%") {
        try parseConversion()
      } else {
        steps.append(LineStep(literal: byte))
        index += 1
      }
    }
    try check(prefix)
    steps.shortenCaptures()
    guard let automaton = LineAutomaton(steps) else {
      throw problem(
        "the pattern is too long", "replace a part of its text with %.%#, which matches any text",
        at: 0)
    }
    return LinePattern(
      kind: prefix.kind, type: prefix.type, isLeftOut: prefix.sign == UInt8(ascii: "-"),
      keepsLine: prefix.sign == UInt8(ascii: "+"), names: names, automaton: automaton)
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private func problem(_ summary: String, _ help: String, at offset: Int? = nil) -> Problem {
    Problem(pattern: number, offset: offset ?? index, summary: summary, help: help)
  }

  /// The character at a position, for a diagnostic.
  private func character(at position: Int) -> String {
    String(decoding: bytes[position...], as: UTF8.self).first.map(String.init) ?? ""
  }

  // MARK: Prefixes

  private struct Prefix {
    var kind = LinePattern.Kind.single
    var type: Character?
    var sign: UInt8?
  }

  private mutating func parsePrefix() throws(Problem) -> Prefix {
    guard peek() == UInt8(ascii: "%"), var letter = peek(1) else { return Prefix() }
    var prefix = Prefix()
    if letter == UInt8(ascii: "-") || letter == UInt8(ascii: "+") {
      prefix.sign = letter
      guard let next = peek(2) else { throw lacksLetter() }
      letter = next
    }
    switch letter {
    case UInt8(ascii: "E"), UInt8(ascii: "W"), UInt8(ascii: "I"), UInt8(ascii: "N"):
      prefix.kind = .begin
      prefix.type = Character(Unicode.Scalar(letter | 0x20))
    case UInt8(ascii: "A"): prefix.kind = .begin
    case UInt8(ascii: "C"): prefix.kind = .continuation
    case UInt8(ascii: "Z"): prefix.kind = .end
    case UInt8(ascii: "G"):
      prefix.kind = .general
      prefix.type = "i"
    case UInt8(ascii: "D"): prefix.kind = .enterFolder
    case UInt8(ascii: "X"): prefix.kind = .leaveFolder
    case UInt8(ascii: "O"): prefix.kind = .skipped
    case UInt8(ascii: "P"): prefix.kind = .openFile
    case UInt8(ascii: "Q"): prefix.kind = .closeFile
    default:
      guard prefix.sign == nil else { throw lacksLetter() }
      return prefix
    }
    index = prefix.sign == nil ? 2 : 3
    return prefix
  }

  private func lacksLetter() -> Problem {
    problem(
      "%- and %+ need the letter of a prefix", "use %-G for lines that are known and ignored")
  }

  private func check(_ prefix: Prefix) throws(Problem) {
    switch prefix.kind {
    case .begin where steps.allSatisfy(\.isAny):
      throw problem(
        "the pattern begins a finding in every line", "add the text by which the line is known",
        at: 0)
    case .enterFolder where !names.contains("file"):
      throw problem("the pattern has no folder", "add %f at the place of its name", at: 0)
    case .openFile where !names.contains("file"):
      throw problem("the pattern has no file", "add %f at the place of its name", at: 0)
    default: break
    }
  }

  // MARK: Conversions

  private mutating func parseConversion() throws(Problem) {
    guard let letter = peek(1) else {
      throw problem("the pattern ends with %", "write %% for a percent sign")
    }
    switch letter {
    case UInt8(ascii: "%"):
      steps.append(LineStep(literal: letter))
      index += 2
    case UInt8(ascii: "{"): try parseName()
    case UInt8(ascii: "#"): try repeatLastStep()
    case UInt8(ascii: "*"):
      let start = index
      index += 2
      steps.append(LineStep(try parseSet(from: start), repeats: true))
    case UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "."):
      let start = index
      index += 1
      steps.append(LineStep(try parseSet(from: start)))
    default:
      guard let (step, name) = conversion(letter) else { throw unknown(letter) }
      try add(step, name: name)
      index += 2
    }
  }

  private func conversion(_ letter: UInt8) -> (LineStep, name: String)? {
    switch letter {
    case UInt8(ascii: "f"): (LineStep(.any, repeats: true), "file")
    case UInt8(ascii: "l"): (LineStep(.digits, repeats: true), "line")
    case UInt8(ascii: "c"): (LineStep(.digits, repeats: true), "column")
    case UInt8(ascii: "e"): (LineStep(.digits, repeats: true), "endLine")
    case UInt8(ascii: "k"): (LineStep(.digits, repeats: true), "endColumn")
    case UInt8(ascii: "n"): (LineStep(.digits, repeats: true), "number")
    case UInt8(ascii: "t"): (LineStep(.any), "type")
    case UInt8(ascii: "m"): (LineStep(.any, repeats: true), "message")
    case UInt8(ascii: "s"): (LineStep(.any, repeats: true), "search")
    case UInt8(ascii: "r"): (optional(.any), "rest")
    case UInt8(ascii: "p"): (pointer, "column")
    default: nil
    }
  }

  private func optional(_ characters: LineCharacters) -> LineStep {
    var step = LineStep(characters, repeats: true)
    step.isOptional = true
    return step
  }

  private var pointer: LineStep {
    var step = optional(.pointer)
    step.isPointer = true
    return step
  }

  private func unknown(_ letter: UInt8) -> Problem {
    if "EWINACZGDXOPQ+-".utf8.contains(letter) {
      return problem(
        "%\(character(at: index + 1)) is not at the beginning of the pattern",
        "move it there, or write %% for a percent sign")
    }
    return problem(
      "unknown conversion %\(character(at: index + 1))",
      "use one of %f %l %c %e %k %t %n %m %s %p %r, %{name}, or %% for a percent sign")
  }

  private mutating func add(_ step: LineStep, name: String) throws(Problem) {
    guard names.insert(name).inserted else {
      throw problem("the pattern captures '\(name)' twice", "capture one under another name")
    }
    var step = step
    step.capture = name
    steps.append(step)
  }

  private static let classes: [String: LineCharacters] = [
    "digits": .digits, "word": .words, "letters": .letters, "hex": .hex,
  ]

  private mutating func parseName() throws(Problem) {
    let start = index + 2
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
      throw problem("%{ has no end", "add } behind the name")
    }
    let text = bytes[start..<end]
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? end
    let name = String(decoding: bytes[start..<colon], as: UTF8.self)
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isName) else {
      throw problem("'\(name)' is not a name", "use letters, digits, - and _", at: start)
    }
    var characters = LineCharacters.any
    if colon < end {
      let word = String(decoding: bytes[(colon + 1)..<end], as: UTF8.self)
      guard let known = Self.classes[word] else {
        throw problem(
          "unknown class '\(word)'", "use digits, word, letters or hex", at: colon + 1)
      }
      characters = known
    }
    try add(LineStep(characters, repeats: true), name: name)
    index = end + 1
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: LineCharacters.letters.begins(with: byte) && byte < 0x80 || 0x30...0x39 ~= byte
    }
  }

  /// `x%#`: zero or more of the character or the set before it.
  private mutating func repeatLastStep() throws(Problem) {
    guard var last = steps.last, !last.repeats, last.capture == nil, last.literal ?? 0 < 0x80 else {
      throw problem(
        "%# has nothing before it to repeat", "write it after %., %\\s, a class or a character")
    }
    (last.literal, last.repeats, last.isOptional) = (nil, true, true)
    steps[steps.count - 1] = last
    index += 2
  }

  // MARK: Sets

  /// Parses a set after `%` or `%*`, which begin at `start`.
  private mutating func parseSet(from start: Int) throws(Problem) -> LineCharacters {
    let isSkip = index == start + 2
    switch (peek(), peek(1)) {
    case (UInt8(ascii: "["), _): return try parseClass(from: start)
    case (UInt8(ascii: "."), _) where !isSkip:
      index += 1
      return .any
    case (UInt8(ascii: "d"), _) where isSkip:
      index += 1
      return .digits
    case (UInt8(ascii: "s"), _) where isSkip:
      index += 1
      return .words
    case (UInt8(ascii: "\\"), let letter?):
      guard let characters = Self.escaped(letter) else { break }
      index += 2
      return characters
    default: break
    }
    throw problem(
      "unknown set of characters after %\(isSkip ? "*" : "")",
      isSkip ? "use %*[a-z], %*d, %*s or %*\\s" : #"use %\s, %\d, %\w or %[a-z]"#, at: start)
  }

  private static func escaped(_ letter: UInt8) -> LineCharacters? {
    let word = LineCharacters([0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F...0x5F])
    switch letter {
    case UInt8(ascii: "s"): return .blanks
    case UInt8(ascii: "S"): return .words
    case UInt8(ascii: "a"): return LineCharacters([0x41...0x5A, 0x61...0x7A])
    case UInt8(ascii: "d"): return .digits
    case UInt8(ascii: "D"): return LineCharacters.digits.inverted
    case UInt8(ascii: "w"): return word
    case UInt8(ascii: "W"): return word.inverted
    default: return nil
    }
  }

  /// Parses `[a-z]` or `[^a-z]`. A `]` directly after the beginning is a member.
  private mutating func parseClass(from start: Int) throws(Problem) -> LineCharacters {
    index += 1
    let isInverted = peek() == UInt8(ascii: "^")
    if isInverted { index += 1 }
    let first = index
    guard let end = bytes.dropFirst(first + 1).firstIndex(of: UInt8(ascii: "]")) else {
      throw peek() == UInt8(ascii: "]")
        ? problem("the class is empty", "name its characters, as in [a-z]", at: start)
        : problem("the class has no end", "add ] behind its characters", at: start)
    }
    var set = LineCharacters()
    while index < end {
      let isRange = index + 2 < end && bytes[index + 1] == UInt8(ascii: "-")
      let (low, high) = (bytes[index], isRange ? bytes[index + 2] : bytes[index])
      guard low < 0x80, high < 0x80 else {
        throw problem(
          "the class has a character outside of ASCII", "use %*[^ ] or %.%# for such texts")
      }
      guard low <= high else {
        throw problem("the range is empty", "write the lower character first")
      }
      set.insert(low...high)
      index += isRange ? 3 : 1
    }
    index = end + 1
    return isInverted ? set.inverted : set
  }
}
