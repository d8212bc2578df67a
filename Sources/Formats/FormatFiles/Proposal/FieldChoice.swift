internal import Inputs
internal import Text
internal import ToolReports

/// Chooses the fields of elements for the fields of a finding or a test.
struct FieldChoice {
  /// A chosen field, and how well it fits.
  struct Choice {
    var field: RecordField
    var score: Int
  }

  /// The score of a field that is chosen.
  private static let least = 40
  /// Names that have other meanings, too, so that their values must be known words.
  private static let weakLevels: Set<String> = [
    "type", "kind", "category", "class", "status", "result", "impact", "rating", "importance",
    "threat",
  ]
  private static let endWords: Set<String> = [
    "end", "last", "to", "previous", "old", "until", "stop",
  ]

  /// Roles that show that an element is a finding or a test of its own.
  private static let ownRoles: Set<FieldRole> = [.message, .level, .name, .outcome]

  private(set) var choices: [FieldRole: Choice] = [:]

  /// Chooses for each role the field that fits best and has no role yet.
  ///
  /// - Parameter count: The number of elements.
  init(_ fields: [RecordField], _ roles: [FieldRole], of count: Int) {
    var used: Set<String> = []
    for role in roles {
      var best: Choice?
      for field in fields where !used.contains(field.path) {
        guard let score = Self.score(field, role, of: count), score >= Self.least,
          score > best?.score ?? 0
        else { continue }
        best = Choice(field: field, score: score)
      }
      guard let best else { continue }
      used.insert(best.field.path)
      choices[role] = best
    }
  }

  subscript(role: FieldRole) -> RecordField? { choices[role]?.field }

  /// How well a field fits a role; nil if it does not.
  static func score(_ field: RecordField, _ role: FieldRole, of count: Int) -> Int? {
    guard !field.isOfElement || !ownRoles.contains(role), let name = nameScore(field, role),
      let values = valueScore(field, role, name)
    else { return nil }
    let share = min(Double(field.values.count) / Double(max(count, 1)), 1)
    return name + values - Int(40 * (1 - share))
  }

  private static func nameScore(_ field: RecordField, _ role: FieldRole) -> Int? {
    let words = field.names.map(FieldName.words)
    guard let last = words.last, !last.isEmpty else { return nil }
    if role == .line || role == .column || role == .file,
      words.suffix(2).joined().contains(where: endWords.contains)
    {
      return nil
    }
    let name = last.joined(separator: "")
    let two = Array(words.suffix(2).joined()).joined(separator: "")
    var best: Int?
    for (rank, known) in role.names.enumerated() {
      let base = max(100 - 4 * rank, 44)
      let score: Int
      if name == known {
        score = base
      } else if two == known {
        score = base + 4
      } else if last.last == known {
        score = base - 22
      } else if last.first == known {
        score = base - 34
      } else {
        continue
      }
      best = max(best ?? score, score)
    }
    return best.map { $0 - 4 * (words.count - 1) - (field.isIndexed ? 12 : 0) }
  }

  /// What the values add to the score of the name; nil if they don't fit.
  private static func valueScore(_ field: RecordField, _ role: FieldRole, _ name: Int) -> Int? {
    let values = field.values
    func most(_ holds: (String) -> Bool) -> Bool { FieldValues.isMostly(values, holds) }
    func half(_ holds: (String) -> Bool) -> Bool { FieldValues.share(values, holds) >= 0.5 }
    switch role {
    case .line, .column: return most(FieldValues.isWhole) ? 0 : nil
    case .level: return levelScore(field, name)
    case .link: return most(FieldValues.isAddress) ? 0 : nil
    case .time: return most { ReportedTime.time($0) != nil && !FieldValues.isNumber($0) } ? 0 : nil
    case .version, .fixed:
      return half { !FieldValues.isLong($0) && $0.contains(where: \.isNumber) } ? 0 : nil
    case .package, .className, .suite, .name: return half(FieldValues.isLong) ? nil : 0
    case .file:
      if half(FieldValues.isLong) || half(FieldValues.isNumber) || half(FieldValues.isLevel) {
        return nil
      }
      return half(FieldValues.isPath) ? 15 : -15
    case .rule:
      if half(FieldValues.isLong) || half(FieldValues.isTruth) { return nil }
      if half(FieldValues.hasBlank) || half(FieldValues.isAddress) { return -25 }
      let isNumbered =
        half(FieldValues.isNumber) && values.count > 2
        && ["id", "key", "identifier", "ref"].contains(field.names.last?.lowercased())
      return isNumbered && Set(values).count == values.count ? -40 : 0
    case .message, .details, .testMessage, .testDetails:
      if half(FieldValues.isNumber) || half(FieldValues.isTruth) || half(FieldValues.isAddress) {
        return nil
      }
      return half(FieldValues.hasBlank) ? 20 : -20
    case .outcome: return most { FieldValues.isOutcome($0) || FieldValues.isTruth($0) } ? 0 : nil
    case .seconds: return most { FormatText.seconds(in: $0) != nil } ? 0 : nil
    default: return 0
    }
  }

  private static func levelScore(_ field: RecordField, _ name: Int) -> Int? {
    let words = Set(field.values.map { $0.lowercased() })
    guard words.count <= LevelTable.mostWords, words.allSatisfy({ $0.utf8.count <= 32 }),
      !words.contains(where: { $0.contains("\n") || "<>=".contains($0.first ?? "=") })
    else { return nil }
    let known = FieldValues.share(field.values, FieldValues.isLevel)
    let isWeak = weakLevels.contains(FieldName.words(field.names.last ?? "").last ?? "")
    if isWeak {
      // A status may say, too, that there is no finding.
      let passed = FieldValues.share(field.values, FieldValues.isPass)
      return known > 0 && known + passed >= 0.9 ? 0 : nil
    }
    if FieldValues.isMostly(field.values, FieldValues.isNumber) { return name >= 60 ? -10 : nil }
    if words.allSatisfy(FieldValues.isTruth) { return nil }
    return known >= 0.9 ? 20 : known > 0 ? 0 : -20
  }
}
