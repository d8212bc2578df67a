package import Model
internal import Text
package import Time

/// Known issues by their exact conditions, so that each message is compared with few issues (see
/// "Known messages are counted apart").
package struct KnownIndex: Sendable {
  /// A condition of an entry.
  struct Unit: Sendable {
    var entry: Int
    var condition: KnownCondition
    var until: CivilDate?
    /// nil if an exact look-up already compares the file.
    fileprivate var glob: Glob?
    /// A text that matching files contain, for a quick rejection of most files.
    fileprivate var part: FoldedText?
    fileprivate var text: FoldedText?
  }

  private struct Place: Hashable {
    var rule: String
    var file: String
  }

  package let entries: [KnownEntry]
  /// The conditions in the order of the entries. The first one that accepts a message counts.
  let units: [Unit]
  private var byFingerprint: [Fingerprint: [Int]] = [:]
  private var byPlace: [Place: [Int]] = [:]
  private var byRule: [String: [Int]] = [:]
  private var byFile: [String: [Int]] = [:]
  private var others: [Int] = []

  package init(_ entries: [KnownEntry]) {
    self.entries = entries
    var units: [Unit] = []
    var globs: [String: Glob] = [:]
    for (number, entry) in entries.enumerated() {
      for condition in entry.conditions {
        var unit = Unit(entry: number, condition: condition, until: entry.until)
        let index = units.count
        switch condition.key {
        case .fingerprint(let fingerprint):
          for key in Self.keys(of: fingerprint) { byFingerprint[key, default: []].append(index) }
        case .place(let rule, let file):
          byPlace[Place(rule: rule, file: file), default: []].append(index)
        case .file(let file): byFile[file, default: []].append(index)
        case .rule(let rule):
          byRule[rule, default: []].append(index)
          unit.setGlob(condition.file, &globs)
        case .none:
          others.append(index)
          unit.setGlob(condition.file, &globs)
        }
        if condition.fingerprint == nil { unit.text = condition.text.map { FoldedText($0) } }
        units.append(unit)
      }
    }
    self.units = units
  }

  package var isEmpty: Bool { units.isEmpty }
  var hasFingerprints: Bool { !byFingerprint.isEmpty }

  /// The possible fingerprints for a written one: the digits that reports show, or a given
  /// fingerprint.
  private static func keys(of fingerprint: String) -> Set<Fingerprint> {
    let given = Message(urgency: .neutral, title: "", fingerprint: fingerprint)
    let keys = [
      Fingerprint(of: given), Fingerprint(short: fingerprint),
      Fingerprint(hexadecimal: fingerprint),
    ]
    return Set(keys.compactMap { $0?.shortened })
  }

  /// The conditions that a message meets, in the order of the entries.
  ///
  /// - Parameter fingerprints: The shortened fingerprints of the message.
  func units(matching message: borrowing Message, _ fingerprints: [Fingerprint]) -> [Int] {
    var found: [Int] = []
    for fingerprint in fingerprints { found += byFingerprint[fingerprint] ?? [] }
    if !byPlace.isEmpty || !byRule.isEmpty || !byFile.isEmpty || !others.isEmpty {
      let rule = message.link?.title ?? message.title
      var places = byRule[rule] ?? []
      if let file = message.location?.file {
        places += byFile[file] ?? []
        if !byPlace.isEmpty { places += byPlace[Place(rule: rule, file: file)] ?? [] }
      }
      for index in [places, others].joined() where meets(units[index], message) {
        found.append(index)
      }
    }
    return found.count > 1 ? Set(found).sorted() : found
  }

  /// Whether a message meets the conditions outside of the look-up.
  private func meets(_ unit: Unit, _ message: borrowing Message) -> Bool {
    if let glob = unit.glob {
      guard let file = message.location?.file, unit.part?.isContained(in: file) ?? true,
        glob.matches(file)
      else { return false }
    }
    guard let text = unit.text else { return true }
    if text.isContained(in: message.title) { return true }
    return message.text.map { text.isContained(in: $0) } ?? false
  }

  /// The reason why a matching entry does not accept a message.
  package enum Refusal: Sendable {
    case expired, worse
  }

  /// The reason why a condition does not accept a message on a day; nil if it does.
  func refusal(_ unit: Int, _ urgency: Urgency, on day: CivilDate) -> Refusal? {
    let unit = units[unit]
    if let until = unit.until, until < day { return .expired }
    guard let accepted = unit.condition.urgency else { return nil }
    return urgency.demand > accepted.demand ? .worse : nil
  }

  /// The entry that matches a message, with its refusal, if any; nil if none matches.
  package func entry(
    for message: Message, _ fingerprint: Fingerprint, on day: CivilDate
  ) -> (KnownEntry, Refusal?)? {
    let units = units(matching: message, [fingerprint.shortened])
    let refusals = units.map { ($0, refusal($0, message.urgency, on: day)) }
    let found = refusals.first { $0.1 == nil } ?? refusals.first
    return found.map { (entries[self.units[$0.0].entry], $0.1) }
  }
}

extension KnownIndex.Unit {
  fileprivate mutating func setGlob(_ pattern: String?, _ globs: inout [String: Glob]) {
    guard let pattern else { return }
    let glob = globs[pattern] ?? Glob(pattern)
    globs[pattern] = glob
    self.glob = glob
    // A bracket matches one of several characters.
    if pattern.utf8.contains(UInt8(ascii: "[")) { return }
    let parts = pattern.split { $0 == "*" || $0 == "?" }.map { part in
      // The slash of `**/` may match nothing.
      part.startIndex > pattern.startIndex && part.hasPrefix("/") ? part.dropFirst() : part
    }
    let longest = parts.max { $0.utf8.count < $1.utf8.count }
    part = longest.flatMap { $0.isEmpty ? nil : FoldedText(String($0)) }
  }

  /// Identifies the condition in a site's memory, independent of its position in the file.
  var digest: String {
    var buffer: [UInt8] = []
    for text in [
      condition.fingerprint, condition.fingerprint == nil ? condition.rule : nil,
      condition.fingerprint == nil ? condition.file : nil,
      condition.fingerprint == nil ? condition.text : nil,
    ] {
      Fingerprint.append(text ?? "", normalizing: nil, to: &buffer)
    }
    return Fingerprint(digesting: &buffer).short
  }
}
