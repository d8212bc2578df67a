package import Text
package import Time

/// The importance of a message, in ascending order (see "Sign and colour of the verdict").
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

  // Hashing the number is several times faster than hashing the word.
  package func hash(into hasher: inout Hasher) { hasher.combine(rank) }
}

/// A message of a run.
@usableFromInline package struct Message: Sendable, Hashable {
  /// The component that displays a message (see "Kinds of banners").
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case message, offline, progress, alert
  }

  /// How long a banner stays (see "Dismissible and timed banners").
  @usableFromInline package enum Persistence: Sendable, Hashable {
    /// The persistence as written; `timed` takes its duration from `seconds`.
    package enum Word: String, CaseIterable, Sendable {
      case persistent, dismissible, timed
    }

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

  /// An action for the reader of a message (see "Destructive actions of an alert").
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

  // In the order with the least padding.

  /// Its position in the dataset's files.
  package var source: SourceMark
  package var urgency: Urgency
  package var kind: Kind
  package var textFormat = TextFormat.markdown
  package var detailsFormat = TextFormat.markdown
  package var id: String?
  /// Identifies the message in other runs.
  package var fingerprint: String?
  /// The id of a category. Nil groups by urgency (see "Order of messages and sections").
  package var category: String?
  package var title: String
  /// Text of untrusted origin in the format `textFormat`.
  package var text: String?
  /// Text of untrusted origin in the format `detailsFormat`.
  package var details: String?
  package var time: TimePoint?
  package var location: Location?
  /// The rare parts: one value, or none if no part is set. This halves the memory of other
  /// messages.
  @usableFromInline package var rest: [Rest] = []

  /// The fingerprint of the message about an input that could not be read.
  package static func fingerprint(ofBrokenInput name: String) -> String { "input:" + name }

  /// The fingerprint of the message about a threshold.
  package static func fingerprint(ofThreshold name: String) -> String { thresholdMark + name }

  /// The fingerprint of the message about a row of a table of states.
  package static func fingerprint(ofState name: String) -> String { "state:" + name }

  private static let thresholdMark = "threshold:"

  /// Whether it is about a threshold of the run.
  package var isOfThreshold: Bool { fingerprint?.hasPrefix(Self.thresholdMark) ?? false }

  /// Creates a message with a title only.
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
    self.id = id
    self.fingerprint = fingerprint
    self.category = category
    self.title = title
    self.text = text
    self.details = details
    self.time = time
    self.location = location
    self.source = source
    var rest = Rest()
    rest.link = link
    rest.actions = actions
    rest.progress = progress
    rest.persistence = persistence
    rest.base = base
    if rest != Rest() { self.rest = [rest] }
  }
}

extension Message {
  /// Other modules read the parts in place; otherwise each access would copy the message.
  @usableFromInline package struct Rest: Sendable, Hashable {
    @usableFromInline package var coloredText: String?
    @usableFromInline package var coloredDetails: String?
    @usableFromInline package var link: Link?
    @usableFromInline package var actions: [Action] = []
    @usableFromInline package var attachments: [Attachment] = []
    @usableFromInline package var steps: [Step] = []
    @usableFromInline package var stepsLeftOut = 0
    @usableFromInline package var progress: Progress?
    @usableFromInline package var persistence = Persistence.persistent
    package var testLocation: Location?
    @usableFromInline package var cause: String?
    @usableFromInline package var detailsStart = 1
    @usableFromInline package var expected: String?
    @usableFromInline package var actual: String?
    @usableFromInline package var environment: String?
    @usableFromInline package var owner: String?
    @usableFromInline package var duration: Double?
    @usableFromInline package var base: String?
    @usableFromInline package var input: String?
    @usableFromInline package var count = 1
    @usableFromInline package var properties: [Property] = []
  }

