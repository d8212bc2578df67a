internal import Diagnostics
internal import JSON
internal import Time

/// Reads a strings file. Reports and skips invalid entries.
struct LocaleReader {
  private var entries = LocaleEntries()
  private var diagnostics: [Diagnostic] = []

  /// - Parameter fallback: The source of entries that the file does not have.
  static func read(_ json: JSONValue, fallback: LocaleData?) -> (
    entries: LocaleEntries, diagnostics: [Diagnostic]
  ) {
    var reader = LocaleReader()
    reader.read(json, fallback: fallback)
    return (reader.entries, reader.diagnostics)
  }

  private static let keys = [
    "source", "locale", "name", "direction", "lowerAfterLabel", "plurals", "numbers", "units",
    "calendar", "zones", "patterns", "strings", "counts", "reasons",
  ]

  private mutating func read(_ json: JSONValue, fallback: LocaleData?) {
    if case .object = json.kind {} else { reportType("a strings file", "an object", json) }
    for member in json.members where !LocaleReader.keys.contains(member.key) {
      diagnostics.append(
        Diagnostic(
          .warning, "unknown-key", "unknown key '\(member.key)' in a strings file",
          at: member.keyLocation))
    }
    readPlurals(json["plurals"])
    readPatterns(json["patterns"])
    let strings = members(json["strings"], "strings")
    entries.strings.reserveCapacity(strings.count + 5)
    for member in strings {
      if let text = text(member.value, "'\(member.key)'") {
        entries.strings[member.key] = Phrase(text)
      }
    }
    for member in members(json["reasons"], "reasons") {
      if let text = text(member.value, "'\(member.key)'") {
        entries.strings[Locale.reasonPrefix + member.key] = Phrase(text)
      }
    }
    addLabelEnds(fallback)
    entries.tag = json["locale"].flatMap { text($0, "'locale'") }
    let direction = json["direction"].flatMap { text($0, "'direction'") }
    if let direction, let value = json["direction"], direction != "ltr", direction != "rtl" {
      report("unknown-direction", "unknown direction '\(direction)'", value)
    }
    entries.name = json["name"].flatMap { text($0, "'name'") } ?? entries.tag
    entries.isRightToLeft = direction.map { $0 == "rtl" }
    if let value = json["lowerAfterLabel"] {
      if case .bool(let isLower) = value.kind {
        entries.isLowerAfterLabel = isLower
      } else {
        reportType("'lowerAfterLabel'", "true or false", value)
      }
    }
    readNumbers(json["numbers"])
    for member in members(json["units"], "units") {
      if let text = text(member.value, "'\(member.key)'") {
        entries.units[member.key] = Phrase(text)
      }
    }
    readCalendar(json["calendar"], zones: json["zones"])
    readCounts(json["counts"])
  }

  /// The separator between a label and its value, and the ending of a label with its value on the
  /// next line: ": " and ":", derived from `labelWithValue`, for templates.
  private mutating func addLabelEnds(_ fallback: LocaleData?) {
    let key = StringKey.labelWithValue.rawValue
    let pattern = (entries.strings[key] ?? fallback?.phrase(key))?.text ?? ""
    let bytes = Array(pattern.utf8)
    guard let label = Self.range(of: "{label}", in: bytes),
      let value = Self.range(of: "{value}", in: bytes), label.upperBound <= value.lowerBound
    else { return }
    let separator = String(decoding: bytes[label.upperBound..<value.lowerBound], as: UTF8.self)
    var end = separator
    while end.last?.isWhitespace == true { end.removeLast() }
    entries.strings["labelSeparator"] = Phrase(separator)
    entries.strings["labelEnd"] = Phrase(end)
  }

  private static func range(of word: String, in bytes: [UInt8]) -> Range<Int>? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    return (0...bytes.count - word.count)
      .first { bytes[$0..<$0 + word.count].elementsEqual(word) }
      .map { $0..<$0 + word.count }
  }

  private mutating func readPlurals(_ json: JSONValue?) {
    if json == nil { return }
    var rules = PluralRules()
    for member in members(json, "plurals") {
      guard let category = PluralCategory(rawValue: member.key) else {
        report("unknown-plural", "unknown plural category '\(member.key)'", member.value)
        continue
      }
      guard let rule = text(member.value, "a plural rule"), category != .other else { continue }
      if !rules.add(category, rule) {
        report("malformed-plural", "the plural rule '\(rule)' is not understood", member.value)
      }
    }
    entries.plurals = rules
  }

  private mutating func readNumbers(_ json: JSONValue?) {
    for member in members(json, "numbers") {
      switch member.key {
      case "group":
        if let group = text(member.value, "'group'") { entries.group = group }
      case "minimumGrouping":
        if let count = number(member.value, "'minimumGrouping'", in: 1...9) {
          entries.minimumGrouping = count
        }
      case "decimal": entries.decimal = text(member.value, "'decimal'")
      case "percent": entries.percent = text(member.value, "'percent'")
      default: break
      }
    }
  }

  /// Reads the patterns. Those that join texts instead of formatting dates become phrases.
  private mutating func readPatterns(_ json: JSONValue?) {
    for member in members(json, "patterns") {
      guard let text = text(member.value, "'\(member.key)'") else { continue }
      if ["range", "todayTime", "dateAndTime"].contains(member.key) {
        entries.strings[member.key] = Phrase(text)
        continue
      }
      do throws(DatePatternError) {
        entries.patterns[member.key] = try DatePattern(text)
      } catch {
        report("malformed-pattern", error.message, member.value, help: [error.help])
      }
    }
  }

  private mutating func readCounts(_ json: JSONValue?) {
    for member in members(json, "counts") {
      var forms: [CountForm] = []
      for form in members(member.value, member.key) {
        guard let category = PluralCategory(rawValue: form.key) else {
          report("unknown-plural", "unknown plural category '\(form.key)'", form.value)
          continue
        }
        guard let text = text(form.value, "'\(form.key)'") else { continue }
        forms.removeAll { $0.category == category }
        forms.append(CountForm(category: category, phrase: Phrase(text)))
      }
      guard case .object = member.value.kind else { continue }
      guard forms.contains(where: { $0.category == .other }) else {
        report("missing-plural", "'\(member.key)' lacks the plural form 'other'", member.value)
        continue
      }
      entries.counts[member.key] = forms
    }
  }
}

