import CCMark

/// The cmark tree of a Markdown report as lines to compare: node types, the content of HTML and the
/// addresses of links. Empty comments and bare spans, which break up GitHub's patterns, are
/// ignored.
enum MarkdownShape {
  private static let nothing: Set<String> = ["<!-- -->", "<span>", "</span>"]

  static func lines(of source: String) -> [String] {
    guard let root = cmark_parse_document(source, source.utf8.count, 0),
      let iterator = cmark_iter_new(root)
    else { return [] }
    defer {
      cmark_iter_free(iterator)
      cmark_node_free(root)
    }
    var lines: [String] = []
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
      let kind = String(cString: cmark_node_get_type_string(node))
      switch kind {
      case "text": if lines.last != "text" { lines.append("text") }
      case "html_inline" where nothing.contains(words(cmark_node_get_literal(node))): break
      case "html_inline", "html_block":
        lines.append("\(kind) \(words(cmark_node_get_literal(node)))")
      case "link" where event == CMARK_EVENT_ENTER:
        lines.append("+link \(words(cmark_node_get_url(node)))")
      case "softbreak", "linebreak", "code", "code_block", "thematic_break": lines.append(kind)
      default: lines.append((event == CMARK_EVENT_ENTER ? "+" : "-") + kind)
      }
    }
    return lines
  }

  /// The number of bars in each line of a table, which GitHub treats as cell separators and cmark
  /// as text.
  static func bars(of source: String) -> [Int] {
    source.split(separator: "\n").filter { $0.hasPrefix("|") }.map { row in
      var isEscaped = false
      return row.utf8.reduce(0) { count, byte in
        defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
        return byte == UInt8(ascii: "|") && !isEscaped ? count + 1 : count
      }
    }
  }

  private static func words(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}
