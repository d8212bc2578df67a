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
}

/// A message of a run.
package struct Message: Sendable, Hashable {
  /// The component that shows a message (B8, A).
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case message, offline, progress, alert
  }

  /// How long a banner stays (B9).
  package enum Persistence: Sendable, Hashable {
    case persistent
    case dismissible
    case timed(seconds: Int)
  }

  /// The location of the problem (M9).
  package struct Location: Sendable, Hashable {
    package var file: String
    package var line: Int?
    package var column: Int?
    package var url: String?
    package var context: Context?

    package init(
      file: String, line: Int? = nil, column: Int? = nil, url: String? = nil,
      context: Context? = nil
    ) {
      self.file = file
      self.line = line
      self.column = column
      self.url = url
      self.context = context
    }
  }

  /// The lines of the file around a location, whose own line is in the middle. They find the message
  /// again in another run (N3), and are shown where that is asked for (V4). A site keeps their digest
  /// alone.
  package struct Context: Sendable, Hashable {
    private enum Content: Hashable {
      /// The lines, separated by line feeds: one string takes less memory than several.
      case text(String)
      case digest(ContextDigest)
    }
    private let content: Content
    /// Whether they are neither from the dataset nor from a report, but read from the sources. Then
    /// they do not mean that a given fingerprint changes with the lines.
    package var isRead = false

    /// Creates the context of lines that line feeds separate; nil unless their number is odd.
    package init?(text: String) {
      guard text.utf8.count(where: { $0 == 10 }) % 2 == 0 else { return nil }
      content = .text(text)
    }

    /// Creates the context; nil unless the number of lines is odd. A line break within a line
    /// becomes a space.
    package init?(lines: [String]) {
      guard lines.count % 2 == 1 else { return nil }
      let text = lines.map { line in
        guard line.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return line }
        return String(line.split(whereSeparator: \.isNewline).joined(separator: " "))
      }.joined(separator: "\n")
      content = .text(text)
    }

    package init(digest: ContextDigest) {
      content = .digest(digest)
    }

    /// The lines; empty if only their digest is known.
    package var lines: [String] {
      guard case .text(let text) = content else { return [] }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    package var digest: ContextDigest {
      switch content {
      case .text(let text): ContextDigest(of: text)
      case .digest(let digest): digest
      }
    }
  }

  package struct Link: Sendable, Hashable {
    package var title: String
    package var url: String?

    package init(title: String, url: String? = nil) {
      self.title = title
      self.url = url
    }
  }

  /// An action for the reader of a message (A3, A4, S).
  package struct Action: Sendable, Hashable {
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
  package struct Progress: Sendable, Hashable {
    package var done: Double
    package var of: Double?

    package init(done: Double, of: Double? = nil) {
      self.done = done
      self.of = of
    }
  }

  package var id: String?
  package var urgency: Urgency
  package var kind: Kind
  /// The id of a category; if nil, the message is grouped by its urgency (M13).
  package var category: String?
  package var title: String
  /// Text of untrusted origin in the format `textFormat`.
  package var text: String?
  package var textFormat = TextFormat.markdown
  /// Text of untrusted origin in the format `detailsFormat`.
  package var details: String?
  package var detailsFormat = TextFormat.markdown
  package var time: TimePoint?
  package var location: Location?
  package var link: Link?
  package var actions: [Action]
  package var progress: Progress?
  package var persistence: Persistence
  package var fingerprint: String?
  /// Who takes care of it: `@storage-team`. Not empty.
  package var owner: String?
  /// How long the test took that it is about, in seconds.
  package var duration: Double?
  /// The base of its relative addresses, if it is not the dataset's `url`.
  package var base: String?
  /// The name of the input that it comes from, if there are several.
  package var input: String?
  /// Its position in the dataset's files.
  package var source: SourceMark

  package init(
    id: String? = nil, urgency: Urgency, kind: Kind = .message, category: String? = nil,
    title: String, text: String? = nil, details: String? = nil, time: TimePoint? = nil,
    location: Location? = nil, link: Link? = nil, actions: [Action] = [],
    progress: Progress? = nil, persistence: Persistence = .persistent,
    fingerprint: String? = nil, base: String? = nil, source: SourceMark = SourceMark()
  ) {
    self.id = id
    self.urgency = urgency
    self.kind = kind
    self.category = category
    self.title = title
    self.text = text
    self.details = details
    self.time = time
    self.location = location
    self.link = link
    self.actions = actions
    self.progress = progress
    self.persistence = persistence
    self.fingerprint = fingerprint
    self.base = base
    self.source = source
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
