package import Diagnostics
package import JSON

/// Writes a strings file as text, so that a program can hold its own without parsing them when it starts.
///
/// First comes what the file says of a locale, then tables in which phrases are looked up, and last all words,
/// which the numbers before refer to. An array of words would be larger in memory, and the addresses in it
/// would have to be set whenever the program starts.
package struct LocalePacker {
  private var numbers = PackedNumbers()
  private var words = PackedNumbers()
  private var places: [String: Int] = [:]

  /// Packs a strings file, and says what is wrong in it. Nil if a table is too large.
  package static func pack(_ json: JSONValue) -> (packed: String?, problems: [Diagnostic]) {
    let (entries, problems) = LocaleReader.read(json, fallback: nil)
    var packer = LocalePacker()
    return (packer.pack(entries), problems)
  }

  private mutating func pack(_ entries: LocaleEntries) -> String? {
    write(optional: entries.tag.map { place(of: $0) })
    write(optional: entries.name.map { place(of: $0) })
    write(optional: entries.isRightToLeft.map { $0 ? 1 : 0 })
    write(optional: entries.group.map { place(of: $0) })
    write(optional: entries.minimumGrouping)
    write(optional: entries.firstWeekday?.rawValue)
    write(optional: entries.minimalDays)
    write(entries.plurals)
    numbers.write(entries.names.count)
    for (list, names) in entries.names.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      numbers.write(list.rawValue)
      numbers.write(names.count)
      for name in names { numbers.write(place(of: name)) }
    }
    write(optional: entries.zones?.count)
    for (zone, name) in sorted(entries.zones ?? [:]) {
      numbers.write(place(of: zone))
      numbers.write(place(of: name))
    }
    numbers.write(entries.patterns.count)
    for (key, pattern) in sorted(entries.patterns) {
      numbers.write(place(of: key))
      write(pattern)
    }
    guard writePhrases(entries) else { return nil }
    var packed = PackedNumbers()
    packed.write(words.count)
    packed.append(numbers)
    packed.append(words)
    return packed.text
  }

  private mutating func write(_ rules: PluralRules?) {
    write(optional: rules?.rules.count)
    for rule in rules?.rules ?? [] {
      numbers.write(rule.category.number)
      numbers.write(rule.alternatives.count)
      for relations in rule.alternatives {
        numbers.write(relations.count)
        for relation in relations {
          numbers.write(relation.operand == .number ? 1 : 0)
          numbers.write(Int(bitPattern: relation.modulus ?? 0))
          numbers.write(relation.isNegated ? 1 : 0)
          numbers.write(relation.ranges.count)
          for range in relation.ranges {
            numbers.write(Int(bitPattern: range.lowerBound))
            numbers.write(Int(bitPattern: range.upperBound))
          }
        }
      }
    }
  }

  private mutating func write(_ pattern: DatePattern) {
    numbers.write(pattern.parts.count)
    for part in pattern.parts {
      switch part {
      case .literal(let text):
        write(optional: nil)
        numbers.write(place(of: text))
      case .field(let field, let width):
        write(optional: field.rawValue)
        numbers.write(width)
      }
    }
  }

  /// Writes the tables; returns false if one is too large.
  private mutating func writePhrases(_ entries: LocaleEntries) -> Bool {
    var keys: [Int] = []
    var strings: [(key: String, word: Int, number: Int)] = []
    for (key, phrase) in sorted(entries.strings) {
      if !key.hasPrefix(Locale.reasonPrefix) { keys.append(place(of: key)) }
      strings.append((key, place(of: key), place(of: phrase.text)))
    }
    var forms: [Int] = []
    var counts: [(key: String, word: Int, number: Int)] = []
    for (key, list) in sorted(entries.counts) {
      counts.append((key, place(of: key), forms.count))
      forms.append(list.count)
      for form in list { forms += [form.category.number, place(of: form.phrase.text)] }
    }
    let tables = [PackedTable.numbers(of: strings), PackedTable.numbers(of: counts)]
    numbers.write(keys.count)
    for table in tables { numbers.write(table.count / 2) }
    numbers.write(forms.count)
    for number in [keys, tables[0], tables[1], forms].joined()
    where !numbers.write(fixed: number) { return false }
    return true
  }

  private mutating func write(optional number: Int?) {
    numbers.write(number.map { $0 + 1 } ?? 0)
  }

  /// In an order that is the same in every build.
  private func sorted<Part>(_ parts: [String: Part]) -> [(key: String, value: Part)] {
    parts.sorted { $0.key < $1.key }
  }

  /// Where a word begins among the words.
  private mutating func place(of word: String) -> Int {
    if let known = places[word] { return known }
    let place = words.count
    places[word] = place
    words.write(text: word)
    return place
  }
}
