internal import Inputs
internal import JSON
internal import ToolReports

/// The facts of the beginning of a report that show its format.
enum FormatRecognition: Sendable {
  case json([JSONFact])
  case xml(root: String, namespace: String?, child: String?, attributes: [String])
  /// The names of columns that are in the header.
  case columns([String])
  /// One of the first lines matches a pattern.
  case lines(LinePatterns, first: String)

  /// A fact about the value at a path such as `[].filePath`.
  struct JSONFact: Sendable {
    enum Kind: Sendable {
      case kind(InputHead.JSONKind)
      case any, absent
      /// The value is one of these texts.
      case isText([String])
      case startsWith(String)
    }

    var path: String
    var kind: Kind
    /// Whether it holds if there is no value, too.
    var isOptional = false

    /// Whether there must be a value.
    var isNeeded: Bool {
      if case .absent = kind { false } else { !isOptional }
    }
  }

  /// The facts, for people.
  var evidence: String {
    switch self {
    case .json(let facts):
      let names = facts.filter(\.isNeeded).map { "'\($0.path)'" }
      return "JSON with " + names.joined(separator: ", ")
    case .xml(let root, _, let child, let attributes):
      let inside = child.map { " and its first child '\($0)'" } ?? ""
      let names = attributes.map { " '\($0)'" }.joined(separator: ",")
      return "XML whose root is '\(root)'" + inside + (names.isEmpty ? "" : " with" + names)
    case .columns(let names):
      return "a table with the columns " + names.map { "'\($0)'" }.joined(separator: ", ")
    case .lines(_, let first): return "a line like '\(first)'"
    }
  }

  /// - Parameter kind: The kind of the format's files.
  func recognizes(_ head: InputHead, _ kind: FormatFile.Kind, _ delimiter: UInt8?) -> Bool {
    switch self {
    case .json(let facts):
      guard case .json = head.shape, Self.isOf(kind, head) else { return false }
      return facts.allSatisfy { $0.holds(for: head) }
    case .xml(let root, let namespace, let child, let attributes):
      guard head.xmlRoot == root else { return false }
      if let namespace, head.xmlNamespace?.hasPrefix(namespace) != true { return false }
      if let child, head.xmlChild != child { return false }
      return attributes.isEmpty || Set(attributes).isSubset(of: head.xmlRootAttributes)
    case .columns(let wanted):
      guard head.shape == .text, !head.bytes.prefix(1_024).contains(0) else { return false }
      return FormatColumns(wanted, in: head.bytes, delimiter) != nil
    case .lines(let patterns, _): return Self.isLog(head) && Self.recognizes(head.bytes, patterns)
    }
  }
}

extension FormatRecognition {
  /// Whether JSON is one value, or has an object on each line. One line may be both.
  private static func isOf(_ kind: FormatFile.Kind, _ head: InputHead) -> Bool {
    let hasSecond = head.json("+") != nil
    guard kind == .jsonLines else { return !hasSecond }
    let line = head.bytes.drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }
    return hasSecond || line.last { $0 > 0x20 } == UInt8(ascii: "}")
  }

  /// The most lines that are examined.
  private static let mostLines = 200
  /// The bytes of a line that are examined. A file may be one endless line.
  private static let longestLine = 4_096

  /// Whether it may be a log, which may begin with a bracket.
  private static func isLog(_ head: InputHead) -> Bool {
    switch head.shape {
    case .text: true
    case .json:
      head.json("") == .array && ![.object, .array, .string].contains(head.json("[]"))
    case .blank, .xml: false
    }
  }

  private static func recognizes(_ bytes: [UInt8], _ patterns: LinePatterns) -> Bool {
    let matcher = LineMatcher(patterns)
    for line in bytes.split(separator: 0x0A, maxSplits: mostLines).prefix(mostLines) {
      // Each line stands alone.
      var matcher = matcher
      let content = line.last == 0x0D ? line.dropLast() : line
      let text = TerminalText.plain(Array(content.prefix(longestLine)))
      if matcher.matches(text, number: 1) { return true }
    }
    return false
  }
}

extension LineMatcher {
  /// Whether a pattern matches a line.
  mutating func matches(_ line: String, number: Int) -> Bool {
    add(line, number: number).contains { outcome in
      if case .unmatched = outcome { false } else { true }
    }
  }
}

extension FormatRecognition.JSONFact {
  fileprivate func holds(for head: InputHead) -> Bool {
    guard let found = head.json(path) else {
      if case .absent = kind { return true }
      return isOptional
    }
    switch kind {
    case .kind(let wanted): return found == wanted
    case .any: return true
    case .absent: return false
    case .isText(let texts): return head.jsonText(path).map(texts.contains) ?? false
    case .startsWith(let start): return head.jsonText(path)?.hasPrefix(start) ?? false
    }
  }
}
