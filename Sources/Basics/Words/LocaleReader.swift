internal import Diagnostics
internal import JSON

/// Reads a strings file into `LocaleData`; missing and wrong entries come from the fallback.
struct LocaleReader {
  private let fallback: LocaleData?
  private(set) var diagnostics: [Diagnostic] = []

  static func read(_ json: JSONValue, fallback: LocaleData?) -> (
    data: LocaleData, diagnostics: [Diagnostic]
  ) {
    var reader = LocaleReader(fallback: fallback)
    let data = reader.data(json)
    return (data, reader.diagnostics)
  }

  private init(fallback: LocaleData?) {
    self.fallback = fallback
  }

  private static let keys = [
    "source", "locale", "name", "direction", "plurals", "numbers", "calendar", "zones",
    "patterns", "strings", "counts",
  ]

  private mutating func data(_ json: JSONValue) -> LocaleData {
    guard case .object = json.kind else {
      reportType("a strings file", "an object", json)
      return data(JSONValue(.object([]), at: json.location))
    }
    for member in json.members where !LocaleReader.keys.contains(member.key) {
      diagnostics.append(
        Diagnostic(
          .warning, "unknown-key", "unknown key '\(member.key)' in a strings file",
          at: member.keyLocation))
    }
    let plurals = plurals(json["plurals"])
    var strings = fallback?.strings ?? [:]
    let patterns = patterns(json["patterns"], strings: &strings)
    let added = members(json["strings"], "strings")
    strings.reserveCapacity(strings.count + added.count + 2)
    for member in added {
      if let text = text(member.value, "'\(member.key)'") { strings[member.key] = Phrase(text) }
    }
    addLabelEnds(&strings)
    let tag = json["locale"].flatMap { text($0, "'locale'") }
    let direction = json["direction"].flatMap { text($0, "'direction'") }
    if let direction, let value = json["direction"], direction != "ltr", direction != "rtl" {
      report("unknown-direction", "unknown direction '\(direction)'", value)
    }
    return LocaleData(
      tag: tag ?? fallback?.tag ?? "en",
      name: json["name"].flatMap { text($0, "'name'") } ?? tag ?? fallback?.name ?? "",
      isRightToLeft: direction.map { $0 == "rtl" } ?? fallback?.isRightToLeft ?? false,
      plurals: plurals, numbers: numbers(json["numbers"]),
      calendar: calendar(json["calendar"], zones: json["zones"]),
      patterns: patterns, strings: strings, counts: counts(json["counts"], plurals: plurals))
  }

  /// The separator between a label and its value, and the ending of a label with its value on the
  /// next line: ": " and ":", derived from `labelWithValue`, for templates.
  private func addLabelEnds(_ strings: inout [String: Phrase]) {
    let pattern = strings["labelWithValue"]?.text ?? ""
    let bytes = Array(pattern.utf8)
    guard let label = Self.range(of: "{label}", in: bytes),
      let value = Self.range(of: "{value}", in: bytes), label.upperBound <= value.lowerBound
    else { return }
    let separator = String(decoding: bytes[label.upperBound..<value.lowerBound], as: UTF8.self)
    var end = separator
    while end.last?.isWhitespace == true { end.removeLast() }
    strings["labelSeparator"] = Phrase(separator)
    strings["labelEnd"] = Phrase(end)
  }

