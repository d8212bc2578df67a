internal import Diagnostics

/// A strings file as a `LocalePacker` writes it: what it says of a locale is read at once, its phrases when
/// they are looked up.
struct PackedLocale {
  private(set) var entries = LocaleEntries()
  let phrases: PackedPhrases

  /// Reads a packed file; nil when the text is not that of a packer.
  init?(_ text: String) {
    guard
      let (entries, phrases) = text.withBytes({ bytes in
        var reader = PackedLocaleReader(bytes)
        return reader.read(text)
      })
    else { return nil }
    self.entries = entries
    self.phrases = phrases
  }
}

/// Reads the parts of a packed file in the order of `LocalePacker`. A part that is not as it should be stops
/// the reader.
private struct PackedLocaleReader {
  private struct Damage: Error {}

  private var numbers: PackedNumbers.Reader
  private let length: Int
  private var wordsStart = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    numbers = PackedNumbers.Reader(bytes)
    length = bytes.count
  }

  mutating func read(_ text: String) -> (LocaleEntries, PackedPhrases)? {
    do throws(Damage) {
      wordsStart = length - (try count())
      let entries = try entries()
      return (entries, try phrases(text))
    } catch {
      return nil
    }
  }

  private mutating func entries() throws(Damage) -> LocaleEntries {
    var entries = LocaleEntries()
    entries.tag = try optional().map(word)
    entries.name = try optional().map(word)
    entries.isRightToLeft = try optional().map { $0 == 1 }
    entries.group = try optional().map(word)
    entries.minimumGrouping = try optional()
    entries.firstWeekday = try optional().flatMap { Weekday(rawValue: $0) }
    entries.minimalDays = try optional()
    if let count = try optional() { entries.plurals = try plurals(count) }
    for _ in 0..<(try count()) {
      guard let list = CalendarList(rawValue: try next()) else { throw Damage() }
      entries.names[list] = try wordList()
    }
    if let count = try optional() {
      var zones: [String: String] = [:]
      for _ in 0..<count { zones[try word()] = try word() }
      entries.zones = zones
    }
    for _ in 0..<(try count()) {
      let key = try word()
      entries.patterns[key] = try pattern()
    }
    return entries
  }

  private mutating func plurals(_ count: Int) throws(Damage) -> PluralRules {
    var rules = PluralRules()
    for _ in 0..<count {
      let number = try next()
      guard let category = PluralCategory.allCases.first(where: { $0.number == number }) else {
        throw Damage()
      }
      var alternatives: [[PluralRules.Relation]] = []
      for _ in 0..<(try self.count()) {
        var relations: [PluralRules.Relation] = []
        for _ in 0..<(try self.count()) { relations.append(try relation()) }
        alternatives.append(relations)
      }
      rules.rules.append(PluralRules.Rule(category: category, alternatives: alternatives))
    }
    return rules
  }

  private mutating func relation() throws(Damage) -> PluralRules.Relation {
    let (isNumber, modulus, isNegated) = (try next() == 1, try next(), try next() == 1)
    var ranges: [ClosedRange<UInt>] = []
    for _ in 0..<(try count()) {
      let low = UInt(bitPattern: try next())
      let high = UInt(bitPattern: try next())
      guard low <= high else { throw Damage() }
      ranges.append(low...high)
    }
    return PluralRules.Relation(
      operand: isNumber ? .number : .nothing,
      modulus: modulus == 0 ? nil : UInt(bitPattern: modulus), isNegated: isNegated, ranges: ranges)
  }

  private mutating func pattern() throws(Damage) -> DatePattern {
    var parts: [DatePattern.Part] = []
    let count = try count()
    parts.reserveCapacity(count)
    for _ in 0..<count {
      if let number = try optional() {
        guard let field = DatePattern.Field(rawValue: number) else { throw Damage() }
        parts.append(.field(field, width: try next()))
      } else {
        parts.append(.literal(try word()))
      }
    }
    return DatePattern(parts: parts)
  }

  private mutating func phrases(_ text: String) throws(Damage) -> PackedPhrases {
    let (keys, strings, counts) = (try count(), try capacity(), try capacity())
    let forms = try count()
    let number = PackedNumbers.fixedLength
    let start = numbers.offset
    let stringTable = PackedTable(start: start + keys * number, capacity: strings)
    let countTable = PackedTable(
      start: stringTable.start + stringTable.length * number, capacity: counts)
    let formsStart = countTable.start + countTable.length * number
    guard formsStart + forms * number == wordsStart else { throw Damage() }
    return PackedPhrases(
      text: text, strings: stringTable, counts: countTable, keys: (start, keys),
      formsStart: formsStart, wordsStart: wordsStart)
  }
}

extension PackedLocaleReader {
  private mutating func next() throws(Damage) -> Int {
    guard let number = numbers.next() else { throw Damage() }
    return number
  }

  /// A number that is written as the next larger one, or none.
  private mutating func optional() throws(Damage) -> Int? {
    let number = try next()
    return number == 0 ? nil : number &- 1
  }

  /// A number of parts, each of which takes a character at least.
  private mutating func count() throws(Damage) -> Int {
    let count = try next()
    guard (0...length).contains(count) else { throw Damage() }
    return count
  }

  private mutating func capacity() throws(Damage) -> Int {
    let capacity = try count()
    guard capacity & (capacity &- 1) == 0 else { throw Damage() }
    return capacity
  }

  private func word(_ number: Int) throws(Damage) -> String {
    guard (0...length).contains(number) else { throw Damage() }
    var reader = numbers.moved(to: wordsStart + number)
    guard let text = reader.nextText() else { throw Damage() }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func word() throws(Damage) -> String { try word(next()) }

  private mutating func wordList() throws(Damage) -> [String] {
    var list: [String] = []
    let count = try count()
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try word()) }
    return list
  }
}