  /// The text in the format `log` with its colours (`TerminalOutput.colored`); nil if it has none.
  /// `coloredDetails` is the same for the details.
  package var coloredText: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].coloredText }
    set { change(removing: newValue == nil) { $0.coloredText = newValue } }
  }

  package var coloredDetails: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].coloredDetails }
    set { change(removing: newValue == nil) { $0.coloredDetails = newValue } }
  }

  package var link: Link? {
    @inlinable get { rest.isEmpty ? nil : rest[0].link }
    set { change(removing: newValue == nil) { $0.link = newValue } }
  }

  package var actions: [Action] {
    @inlinable get { rest.isEmpty ? [] : rest[0].actions }
    set { change(removing: newValue.isEmpty) { $0.actions = newValue } }
  }

  package var attachments: [Attachment] {
    @inlinable get { rest.isEmpty ? [] : rest[0].attachments }
    set { change(removing: newValue.isEmpty) { $0.attachments = newValue } }
  }

  /// The steps of its test. At most `Step.mostOfMessage`.
  package var steps: [Step] {
    @inlinable get { rest.isEmpty ? [] : rest[0].steps }
    set { change(removing: newValue.isEmpty) { $0.steps = newValue } }
  }

  /// The number of steps of its test that are not among `steps`.
  package var stepsLeftOut: Int {
    @inlinable get { rest.isEmpty ? 0 : rest[0].stepsLeftOut }
    set { change(removing: newValue == 0) { $0.stepsLeftOut = newValue } }
  }

  package var properties: [Property] {
    @inlinable get { rest.isEmpty ? [] : rest[0].properties }
    set { change(removing: newValue.isEmpty) { $0.properties = newValue } }
  }

  package var progress: Progress? {
    @inlinable get { rest.isEmpty ? nil : rest[0].progress }
    set { change(removing: newValue == nil) { $0.progress = newValue } }
  }

  package var persistence: Persistence {
    @inlinable get { rest.isEmpty ? .persistent : rest[0].persistence }
    set { change(removing: newValue == .persistent) { $0.persistence = newValue } }
  }

  /// The place of its test, if `location` is the place of the code that raised the failure.
  package var testLocation: Location? {
    get { rest.isEmpty ? nil : rest[0].testLocation }
    set { change(removing: newValue == nil) { $0.testLocation = newValue } }
  }

  /// The line that says why its test failed: plain text.
  package var cause: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].cause }
    set { change(removing: newValue == nil) { $0.cause = newValue } }
  }

  /// The line of the details at which a short view of them begins, from 1.
  package var detailsStart: Int {
    @inlinable get { rest.isEmpty ? 1 : rest[0].detailsStart }
    set { change(removing: newValue == 1) { $0.detailsStart = newValue } }
  }

  /// The value that its test expected.
  package var expected: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].expected }
    set { change(removing: newValue == nil) { $0.expected = newValue } }
  }

  /// The value that its test received.
  package var actual: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].actual }
    set { change(removing: newValue == nil) { $0.actual = newValue } }
  }

  /// The environment in which its test ran, such as `linux`; nil if the report does not name it.
  package var environment: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].environment }
    set { change(removing: newValue == nil) { $0.environment = newValue } }
  }

  /// The owner, such as `@storage-team`; not empty.
  package var owner: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].owner }
    set { change(removing: newValue == nil) { $0.owner = newValue } }
  }

  /// The duration of the reported test in seconds.
  package var duration: Double? {
    @inlinable get { rest.isEmpty ? nil : rest[0].duration }
    set { change(removing: newValue == nil) { $0.duration = newValue } }
  }

  /// The base of its relative addresses, if it is not the dataset's `url`.
  package var base: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].base }
    set { change(removing: newValue == nil) { $0.base = newValue } }
  }

  /// The name of the message's input, if there are several inputs.
  package var input: String? {
    @inlinable get { rest.isEmpty ? nil : rest[0].input }
    set { change(removing: newValue == nil) { $0.input = newValue } }
  }

  /// The number of times that its report contains it, at least 1. It counts as one message.
  package var count: Int {
    @inlinable get { rest.isEmpty ? 1 : rest[0].count }
    set { change(removing: newValue == 1) { $0.count = newValue } }
  }
}

extension Message {
  /// Changes the parts that few messages have.
  ///
  /// - Parameter removes: Whether the change may leave no such part.
  private mutating func change(removing removes: Bool, _ edit: (inout Rest) -> Void) {
    if rest.isEmpty {
      if removes { return }
      rest = [Rest()]
    }
    edit(&rest[0])
    if removes, rest[0] == Rest() { rest = [] }
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
