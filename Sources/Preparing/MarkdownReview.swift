package import Diagnostics
internal import Text

/// Finds lines of a Markdown file whose layout gives them another meaning than their author's: code
/// by indentation, and tables that a blank line ends.
package struct MarkdownReview {
  /// A section whose opening tag is alone on its line.
  private struct Opening {
    /// Whether it follows a row of a table directly.
    var isInTable: Bool
  }

  private let lines: [Substring]
  private let file: String
  private let isDocument: Bool
  private var problems: [Diagnostic] = []
  private var open: [Opening] = []
  /// The first of the blank lines since the last line with content, from 1.
  private var blank: Int? = 1
  private var isAfterRow = false
  private var isInList = false
  private var fence: Substring?

  /// - Parameter isDocument: Whether it is `report.md`, in which a component in code is an error.
  package static func problems(
    in text: String, file: String, isDocument: Bool
  ) -> [Diagnostic] {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    var review = MarkdownReview(text, file, isDocument)
    for number in review.lines.indices { review.read(number) }
    return review.problems
  }

  private init(_ text: String, _ file: String, _ isDocument: Bool) {
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    (self.file, self.isDocument) = (file, isDocument)
  }

  private mutating func read(_ index: Int) {
    let line = lines[index]
    let content = line.drop { $0 == " " || $0 == "\t" }
    if let fence {
      if content.hasPrefix(fence) { self.fence = nil }
      return
    }
    if content.allSatisfy(\.isWhitespace) {
      blank = blank ?? index + 1
      return
    }
    if let sign = Self.sign(ofTagAlone: content) { return readTag(sign, index) }
    let indentation = Self.columns(line[..<content.startIndex])
    if content.hasPrefix("```") || content.hasPrefix("~~~") { fence = content.prefix(3) }
    let isItem = indentation < 4 && Self.isItem(content)
    let isRow = indentation < 4 && content.hasPrefix("|")
    if indentation >= 4, blank != nil, !isInList, content.contains("{{"),
      !(isDocument && content.hasPrefix("{{>"))
    {
      problems.append(
        Diagnostic(
          .warning, "indented-code",
          "Markdown shows a line that is indented by \(indentation) spaces as code",
          at: SourceLocation(file: file, line: index + 1, column: 1),
          help: ["indent it by less than four spaces"]))
    }
    if isRow, isAfterRow, let blank, content.contains("{{"), !isDelimiter(index + 1) {
      breaks(at: blank)
    }
    if isItem { isInList = true } else if indentation < 2 { isInList = false }
    (isAfterRow, blank) = (isRow, nil)
  }

  private mutating func readTag(_ sign: Character, _ index: Int) {
    switch sign {
    case "#", "^": open.append(Opening(isInTable: isAfterRow && blank == nil))
    case "/":
      guard let opening = open.popLast(), opening.isInTable, isAfterRow, let blank else { return }
      breaks(at: blank)
      self.blank = nil
    default: break
    }
  }

  private mutating func breaks(at line: Int) {
    problems.append(
      Diagnostic(
        .warning, "broken-table", "a blank line between two rows ends the table",
        at: SourceLocation(file: file, line: line, column: 1), help: ["remove the blank line"]))
  }

  private func isDelimiter(_ index: Int) -> Bool {
    guard lines.indices.contains(index) else { return false }
    let line = lines[index]
    return line.contains("-") && line.allSatisfy { "|-: \t".contains($0) }
  }

  /// The character after the braces of a tag that is alone on its line and leaves no line; nil for
  /// another line.
  private static func sign(ofTagAlone content: Substring) -> Character? {
    let tag = content.drop { $0 == " " }
    guard tag.hasPrefix("{{"), let sign = tag.dropFirst(2).first, "#^/!=$<".contains(sign) else {
      return nil
    }
    let end = tag.dropFirst(2)
    guard let close = end.firstRange(of: "}}") else { return nil }
    return end[close.upperBound...].allSatisfy(\.isWhitespace) ? sign : nil
  }

  private static func columns(_ space: Substring) -> Int {
    space.reduce(0) { $1 == "\t" ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  private static func isItem(_ content: Substring) -> Bool {
    guard let first = content.first else { return false }
    if "-*+".contains(first) { return content.dropFirst().first == " " }
    let rest = content.drop(while: \.isNumber)
    return rest.count < content.count && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
  }
}
