internal import Basics
internal import JSON

/// The facts of the beginning of a report that show its format.
enum FormatRecognition: Sendable {
  case json([JSONFact])
  case xml(root: String, namespace: String?, child: String?, attributes: [String])
  /// The names of columns that are in the header.
  case columns([String])

  /// A fact about the value at a path such as `[].filePath`.
  struct JSONFact: Sendable {
    enum Kind: Sendable {
      case kind(InputHead.JSONKind)
      case any, absent
      /// A text, or texts one of which it is.
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
    }
  }

  /// - Parameter kind: The kind of the format's files.
  func recognizes(_ head: InputHead, _ kind: FormatFile.Kind, _ delimiter: UInt8?) -> Bool {
    switch self {
    case .json(let facts):
      guard case .json = head.shape else { return false }
      return facts.allSatisfy { $0.holds(for: head) }
    case .xml(let root, let namespace, let child, let attributes):
      guard head.xmlRoot == root else { return false }
      if let namespace, head.xmlNamespace?.hasPrefix(namespace) != true { return false }
      if let child, head.xmlChild != child { return false }
      return attributes.isEmpty || Set(attributes).isSubset(of: head.xmlRootAttributes)
    case .columns(let wanted):
      guard head.shape == .text, !head.bytes.prefix(1_024).contains(0) else { return false }
      let found = FormatTableReading.header(head.bytes, delimiter)
      let names = Set(found.map(FormatTableRow.normalized))
      return wanted.allSatisfy { names.contains(FormatTableRow.normalized($0)) }
    }
  }
}

extension FormatRecognition.JSONFact {
  /// The kind of the value at the path, in which `*` at the beginning is any key.
  private func kind(in head: InputHead) -> InputHead.JSONKind? {
    guard path.first == "*" else { return head.json(path) }
    let rest = path.dropFirst()
    return head.jsonKeys.lazy.compactMap { head.json($0 + rest) }.first
  }

  fileprivate func holds(for head: InputHead) -> Bool {
    guard let found = kind(in: head) else {
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
