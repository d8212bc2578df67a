/// Parses the common parts of Java's regular expressions.
struct AllurePatternParser {
  typealias Step = AllurePattern.Step
  typealias Characters = AllurePattern.Characters
  typealias Unsupported = AllurePattern.Unsupported

  private let pattern: [UInt32]
  private var index = 0
  private var depth = 0
  private(set) var ignoresCase = false

  private static let longestPattern = 2_000
  private static let mostSteps = 2_000
  private static let deepest = 32

  static let digits = Characters(ranges: [0x30...0x39])
  static let words = Characters(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let spaces = Characters(ranges: [0x09...0x0D, 0x20...0x20])
  private static let any = Characters(ranges: [0...UInt32.max])

  init(_ text: String) {
    pattern = text.unicodeScalars.map(\.value)
  }

  mutating func parse() throws(Unsupported) -> [Step] {
    guard pattern.count <= Self.longestPattern else { throw Unsupported() }
    try parseFlags()
    let steps = try parseAlternatives()
    guard index == pattern.count else { throw Unsupported() }
    return steps
  }

  private func peek(_ distance: Int = 0) -> Character? {
    index + distance < pattern.count
      ? Unicode.Scalar(pattern[index + distance]).map(Character.init) : nil
  }

  private mutating func skip(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    guard pattern[index...].starts(with: scalars) else { return false }
    index += scalars.count
    return true
  }

  /// The flags at the beginning: `(?is)`. Line ends always match `.`.
  private mutating func parseFlags() throws(Unsupported) {
    guard skip("(?") else { return }
    let start = index
    while let flag = peek(), "isu".contains(flag) {
      if flag == "i" { ignoresCase = true }
      index += 1
    }
    if index > start, skip(")") { return }
    // A group or another kind of parenthesis.
    (index, ignoresCase) = (start - 2, false)
  }

  private func checked(_ steps: [Step]) throws(Unsupported) -> [Step] {
    guard steps.count <= Self.mostSteps else { throw Unsupported() }
    return steps
  }

  // MARK: Alternatives, sequences, repetitions

  private mutating func parseAlternatives() throws(Unsupported) -> [Step] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw Unsupported() }
    var steps = try parseSequence()
    while peek() == "|" {
      index += 1
      let other = try parseSequence()
      // Places in a part are relative to its beginning.
      steps =
        [.split(1, steps.count + 2)] + Self.moved(steps, by: 1)
        + [.jump(steps.count + 2 + other.count)] + Self.moved(other, by: steps.count + 2)
      steps = try checked(steps)
    }
    return steps
  }

  private static func moved(_ steps: [Step], by distance: Int) -> [Step] {
    steps.map { step in
      switch step {
      case .split(let first, let second): .split(first + distance, second + distance)
      case .jump(let target): .jump(target + distance)
      default: step
      }
    }
  }

  private mutating func parseSequence() throws(Unsupported) -> [Step] {
    var steps: [Step] = []
    while let character = peek(), character != "|", character != ")" {
      let part = try parseRepetition(of: parseAtom())
      steps += Self.moved(part, by: steps.count)
      steps = try checked(steps)
    }
    return steps
  }

  private mutating func parseRepetition(of part: [Step]) throws(Unsupported) -> [Step] {
    var (least, most): (Int, Int?) = (1, 1)
    switch peek() {
    case "*": (least, most) = (0, nil)
    case "+": (least, most) = (1, nil)
    case "?": (least, most) = (0, 1)
    case "{": (least, most) = try parseCounts()
    default: return part
    }
    index += 1
    // Whether a match is short makes no difference, but a possessive one does.
    if peek() == "?" { index += 1 }
    if let next = peek(), "+*{".contains(next) { throw Unsupported() }
    var steps: [Step] = []
    for _ in 0..<least { steps = try checked(steps + Self.moved(part, by: steps.count)) }
    if let most {
      guard most >= least else { throw Unsupported() }
      let end = steps.count + (most - least) * (part.count + 1)
      for _ in least..<most {
        steps.append(.split(steps.count + 1, end))
        steps = try checked(steps + Self.moved(part, by: steps.count))
      }
    } else {
      let start = steps.count
      steps.append(.split(start + 1, start + part.count + 2))
      steps += Self.moved(part, by: start + 1) + [.jump(start)]
    }
    return try checked(steps)
  }

  /// `{2}`, `{2,}` or `{2,5}`, up to the closing brace.
  private mutating func parseCounts() throws(Unsupported) -> (Int, Int?) {
    index += 1
    func number(_ parser: inout Self) -> Int? {
      var digits = ""
      while let digit = parser.peek(), digit.isASCII, digit.isNumber, digits.count < 5 {
        digits.append(digit)
        parser.index += 1
      }
      return Int(digits)
    }
    guard let least = number(&self), least <= Self.mostSteps else { throw Unsupported() }
    var most: Int? = least
    if peek() == "," {
      index += 1
      most = number(&self)
    }
    guard peek() == "}", most ?? 0 <= Self.mostSteps else { throw Unsupported() }
    return (least, most)
  }

  // MARK: Atoms

  private mutating func parseAtom() throws(Unsupported) -> [Step] {
    guard let character = peek() else { throw Unsupported() }
    let scalar = pattern[index]
    switch character {
    case "(": return try parseGroup()
    case "[": return [.one(try parseClass())]
    case "\\": return [try parseEscape()]
    case "*", "+", "?", "{": throw Unsupported()
    default: break
    }
    index += 1
    switch character {
    case ".": return [.one(Self.any)]
    case "^": return [.check(.lineStart)]
    case "$": return [.check(.lineEnd)]
    default: return [.one(Characters(ranges: [scalar...scalar]))]
    }
  }

  private mutating func parseGroup() throws(Unsupported) -> [Step] {
    index += 1
    if peek() == "?" {
      if !skip("?:") {
        // A name: `(?<name>…)`. Others are lookarounds, comments or flags.
        guard skip("?<"), let first = peek(), first.isLetter,
          let end = pattern[index...].firstIndex(of: 0x3E)
        else { throw Unsupported() }
        index = end + 1
      }
    }
    let steps = try parseAlternatives()
    guard skip(")") else { throw Unsupported() }
    return steps
  }

  private mutating func parseEscape() throws(Unsupported) -> Step {
    index += 1
    guard let character = peek() else { throw Unsupported() }
    switch character {
    case "b", "B":
      index += 1
      return .check(.wordEdge(character == "b"))
    case "A":
      index += 1
      return .check(.start)
    case "z":
      index += 1
      return .check(.end)
    case "Z":
      index += 1
      return .check(.lineEnd)
    default: return .one(try parseSet())
    }
  }

  /// The characters of an escape, behind its backslash.
  private mutating func parseSet() throws(Unsupported) -> Characters {
    guard let character = peek() else { throw Unsupported() }
    let scalar = pattern[index]
    index += 1
    func negated(_ set: Characters) -> Characters {
      Characters(isNegated: true, inner: [set])
    }
    func one(_ value: UInt32) -> Characters { Characters(ranges: [value...value]) }
    switch character {
    case "d": return Self.digits
    case "D": return negated(Self.digits)
    case "w": return Self.words
    case "W": return negated(Self.words)
    case "s": return Self.spaces
    case "S": return negated(Self.spaces)
    case "n": return one(0x0A)
    case "r": return one(0x0D)
    case "t": return one(0x09)
    case "f": return one(0x0C)
    case "R": return Characters(ranges: [0x0A...0x0D])
    default:
      if character.isLetter || character.isNumber { throw Unsupported() }
      return one(scalar)
    }
  }

  private mutating func parseClass() throws(Unsupported) -> Characters {
    index += 1
    var set = Characters()
    if peek() == "^" {
      set.isNegated = true
      index += 1
    }
    var isFirst = true
    while let character = peek(), isFirst || character != "]" {
      isFirst = false
      if character == "[" || character == "&" && peek(1) == "&" { throw Unsupported() }
      var low = pattern[index]
      if character == "\\" {
        index += 1
        let inner = try parseSet()
        guard inner.ranges.count == 1, inner.inner.isEmpty, !inner.isNegated,
          let range = inner.ranges.first, range.count == 1
        else {
          set.inner.append(inner)
          continue
        }
        low = range.lowerBound
      } else {
        index += 1
      }
      guard peek() == "-", let end = peek(1), end != "]" else {
        set.ranges.append(low...low)
        continue
      }
      index += 1
      guard end != "\\", end != "[", pattern[index] >= low else { throw Unsupported() }
      set.ranges.append(low...pattern[index])
      index += 1
    }
    guard skip("]") else { throw Unsupported() }
    return set
  }
}