extension LocaleReader {
  private mutating func readCalendar(_ json: JSONValue?, zones: JSONValue?) {
    // Names from the fallback's language would be no better than those of the zone files.
    if zones != nil { entries.zones = [:] }
    for member in members(zones, "zones") {
      if let name = text(member.value, "'\(member.key)'") { entries.zones?[member.key] = name }
    }
    for member in members(json, "calendar") {
      switch member.key {
      case "firstWeekday":
        guard let name = text(member.value, "'firstWeekday'") else { continue }
        if let weekday = Weekday(name: name) {
          entries.firstWeekday = weekday
        } else {
          report("unknown-weekday", "unknown weekday '\(name)'", member.value)
        }
      case "minimalDaysInFirstWeek":
        if let days = number(member.value, "'minimalDaysInFirstWeek'", in: 1...7) {
          entries.minimalDays = days
        }
      case "months":
        readNames(
          member.value, "months", count: 12, as: .months, .shortMonths,
          alone: .monthsAlone, .shortMonthsAlone)
      case "weekdays":
        readNames(
          member.value, "weekdays", count: 7, as: .weekdays, .shortWeekdays,
          alone: .weekdaysAlone, .shortWeekdaysAlone)
      case "quarters":
        readQuarters(member.value)
      case "dayPeriods":
        if let names = texts(member.value, "'dayPeriods'", count: 2) {
          entries.names[.dayPeriods] = names
        }
      default: break
      }
    }
  }

  /// Reads names in two lengths, or one list for both.
  private mutating func readQuarters(_ json: JSONValue) {
    if case .object = json.kind {
      readNames(json, "quarters", count: 4, as: .quarters, .shortQuarters)
    } else if let names = texts(json, "'quarters'", count: 4) {
      entries.names[.quarters] = names
      entries.names[.shortQuarters] = names
    }
  }

  /// Reads names. The other forms also serve as standalone forms if these are missing.
  private mutating func readNames(
    _ json: JSONValue, _ what: String, count: Int, as wide: CalendarList, _ short: CalendarList,
    alone wideAlone: CalendarList? = nil, _ shortAlone: CalendarList? = nil
  ) {
    func add(_ names: [String], as lists: CalendarList?...) {
      for case let list? in lists { entries.names[list] = names }
    }
    if let names = json["wide"].flatMap({ texts($0, "'wide'", count: count) }) {
      add(names, as: wide, wideAlone)
    }
    if let names = json["abbreviated"].flatMap({ texts($0, "'abbreviated'", count: count) }) {
      add(names, as: short, shortAlone)
    }
    for member in members(json, what) where member.key == "standalone" {
      for form in members(member.value, "standalone") {
        guard let list = texts(form.value, "'\(form.key)'", count: count) else { continue }
        if form.key == "wide" { add(list, as: wideAlone) }
        if form.key == "abbreviated" { add(list, as: shortAlone) }
      }
    }
  }

  private mutating func members(_ json: JSONValue?, _ what: String) -> [JSONValue.Member] {
    guard let json else { return [] }
    guard case .object(let members) = json.kind else {
      reportType("'\(what)'", "an object", json)
      return []
    }
    return members
  }

  private mutating func text(_ json: JSONValue, _ what: @autoclosure () -> String) -> String? {
    if let text = json.string { return text }
    reportType(what(), "a string", json)
    return nil
  }

  private mutating func texts(_ json: JSONValue, _ what: String, count: Int) -> [String]? {
    let texts = json.elements.compactMap(\.string)
    if texts.count == count, json.elements.count == count { return texts }
    reportType(what, "a list of \(count) strings", json)
    return nil
  }

  private mutating func number(_ json: JSONValue, _ what: String, in range: ClosedRange<Int>)
    -> Int?
  {
    if let number = json.number.flatMap({ Int(exactly: $0) }), range.contains(number) {
      return number
    }
    reportType(what, "a whole number from \(range.lowerBound) to \(range.upperBound)", json)
    return nil
  }

  private mutating func reportType(_ what: String, _ wanted: String, _ json: JSONValue) {
    report("wrong-type", "\(what) must be \(wanted)", json)
  }

  private mutating func report(
    _ id: String, _ summary: String, _ json: JSONValue, help: [String] = []
  ) {
    diagnostics.append(Diagnostic(.error, id, summary, at: json.location, help: help))
  }
}
