extension Message {
  /// The location of the problem (M9). Most messages have one, so that it is held in 48 bytes: what few
  /// locations have is held apart.
  package struct Location: Sendable, Hashable {
    package var file: String
    package var url: String?
    private var shortLine: ShortNumber
    private var shortColumn: ShortNumber
    /// At most one value, and none where nothing of it is given.
    private var rest: [Rest] = []

    package init(
      file: String, line: Int? = nil, column: Int? = nil, url: String? = nil,
      context: Context? = nil
    ) {
      self.file = file
      self.url = url
      shortLine = ShortNumber(line)
      shortColumn = ShortNumber(column)
      let rest = Rest(
        line: shortLine.isNone ? line : nil, column: shortColumn.isNone ? column : nil,
        context: context)
      if rest != Rest() { self.rest = [rest] }
    }
  }
}

extension Message.Location {
  fileprivate struct Rest: Sendable, Hashable {
    /// Numbers that are not short.
    var line: Int?
    var column: Int?
    var context: Message.Context?
  }

  /// A line or a column that fits into four bytes, or none.
  fileprivate struct ShortNumber: Sendable, Hashable {
    /// The number plus one; 0 for none.
    private let stored: UInt32

    init(_ number: Int?) {
      stored = number.flatMap { 0..<Int(UInt32.max) ~= $0 ? UInt32($0 + 1) : nil } ?? 0
    }

    var isNone: Bool { stored == 0 }
    var number: Int? { stored == 0 ? nil : Int(stored) - 1 }
  }

  package var line: Int? {
    get { shortLine.number ?? rest.first?.line }
    set {
      shortLine = ShortNumber(newValue)
      let long = shortLine.isNone ? newValue : nil
      change(removing: long == nil) { $0.line = long }
    }
  }

  package var column: Int? {
    get { shortColumn.number ?? rest.first?.column }
    set {
      shortColumn = ShortNumber(newValue)
      let long = shortColumn.isNone ? newValue : nil
      change(removing: long == nil) { $0.column = long }
    }
  }

  package var context: Message.Context? {
    get { rest.first?.context }
    set { change(removing: newValue == nil) { $0.context = newValue } }
  }

  private mutating func change(removing: Bool, _ body: (inout Rest) -> Void) {
    if rest.isEmpty {
      if removing { return }
      rest = [Rest()]
    }
    body(&rest[0])
    if removing, rest[0] == Rest() { rest = [] }
  }
}

extension Message {
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
}
