extension PluralRules {
  /// Adds a rule; returns false if its text is invalid.
  mutating func add(_ category: PluralCategory, _ text: String) -> Bool {
    var reader = PluralReader(tokens: PluralReader.tokens(of: text))
    guard let alternatives = reader.condition() else { return false }
    rules.append(Rule(category: category, alternatives: alternatives))
    return true
  }
}

private struct PluralReader {
  var tokens: [Substring]
  var position = 0

  init(tokens: [Substring]) {
    self.tokens = tokens
  }

  /// The words, numbers and operators of a rule, without spaces.
  static func tokens(of text: String) -> [Substring] {
    func kind(_ character: Character) -> Int {
      switch character {
      case "a"..."z": 0
      case "0"..."9": 1
      case ".": 2
      case "!", "=": 3
      default: 4
      }
    }
    var tokens: [Substring] = []
    for word in text.split(separator: " ") {
      var start = word.startIndex
      for index in word.indices
      where index > start && kind(word[index]) != kind(word[word.index(before: index)]) {
        tokens.append(word[start..<index])
        start = index
      }
      tokens.append(word[start...])
    }
    return tokens
  }

  mutating func consume(_ token: String) -> Bool {
    guard position < tokens.count, tokens[position] == token else { return false }
    position += 1
    return true
  }

  mutating func next() -> Substring? {
    guard position < tokens.count else { return nil }
    position += 1
    return tokens[position - 1]
  }

  mutating func number() -> UInt? {
    next().flatMap { UInt($0) }
  }

  mutating func condition() -> [[PluralRules.Relation]]? {
    var alternatives: [[PluralRules.Relation]] = []
    repeat {
      var relations: [PluralRules.Relation] = []
      repeat {
        guard let relation = relation() else { return nil }
        relations.append(relation)
      } while consume("and")
      alternatives.append(relations)
    } while consume("or")
    return position == tokens.count ? alternatives : nil
  }

  private mutating func relation() -> PluralRules.Relation? {
    let operand: PluralRules.Relation.Operand
    switch next() {
    case "n", "i": operand = .number
    case "v", "w", "f", "t", "c", "e": operand = .nothing
    default: return nil
    }
    var modulus: UInt?
    if consume("%") {
      guard let number = number(), number > 0 else { return nil }
      modulus = number
    }
    let isNegated = consume("!=")
    guard isNegated || consume("=") else { return nil }
    var ranges: [ClosedRange<UInt>] = []
    repeat {
      guard let low = number() else { return nil }
      var high = low
      if consume("..") {
        guard let number = number(), number >= low else { return nil }
        high = number
      }
      ranges.append(low...high)
    } while consume(",")
    return PluralRules.Relation(
      operand: operand, modulus: modulus, isNegated: isNegated, ranges: ranges)
  }
}
