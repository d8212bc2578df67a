package import Basics

/// The importance of a message (M3). The cases are ordered from lowest to highest.
package enum Urgency: String, Sendable, Hashable, Comparable, CaseIterable {
  case neutral, information, success, warning, error

  /// 0 for neutral to 4 for error.
  package var rank: Int {
    switch self {
    case .neutral: 0
    case .information: 1
    case .success: 2
    case .warning: 3
    case .error: 4
    }
  }

  package static func < (left: Urgency, right: Urgency) -> Bool {
    left.rank < right.rank
  }

  // By the number, since the word takes several times as long.
  package func hash(into hasher: inout Hasher) { hasher.combine(rank) }
}

/// A message of a run.
@dynamicMemberLookup
@usableFromInline package struct Message: Sendable, Hashable {
  /// The component that shows a message (B8, A).
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case message, offline, progress, alert
  }

  /// How long a banner stays (B9).
  @usableFromInline package enum Persistence: Sendable, Hashable {
    case persistent
    case dismissible
    case timed(seconds: Int)
  }

  @usableFromInline package struct Link: Sendable, Hashable {
    package var title: String
    package var url: String?

    package init(title: String, url: String? = nil) {
      self.title = title
      self.url = url
    }
  }

  /// An action for the reader of a message (A3, A4, S).
  @usableFromInline package struct Action: Sendable, Hashable {
    package enum Role: String, Sendable, Hashable, CaseIterable {
      case `default`, cancel, destructive
    }

    package var title: String
    package var url: String?
    package var role: Role

    package init(title: String, url: String? = nil, role: Role = .default) {
      self.title = title
      self.url = url
      self.role = role
    }
  }

  /// The progress of a running task; `of` is nil if the total is unknown.
  @usableFromInline package struct Progress: Sendable, Hashable {
    package var done: Double
    package var of: Double?

    package init(done: Double, of: Double? = nil) {
      self.done = done
      self.of = of
    }
  }

  // In the order that leaves the fewest gaps between them.

  /// Its position in the dataset's files.
  package var source: SourceMark
  package var urgency: Urgency
  package var kind: Kind
  package var textFormat = TextFormat.markdown
  package var detailsFormat = TextFormat.markdown
  /// The id of a category; if nil, the message is grouped by its urgency (M13).
  package var category: String?
  package var title: String
  /// Text of untrusted origin in the format `textFormat`.
  package var text: String?
  /// Text of untrusted origin in the format `detailsFormat`.
  package var details: String?
  package var time: TimePoint?
  package var location: Location?
  /// The parts that few messages have, so that the others take half of the memory: at most one value.
  @usableFromInline var rest: [Rest] = []

  /// A message with nothing but words.
  package init(urgency: Urgency, title: String, source: SourceMark) {
    self.urgency = urgency
    kind = .message
    self.title = title
    self.source = source
  }

  package init(
    id: String? = nil, urgency: Urgency, kind: Kind = .message, category: String? = nil,
    title: String, text: String? = nil, details: String? = nil, time: TimePoint? = nil,
    location: Location? = nil, link: Link? = nil, actions: [Action] = [],
    progress: Progress? = nil, persistence: Persistence = .persistent,
    fingerprint: String? = nil, base: String? = nil, source: SourceMark = SourceMark()
  ) {
    self.urgency = urgency
    self.kind = kind
    self.category = category
    self.title = title
    self.text = text
    self.details = details
    self.time = time
    self.location = location
    self.source = source
    var rest = Rest.none
    rest.id = id
    rest.link = link
    rest.actions = actions
    rest.progress = progress
    rest.persistence = persistence
    rest.fingerprint = fingerprint
    rest.base = base
    if rest != Rest.none { self.rest = [rest] }
  }
}

extension Message {
  /// The parts that few messages have.
  @usableFromInline package struct Rest: Sendable, Hashable {
    @usableFromInline static let none = Rest()

    package var id: String?
    /// Text and details of the format `log` with their colours (`TerminalOutput.colored`), if they have
    /// any.
    package var coloredText: String?
    package var coloredDetails: String?
    package var link: Link?
    package var actions: [Action] = []
    package var attachments: [Attachment] = []
    package var progress: Progress?
    package var persistence = Persistence.persistent
    package var fingerprint: String?
    /// Who takes care of it: `@storage-team`. Not empty.
    package var owner: String?
    /// How long the test took that it is about, in seconds.
    package var duration: Double?
    /// The base of its relative addresses, if it is not the dataset's `url`.
    package var base: String?
    /// The name of the input that it comes from, if there are several.
    package var input: String?
    /// How often its report gives it, at least 1. It is one message all the same.
    package var count = 1
  }

  package subscript<Value>(dynamicMember part: WritableKeyPath<Rest, Value>) -> Value {
    @inlinable get { rest.isEmpty ? Rest.none[keyPath: part] : rest[0][keyPath: part] }
    set {
      var changed = rest.first ?? Rest.none
      changed[keyPath: part] = newValue
      rest = changed == Rest.none ? [] : [changed]
    }
  }
}

/// A compact position in one of the dataset's files.
package struct SourceMark: Sendable, Hashable {
  /// The index of the file in `Dataset.files`.
  package var file: UInt16
  package var line: UInt32
  package var column: UInt32

  package init(file: UInt16 = 0, line: UInt32 = 0, column: UInt32 = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}
