package import Basics
package import Diagnostics

/// A known issue, or a list of accepted messages. What it matches is counted apart (K1).
package struct KnownEntry: Sendable, Hashable {
  /// One, or those of the list.
  package var conditions: [KnownCondition]
  package var reason: String
  package var owner: String?
  package var link: String?
  /// The last day, in the zone of the report.
  package var until: CivilDate?
  /// Whether it is a list. Each of its conditions is of so many messages as were accepted.
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

/// What a message must have to be known, and what of it is accepted.
package struct KnownCondition: Sendable, Hashable {
  /// A given fingerprint, or the digits that reports show. It decides alone: `rule`, `file` and `text`
  /// beside it are for the reader of the file.
  package var fingerprint: String?
  /// The title of the message's link, else its title.
  package var rule: String?
  /// A pattern for its path.
  package var file: String?
  /// A part of its title or text, whatever the case.
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

  /// What is compared by an exact look-up. All else is tried one by one.
  package enum Key: Sendable, Hashable {
    case fingerprint(String)
    case place(rule: String, file: String)
    case rule(String)
    case file(String)
    case none
  }

  /// The largest number of conditions with the same key, each of which is tried.
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

  /// Whether a pattern matches nothing but the path that it is.
  private static func isPath(_ pattern: String) -> Bool {
    pattern.utf8.contains(UInt8(ascii: "/"))
      && !pattern.utf8.contains { "*?[".utf8.contains($0) }
  }

  /// The conditions alone, by which two entries are the same.
  package var identity: KnownCondition {
    if let fingerprint {
      return KnownCondition(fingerprint: fingerprint, location: SourceLocation(file: ""))
    }
    return KnownCondition(
      rule: rule, file: file, text: text, location: SourceLocation(file: ""))
  }

  package var isEmpty: Bool { fingerprint == nil && rule == nil && file == nil && text == nil }

  /// Whether it says nothing of a message but that it has a file.
  package var matchesEverything: Bool {
    guard fingerprint == nil, rule == nil, text?.isEmpty ?? true else { return false }
    return file.map { $0.utf8.allSatisfy { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "/") } }
      ?? (text != nil)
  }
}

extension Message {
  /// What a finding breaks: the title of its link, else its own.
  package var rule: String { self.link?.title ?? title }
}
