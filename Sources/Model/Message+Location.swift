internal import Basics
internal import Diagnostics

extension Message {
  /// The location of the problem (M9). Most messages have one, so that it is held in 48 bytes: what few
  /// locations have is in `rest`, and of an address that ends in file and line only the beginning is held.
  package struct Location: Sendable {
    package var file: String { willSet { holdWholeAddress() } }
    /// The address, or its beginning if the place follows.
    private var address: String?
    private var shortLine: ShortNumber<UInt32>
    private var shortColumn: ShortNumber<UInt16>
    /// Whether file and line stand behind `address`: `…/Sources/Cache.swift#L12`.
    private var placeFollows = false
    /// At most one value, and none where nothing of it is given.
    private var rest: [Rest] = []

    package init(
      file: String, line: Int? = nil, column: Int? = nil, url: String? = nil,
      context: Context? = nil
    ) {
      self.file = file
      address = url
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
  fileprivate struct Rest: Sendable, Hashable, RareParts {
    /// Numbers that are not short.
    var line: Int?
    var column: Int?
    var context: Message.Context?
  }

  /// A line or a column that fits into few bytes, or none.
  fileprivate struct ShortNumber<Stored: FixedWidthInteger & Sendable>: Sendable, Hashable {
    /// The number plus one; 0 for none.
    private let stored: Stored

    init(_ number: Int?) {
      stored = number.flatMap { 0..<Int(Stored.max) ~= $0 ? Stored($0 + 1) : nil } ?? 0
    }

    var isNone: Bool { stored == 0 }
    var number: Int? { stored == 0 ? nil : Int(stored) - 1 }
  }

  package var url: String? {
    get {
      guard placeFollows, let address, let line else { return address }
      return Self.join(address, file, line, count: urlLength)
    }
    set {
      address = newValue
      placeFollows = false
    }
  }

  private static let lineMark = "#L"

  /// One allocation in place of one for each part: pages and files of JSON ask for every address.
  private static func join(_ start: String, _ file: String, _ line: Int, count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      var end = 0
      func append(_ text: UnsafeBufferPointer<UInt8>) {
        _ = UnsafeMutableBufferPointer(rebasing: bytes[end...]).initialize(from: text)
        end += text.count
      }
      start.withBytes(append)
      file.withBytes(append)
      lineMark.withBytes(append)
      var rest = line
      for index in (end..<count).reversed() {
        bytes.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      }
      return count
    }
  }

  package var hasURL: Bool { address != nil }

  /// The number of bytes of the address, which need not be put together for that.
  package var urlLength: Int {
    guard let address else { return 0 }
    guard placeFollows, var number = line else { return address.utf8.count }
    var length = address.utf8.count + file.utf8.count + Self.lineMark.utf8.count + 1
    while number >= 10 {
      length += 1
      number /= 10
    }
    return length
  }

  /// The length of the beginning of an address that file and line follow; nil for another address.
  package func lengthBeforePlace(in address: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let line, line > 0, !file.isEmpty else { return nil }
    var end = address.count
    var number = line
    repeat {
      let digit = UInt8(ascii: "0") + UInt8(number % 10)
      guard end > 0, address[end - 1] == digit else { return nil }
      end -= 1
      number /= 10
    } while number > 0
    func remove(_ text: String) -> Bool {
      text.withBytes { text in
        guard end > text.count else { return false }
        let found = UnsafeBufferPointer(rebasing: address[end - text.count..<end])
        guard ByteSearch.areSame(found, text) else { return false }
        end -= text.count
        return true
      }
    }
    return remove(Self.lineMark) && remove(file) ? end : nil
  }

  /// Sets an address that file and line follow. Most messages have one of few beginnings.
  package mutating func setURL(beforePlace start: String) {
    address = start
    placeFollows = true
  }

  /// Before the place changes, and the address does not.
  private mutating func holdWholeAddress() {
    if placeFollows { url = url }
  }

  package var line: Int? {
    get { shortLine.number ?? rest.first?.line }
    set {
      holdWholeAddress()
      shortLine = ShortNumber(newValue)
      let long = shortLine.isNone ? newValue : nil
      rest.change(removing: long == nil) { $0.line = long }
    }
  }

  package var column: Int? {
    get { shortColumn.number ?? rest.first?.column }
    set {
      shortColumn = ShortNumber(newValue)
      let long = shortColumn.isNone ? newValue : nil
      rest.change(removing: long == nil) { $0.column = long }
    }
  }

  package var context: Message.Context? {
    get { rest.first?.context }
    set { rest.change(removing: newValue == nil) { $0.context = newValue } }
  }
}

extension Message.Location: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    guard left.file == right.file, left.shortLine == right.shortLine,
      left.shortColumn == right.shortColumn, left.rest == right.rest
    else { return false }
    return left.placeFollows == right.placeFollows
      ? left.address == right.address : left.url == right.url
  }

  /// Without the address, which may be held in two ways.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(shortLine)
    hasher.combine(shortColumn)
    hasher.combine(rest)
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
