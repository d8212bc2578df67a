internal import ToolReports

/// The name of a log: the name of its file without the extension, and without times and build
/// numbers, which change with each file.
struct LogName {
  /// nil if nothing remains.
  let text: String?

  /// The words that mark the next number as the number of a build.
  private static let counted: Set<String> = [
    "build", "run", "job", "pipeline", "nightly", "ci", "no", "nr", "number", "attempt",
  ]

  init(path: String) {
    let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    var kept: [Part] = []
    var parts = Self.parts(stem)[...]
    while let part = parts.first {
      if let count = Self.timeCount(parts) {
        parts = parts.dropFirst(count)
      } else if part.isNumber,
        Self.isOfBuild(part, before: kept.last, behind: parts.dropFirst().first)
      {
        parts = parts.dropFirst()
      } else {
        kept.append(part)
        parts = parts.dropFirst()
      }
    }
    var text = ""
    for part in kept { text += (text.isEmpty ? "" : String(part.separator)) + part.word }
    // `-` is the name of standard input.
    self.text = text.isEmpty || text == "-" ? nil : text
  }

  /// A word of the name, and the separator before it.
  private struct Part {
    var separator: Character
    var word: Substring
    var isNumber: Bool { !word.isEmpty && word.utf8.allSatisfy(LogName.isDigit) }
    var value: Int { Int(word) ?? 0 }
  }

  private static func parts(_ stem: Substring) -> [Part] {
    var parts: [Part] = []
    var separator: Character = "-"
    var rest = stem
    while !rest.isEmpty {
      let word = rest.prefix { !"-_. #+".contains($0) }
      if !word.isEmpty { parts.append(Part(separator: separator, word: word)) }
      rest = rest[word.endIndex...]
      guard let next = rest.first else { break }
      separator = next
      rest = rest.dropFirst()
    }
    return parts
  }

  // MARK: Times

  /// How many leading parts are a time: a date, and the clock time after it.
  private static func timeCount(_ parts: ArraySlice<Part>) -> Int? {
    let words = Array(parts.prefix(7))
    guard let first = words.first else { return nil }
    var count: Int
    var rest: Substring = ""
    if let behind = dateEnd(first.word) {
      (count, rest) = (1, behind)
    } else if words.count > 2, let behind = dateEnd(words.prefix(3).map(\.word)) {
      (count, rest) = (3, behind)
    } else {
      return nil
    }
    if !rest.isEmpty {
      guard isClock(rest) else { return nil }
      if rest.utf8.count <= 3 { count += clockCount(words.dropFirst(count)) }
    } else if count < words.count, isClock(words[count].word) {
      // `0312`, `03-12-00`
      count += words[count].word.utf8.count > 2 ? 1 : max(clockCount(words.dropFirst(count)), 0)
    }
    return count
  }

  /// How many leading parts have one to three digits, perhaps with `Z` for the zone.
  private static func clockCount(_ parts: ArraySlice<Part>) -> Int {
    parts.prefix(3).prefix { part in
      let digits = part.word.utf8.prefix(while: isDigit).count
      return 1...3 ~= digits
        && part.word.utf8.dropFirst(digits).allSatisfy { $0 == UInt8(ascii: "Z") }
    }.count
  }

  /// The part after `20261120`, or after the seconds or milliseconds since 1970.
  private static func dateEnd(_ word: Substring) -> Substring? {
    let digits = word.utf8.prefix(while: isDigit).count
    let value = Int(word.prefix(digits)) ?? 0
    if digits == 10 || digits == 13, digits == word.utf8.count,
      1_000_000_000...4_000_000_000 ~= (digits == 13 ? value / 1_000 : value)
    {
      return ""
    }
    guard digits == 8 || digits == 12 || digits == 14 else { return nil }
    let date = Int(word.prefix(8)) ?? 0
    guard isYear(date / 10_000), 1...12 ~= date / 100 % 100, 1...31 ~= date % 100 else {
      return nil
    }
    return word.dropFirst(digits)
  }

  /// The part after a date in three words: `2026-11-20T0312`, `20.11.2026`, `Nov-20-2026`.
  private static func dateEnd(_ words: [Substring]) -> Substring? {
    if isYear(words[0]), isMonth(words[1]) { return dayEnd(words[2]) }
    // `14.2.2019` is rather a version.
    let hasDay = words.prefix(2).allSatisfy { $0.utf8.count >= 2 }
    guard hasDay, isYear(words[2].prefix(4)) else { return nil }
    let isDate =
      isMonth(words[0]) && dayEnd(words[1]) == "" || dayEnd(words[0]) == "" && isMonth(words[1])
    return isDate ? words[2].dropFirst(4) : nil
  }

  private static func isYear(_ word: Substring) -> Bool {
    word.utf8.count == 4 && word.utf8.allSatisfy(isDigit) && isYear(Int(word) ?? 0)
  }

  /// A month as a number or by its English name: `11`, `Nov`, `november`.
  private static func isMonth(_ word: Substring) -> Bool {
    if word.utf8.allSatisfy(isDigit) { return word.utf8.count <= 2 && 1...12 ~= Int(word) ?? 0 }
    let name = word.lowercased()
    return name.utf8.count >= 3 && months.contains { $0 == name || $0.prefix(3) == name }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The part after the day of a month: `20T031200Z`.
  private static func dayEnd(_ word: Substring) -> Substring? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard 1...2 ~= digits.count, 1...31 ~= (Int(digits) ?? 0) else { return nil }
    return word[digits.endIndex...]
  }

  /// `T031200Z`, `0312`, `03h12`
  private static func isClock(_ word: Substring) -> Bool {
    var word = word
    if word.first == "T" || word.first == "t" { word = word.dropFirst() }
    if word.last == "Z" || word.last == "z" { word = word.dropLast() }
    return 2...9 ~= word.utf8.count && word.utf8.first.map(isDigit) ?? false
      && word.utf8.allSatisfy { isDigit($0) || "hm:s".utf8.contains($0) }
  }

  private static func isYear(_ value: Int) -> Bool { 1990...2099 ~= value }

  // MARK: Numbers

  /// Whether a number counts builds. `py-3.11` has a version, `stage-2` is one of several logs.
  private static func isOfBuild(_ part: Part, before: Part?, behind: Part?) -> Bool {
    if behind?.separator == "." && behind?.isNumber ?? false { return false }
    if part.separator == "#" { return true }
    if let before, counted.contains(before.word.lowercased()) { return true }
    if before == nil, let behind, counted.contains(behind.word.lowercased()) { return true }
    if part.separator == "." { return false }
    return part.word.utf8.count >= 3
  }

  fileprivate static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension ImportContext {
  /// The name of the log by its file; nil for standard input.
  var nameOfLog: String? { LogName(path: path).text }
}
