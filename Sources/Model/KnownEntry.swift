package import Diagnostics
package import Time

/// A known issue, or a list of accepted messages (see "Known messages are counted apart").
package struct KnownEntry: Sendable, Hashable {
  /// The condition of an issue, or the conditions of a list.
  package var conditions: [KnownCondition]
  package var reason: String
  package var owner: String?
  package var link: String?
  /// The last day on which the entry applies, in the zone of the report.
  package var until: CivilDate?
  /// Whether it is a list. Each condition of a list has the number of accepted messages.
  package var isList: Bool { conditions.count != 1 || conditions[0].count != nil }
  /// The position of the entry in its file.
  package var location: SourceLocation

  package init(
    _ conditions: [KnownCondition], reason: String, owner: String? = nil, link: String? = nil,
    until: CivilDate? = nil, location: SourceLocation = SourceLocation(file: "known.json")
  ) {
    self.conditions = conditions
    self.reason = reason
    self.owner = owner
    self.link = link
    self.until = until
    self.location = location
  }
}

/// The properties that make a message known, and the accepted urgency and count.
package struct KnownCondition: Sendable, Hashable {
  /// A given fingerprint, or the digits that reports show. If set, only the fingerprint is
  /// compared; `rule`, `file` and `text` inform readers of the file.
  package var fingerprint: String?
  /// The title of the message's link, else its title.
  package var rule: String?
  /// A pattern for its path.
  package var file: String?
  /// A part of its title or text, regardless of case.
  package var text: String?
  /// The highest urgency that is accepted; nil for any.
  package var urgency: Urgency?
  /// The number of messages that are accepted; nil for any.
  package var count: Int?
  package var location: SourceLocation

  package init(
    fingerprint: String? = nil, rule: String? = nil, file: String? = nil, text: String? = nil,
    urgency: Urgency? = nil, count: Int? = nil,
    location: SourceLocation = SourceLocation(file: "known.json")
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.file = file
    self.text = text
    self.urgency = urgency
    self.count = count
    self.location = location
  }

  /// The part of a condition for an exact look-up. Conditions with one key are tried one by one.
  package enum Key: Sendable, Hashable {
    case fingerprint(String)
    case place(rule: String, file: String)
    case rule(String)
    case file(String)
    case none
  }

  /// The largest number of conditions with the same key, because each one is tried.
  package static let mostAlike = 200

  package var key: Key {
    if let fingerprint { return .fingerprint(fingerprint) }
    let path = file.flatMap { Self.isPath($0) ? $0 : nil }
    return switch (rule, path) {
    case (let rule?, let path?): .place(rule: rule, file: path)
    case (let rule?, nil): .rule(rule)
    case (nil, let path?): .file(path)
    case (nil, nil): .none
    }
  }

  /// Whether a pattern matches only the path equal to it.
  private static func isPath(_ pattern: String) -> Bool {
    pattern.utf8.contains(UInt8(ascii: "/"))
      && !pattern.utf8.contains { "*?[".utf8.contains($0) }
  }

  /// The condition without urgency, count and location. Entries with the same identity are equal.
  package var identity: KnownCondition {
    if let fingerprint {
      return KnownCondition(fingerprint: fingerprint, location: SourceLocation(file: ""))
    }
    return KnownCondition(
      rule: rule, file: file, text: text, location: SourceLocation(file: ""))
  }

  package var isEmpty: Bool { fingerprint == nil && rule == nil && file == nil && text == nil }

  /// Whether it matches every message, or every message with a file.
  package var matchesEverything: Bool {
    guard fingerprint == nil, rule == nil, text?.isEmpty ?? true else { return false }
    return file.map { $0.utf8.allSatisfy { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "/") } }
      ?? (text != nil)
  }
}

extension Message {
  /// The rule of a finding: the title of its link, else its own title.
  package var rule: String { link?.title ?? title }
}
