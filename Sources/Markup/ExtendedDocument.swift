import Text

/// A parsed document with GitHub's tables, task lists and strikethrough, which cmark does not
/// support.
struct ExtendedDocument: ~Copyable {
  private let tree: MarkdownTree
  private let tables: [Table]
  /// The cells of the tables, each as a paragraph.
  private let cells: MarkdownTree
  private let taskLines: [Int]
  private let hasTildes: Bool

  /// Parses a value. The document must be destroyed on the thread that created it.
  init(value given: Bytes, _ syntax: ExtendedSyntax) {
    let source = EscapedTildes.marked(given, syntax)
    tree = MarkdownTree(value: source)
    let found = Self.tables(of: tree, source, syntax)
    tables = found.tables
    cells = MarkdownTree(value: found.cells)
    (taskLines, hasTildes) = (syntax.taskLines, syntax.hasTildes)
  }

  /// Parses a document.
  init(document given: [UInt8]) {
    let (syntax, source) = given.withUnsafeBufferPointer { bytes in
      let syntax = ExtendedSyntax(in: bytes)
      return (syntax, EscapedTildes.marked(bytes, syntax))
    }
    tree = MarkdownTree(document: source)
    let found = Self.tables(of: tree, source, syntax)
    tables = found.tables
    cells = MarkdownTree(document: found.cells)
    (taskLines, hasTildes) = (syntax.taskLines, syntax.hasTildes)
  }

  private static func tables(
    of tree: borrowing MarkdownTree, _ source: [UInt8], _ syntax: ExtendedSyntax
  ) -> (tables: [Table], cells: [UInt8]) {
    guard !syntax.delimiterLines.isEmpty else { return ([], []) }
    return source.withUnsafeBufferPointer { bytes in
      var finder = TableFinder(bytes, delimiters: syntax.delimiterLines)
      tree.walk(&finder)
      guard !finder.tables.isEmpty else { return ([], []) }
      // Link definitions apply to the whole document.
      finder.cells.write(bytes)
      return (finder.tables, finder.cells.bytes)
    }
  }

  /// Visits every node in document order.
  borrowing func walk<Visitor: TreeVisitor>(_ visitor: inout Visitor) {
    withUnsafeMutablePointer(to: &visitor) { pointer in
      cells.withFirstBlock { cell in
        var extended = ExtendedVisitor(
          pointer, tables: tables, firstCell: cell, taskLines: taskLines, hasTildes: hasTildes)
        tree.walk(&extended)
      }
    }
  }
}

/// Tildes after a backslash, which are text. cmark drops the backslash, so a character that no text
/// contains replaces both during parsing.
enum EscapedTildes {
  private static let backslash = UInt8(ascii: "\\")
  private static let tilde = UInt8(ascii: "~")
  /// A backslash and U+FDD0.
  private static let mark: [UInt8] = [backslash, 0xEF, 0xB7, 0x90]

  static func marked(_ source: Bytes, _ syntax: ExtendedSyntax) -> [UInt8] {
    guard syntax.hasTildes, source.index(ofFirst: backslash) != nil else { return Array(source) }
    var output: [UInt8] = []
    output.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      guard source[index] == backslash, index + 1 < source.count else {
        output.append(source[index])
        index += 1
        continue
      }
      if source[index + 1] == tilde {
        output += mark
      } else {
        output += source[index..<index + 2]
      }
      index += 2
    }
    return output
  }

  /// Calls `body` with the bytes, replacing each mark: in text by a tilde, in code by the original
  /// two characters.
  static func restoring(_ bytes: Bytes, isCode: Bool, _ body: (Bytes) -> Void) {
    guard first(in: bytes, from: 0) != nil else { return body(bytes) }
    var output: [UInt8] = []
    var start = 0
    while let found = first(in: bytes, from: start) {
      output += bytes[start..<found]
      if isCode { output.append(backslash) }
      output.append(tilde)
      start = found + mark.count
    }
    output += bytes[start...]
    output.withUnsafeBufferPointer(body)
  }

  private static func first(in bytes: Bytes, from start: Int) -> Int? {
    var rest = Bytes(rebasing: bytes[start...])
    while let index = rest.index(ofFirst: mark[1]) {
      let offset = bytes.count - rest.count + index
      if offset > start, bytes[(offset - 1)...].starts(with: mark) { return offset - 1 }
      rest = Bytes(rebasing: rest[(index + 1)...])
    }
    return nil
  }
}
