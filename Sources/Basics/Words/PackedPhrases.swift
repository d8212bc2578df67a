internal import Diagnostics

/// The phrases of a packed strings file, which are looked up in its text.
struct PackedPhrases: Sendable {
  let text: String
  let strings: PackedTable
  let counts: PackedTable
  /// Where the sorted keys of `strings` begin, and how many there are.
  let keys: (start: Int, count: Int)
  /// Where the plural forms begin: of each phrase their number, then category and words of each.
  let formsStart: Int
  /// Where the words begin, which all numbers of words are counted from.
  let wordsStart: Int

  func phrase(_ key: String) -> Phrase? {
    text.withBytes { bytes in
      let numbers = PackedNumbers.Reader(bytes)
      return word(strings.number(of: key, in: numbers, wordsStart), in: numbers).map { Phrase($0) }
    }
  }

  func count(_ key: String, _ category: PluralCategory) -> Phrase? {
    text.withBytes { bytes in
      let numbers = PackedNumbers.Reader(bytes)
      guard let place = counts.number(of: key, in: numbers, wordsStart),
        let count = numbers.fixed(place, from: formsStart)
      else { return nil }
      let (wanted, other) = (category.number, PluralCategory.other.number)
      var found: Int?
      for form in 0..<count {
        let first = place + 1 + 2 * form
        guard let number = numbers.fixed(first, from: formsStart) else { return nil }
        if number == wanted || number == other && found == nil { found = first + 1 }
        if number == wanted { break }
      }
      let number = found.flatMap { numbers.fixed($0, from: formsStart) }
      return word(number, in: numbers).map { Phrase($0) }
    }
  }

  /// The sorted keys that `phrase` knows.
  var stringKeys: [String] {
    text.withBytes { bytes in
      let numbers = PackedNumbers.Reader(bytes)
      return (0..<keys.count).compactMap { word(numbers.fixed($0, from: keys.start), in: numbers) }
    }
  }

  private func word(_ number: Int?, in numbers: PackedNumbers.Reader) -> String? {
    guard let number else { return nil }
    var reader = numbers.moved(to: wordsStart + number)
    return reader.nextText().map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A hash table of words with a number each, in a packed text. It is never read as a whole.
struct PackedTable: Sendable {
  let start: Int
  /// A power of two, or none for an empty table.
  let capacity: Int

  /// How many numbers the table has.
  var length: Int { 2 * capacity }

  func number(of key: String, in numbers: PackedNumbers.Reader, _ wordsStart: Int) -> Int? {
    key.withBytes { key in
      var place = Self.hash(key)
      for _ in 0..<capacity {
        place &= capacity - 1
        guard let word = numbers.fixed(2 * place, from: start), word > 0 else { return nil }
        var reader = numbers.moved(to: wordsStart + word - 1)
        guard let found = reader.nextText() else { return nil }
        if ByteSearch.areSame(found, key) { return numbers.fixed(2 * place + 1, from: start) }
        place += 1
      }
      return nil
    }
  }

  /// The numbers of a table: of each place a word's number from 1, or 0, and what the word stands for.
  static func numbers(of entries: [(key: String, word: Int, number: Int)]) -> [Int] {
    if entries.isEmpty { return [] }
    var capacity = 1
    while capacity < 2 * entries.count { capacity *= 2 }
    var numbers = Array(repeating: 0, count: 2 * capacity)
    for entry in entries {
      var place = entry.key.withBytes(hash) & (capacity - 1)
      while numbers[2 * place] > 0 { place = (place + 1) & (capacity - 1) }
      numbers[2 * place] = entry.word + 1
      numbers[2 * place + 1] = entry.number
    }
    return numbers
  }

  /// FNV-1a: the tables are made when the program is built, so that the hash must be the same each time.
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in key { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}

extension PluralCategory {
  /// The number of the category in packed locales.
  var number: Int {
    switch self {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 4
    case .other: 5
    }
  }
}
