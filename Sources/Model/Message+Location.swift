extension Message {
  /// The location of the problem (M9).
  package struct Location: Sendable, Hashable {
    package var file: String
    // In 32 bits, since each message has them.
    private var storedLine: Int32?
    private var storedColumn: Int32?
    package var url: String?
    /// At most one. Few locations have it, and the others take half of the memory.
    private var contexts: [Context]

    package init(
      file: String, line: Int? = nil, column: Int? = nil, url: String? = nil,
      context: Context? = nil
    ) {
      self.file = file
      self.url = url
      contexts = context.map { [$0] } ?? []
      self.line = line
      self.column = column
    }

    package var line: Int? {
      get { storedLine.map(Int.init) }
      set { storedLine = newValue.map(Int32.init(clamping:)) }
    }

    package var column: Int? {
      get { storedColumn.map(Int.init) }
      set { storedColumn = newValue.map(Int32.init(clamping:)) }
    }

    package var context: Context? {
      get { contexts.first }
      set { contexts = newValue.map { [$0] } ?? [] }
    }
  }
}

extension Message {
  /// The lines of the file around a location, with the location's line in the middle. They match
  /// the message in another run (see "Same message in two runs") and are displayed on request (see
  /// "Lines of source"). A site stores only their digest.
  package struct Context: Sendable, Hashable {
    private enum Content: Hashable {
      /// The lines, separated by line feeds: one string takes less memory than several.
      case text(String)
      case digest(ContextDigest)
    }
    private let content: Content
    /// Whether they were read from the sources, not from the dataset or a report. If so, they don't
    /// imply that a given fingerprint changes with the lines.
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