  private static func range(of word: String, in bytes: [UInt8]) -> Range<Int>? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    return (0...bytes.count - word.count)
      .first { bytes[$0..<$0 + word.count].elementsEqual(word) }
      .map { $0..<$0 + word.count }
  }

  private mutating func plurals(_ json: JSONValue?) -> PluralRules {
    guard json != nil else { return fallback?.plurals ?? PluralRules() }
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
    return rules
  }

  private mutating func numbers(_ json: JSONValue?) -> LocaleData.Numbers {
    var numbers = fallback?.numbers ?? LocaleData.Numbers()
    for member in members(json, "numbers") {
      switch member.key {
      case "group":
        if let group = text(member.value, "'group'") { numbers.group = group }
      case "minimumGrouping":
        if let count = number(member.value, "'minimumGrouping'", in: 1...9) {
          numbers.minimumGrouping = count
        }
      default: break
      }
    }
    return numbers
  }

  /// Reads the patterns; some of them join texts instead of showing dates and are phrases.
  private mutating func patterns(_ json: JSONValue?, strings: inout [String: Phrase])
    -> [String: DatePattern]
  {
    var patterns = fallback?.patterns ?? [:]
    for member in members(json, "patterns") {
      guard let text = text(member.value, "'\(member.key)'") else { continue }
      if ["range", "todayTime", "dateAndTime"].contains(member.key) {
        strings[member.key] = Phrase(text)
        continue
      }
      do throws(DatePatternError) {
        patterns[member.key] = try DatePattern(text)
      } catch {
        report("malformed-pattern", error.message, member.value, help: [error.help])
      }
    }
    return patterns
  }

  private mutating func counts(_ json: JSONValue?, plurals: PluralRules)
    -> [String: LocaleData.CountForms]
  {
    var counts = fallback?.counts ?? [:]
    let added = members(json, "counts")
    counts.reserveCapacity(counts.count + added.count)
    for member in added {
      var forms: [LocaleData.CountForms.Form] = []
      for form in members(member.value, member.key) {
        guard let category = PluralCategory(rawValue: form.key) else {
          report("unknown-plural", "unknown plural category '\(form.key)'", form.value)
          continue
        }
        guard let text = text(form.value, "'\(form.key)'") else { continue }
        forms.removeAll { $0.category == category }
        forms.append(LocaleData.CountForms.Form(category: category, phrase: Phrase(text)))
      }
      guard case .object = member.value.kind else { continue }
      guard let other = forms.first(where: { $0.category == .other })?.phrase else {
        report("missing-plural", "'\(member.key)' lacks the plural form 'other'", member.value)
        continue
      }
      counts[member.key] = LocaleData.CountForms(rules: plurals, forms: forms, other: other)
    }
    return counts
  }
}

extension LocaleReader {
  private mutating func calendar(_ json: JSONValue?, zones: JSONValue?) -> CalendarData {
    var data = fallback?.calendar ?? CalendarData()
    // Names of zones from the fallback's language would be no better than those of the zone files.
    if zones != nil { data.zones = [:] }
    for member in members(zones, "zones") {
      if let name = text(member.value, "'\(member.key)'") { data.zones[member.key] = name }
    }
    for member in members(json, "calendar") {
      switch member.key {
      case "firstWeekday":
        guard let name = text(member.value, "'firstWeekday'") else { continue }
        if let weekday = Weekday(name: name) {
          data.weeks.firstWeekday = weekday
        } else {
          report("unknown-weekday", "unknown weekday '\(name)'", member.value)
        }
      case "minimalDaysInFirstWeek":
        if let days = number(member.value, "'minimalDaysInFirstWeek'", in: 1...7) {
          data.weeks.minimalDays = days
        }
      case "months":
        names(member.value, "months", count: 12, &data.months, alone: &data.monthsAlone)
      case "weekdays":
        names(member.value, "weekdays", count: 7, &data.weekdays, alone: &data.weekdaysAlone)
      case "quarters":
        quarters(member.value, &data.quarters)
      case "dayPeriods":
        if let names = texts(member.value, "'dayPeriods'", count: 2) { data.dayPeriods = names }
      default: break
      }
    }
    return data
  }

  /// Reads names in two lengths, or one list for both.
  private mutating func quarters(_ json: JSONValue, _ quarters: inout CalendarNames) {
    if case .object = json.kind {
      var alone = quarters
      names(json, "quarters", count: 4, &quarters, alone: &alone)
    } else if let names = texts(json, "'quarters'", count: 4) {
      quarters = CalendarNames(wide: names, abbreviated: names)
    }
  }

  /// Reads names; without separate standalone forms, the other forms serve for both.
  private mutating func names(
    _ json: JSONValue, _ what: String, count: Int, _ names: inout CalendarNames,
    alone: inout CalendarNames
  ) {
    if let wide = json["wide"].flatMap({ texts($0, "'wide'", count: count) }) {
      names.wide = wide
      alone.wide = wide
    }
    if let short = json["abbreviated"].flatMap({ texts($0, "'abbreviated'", count: count) }) {
      names.abbreviated = short
      alone.abbreviated = short
    }
    for member in members(json, what) where member.key == "standalone" {
      for form in members(member.value, "standalone") {
        guard let list = texts(form.value, "'\(form.key)'", count: count) else { continue }
        if form.key == "wide" { alone.wide = list }
        if form.key == "abbreviated" { alone.abbreviated = list }
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
