/// A regular expression of Java that matches whole texts, in which `.` matches line ends, too.
///
/// It is matched by following all alternatives at once. So the time is the product of the lengths
/// of the text and the pattern, for any pattern.
struct AllurePattern: Sendable {
  /// The pattern has a part that is not supported.
  struct Unsupported: Error {}

  /// The steps that all matches of a report may take.
  struct Budget: Sendable {
    fileprivate var steps = 50_000_000
    var isSpent: Bool { steps <= 0 }
  }

  enum Step: Sendable {
    case one(Characters)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case check(Check)
  }

  enum Check: Sendable {
    case lineStart, lineEnd, start, end
    case wordEdge(Bool)
  }

  /// A set of characters.
  struct Characters: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false
    /// Sets in the set, such as `\w`.
    var inner: [Characters] = []

    func contains(_ character: UInt32) -> Bool {
      (ranges.contains { $0.contains(character) } || inner.contains { $0.contains(character) })
        != isNegated
    }
  }

  /// Characters of a text beyond these are not looked at.
  private static let longestText = 8_192

  private let steps: [Step]
  private let ignoresCase: Bool

  init(parsing text: String) throws(Unsupported) {
    var parser = AllurePatternParser(text)
    steps = try parser.parse()
    ignoresCase = parser.ignoresCase
  }

  func matches(_ text: String, _ budget: inout Budget) -> Bool {
    let characters = text.unicodeScalars.prefix(Self.longestText).map(\.value)
    var current = Places(count: steps.count + 1)
    var next = Places(count: steps.count + 1)
    add(0, to: &current, at: 0, of: characters)
    for (index, character) in characters.enumerated() {
      budget.steps -= current.list.count + 1
      if budget.isSpent || current.list.isEmpty { return false }
      next.removeAll()
      for place in current.list where place < steps.count {
        guard case .one(let set) = steps[place], contains(set, character) else { continue }
        add(place + 1, to: &next, at: index + 1, of: characters)
      }
      swap(&current, &next)
    }
    return current.list.contains(steps.count)
  }

  private func contains(_ set: Characters, _ character: UInt32) -> Bool {
    if set.contains(character) { return true }
    guard ignoresCase, let other = Self.otherCase(character) else { return false }
    return set.contains(other)
  }

  private static func otherCase(_ character: UInt32) -> UInt32? {
    guard let scalar = Unicode.Scalar(character) else { return nil }
    let properties = scalar.properties
    let other =
      properties.lowercaseMapping == String(scalar)
      ? properties.uppercaseMapping : properties.lowercaseMapping
    let scalars = other.unicodeScalars
    return scalars.count == 1 ? scalars.first?.value : nil
  }

  /// Adds a place and those that it leads to without a character.
  private func add(_ place: Int, to places: inout Places, at index: Int, of text: [UInt32]) {
    var open = [place]
    while let place = open.popLast() {
      guard places.insert(place), place < steps.count else { continue }
      switch steps[place] {
      case .one: break
      case .jump(let target): open.append(target)
      case .split(let first, let second): open += [second, first]
      case .check(let check): if holds(check, at: index, of: text) { open.append(place + 1) }
      }
    }
  }

  private func holds(_ check: Check, at index: Int, of text: [UInt32]) -> Bool {
    switch check {
    case .start, .lineStart: index == 0
    case .end: index == text.count
    // A line end at the end of the text may follow.
    case .lineEnd: index == text.count || index == text.count - 1 && text[index] == 0x0A
    case .wordEdge(let wanted):
      ((index > 0 && Self.isWord(text[index - 1]))
        != (index < text.count && Self.isWord(text[index]))) == wanted
    }
  }

  private static func isWord(_ character: UInt32) -> Bool {
    AllurePatternParser.words.contains(character)
  }

  /// A set of places in the order of insertion.
  private struct Places {
    private(set) var list: [Int] = []
    private var has: [Bool]

    init(count: Int) {
      has = [Bool](repeating: false, count: count)
    }

    mutating func insert(_ place: Int) -> Bool {
      if has[place] { return false }
      has[place] = true
      list.append(place)
      return true
    }

    mutating func removeAll() {
      for place in list { has[place] = false }
      list.removeAll(keepingCapacity: true)
    }
  }
}
