package import Diagnostics

/// The layout of a page. The header of `report.md` chooses it:
///
///     ---
///     layout: side-column facts timeline
///     ---
package struct PageLayout: Sendable, Equatable {
  /// A part of a report that can be in the side column.
  package enum Part: String, Sendable, CaseIterable {
    case banners, facts, preview, trend, timeline
  }

  /// The parts in the side column, from the top. None with one column.
  package var sideParts: [Part]

  package init(sideParts: [Part] = Part.allCases) {
    self.sideParts = sideParts
  }

  /// The document with spaces in place of its header, so that all lines and columns stay.
  package static func withoutHeader(_ text: String) -> String {
    guard let header = Header(of: text) else { return text }
    let head = text.utf8[..<header.end].map { $0 == newline ? "\n" : " " }.joined()
    return head + text[header.end...]
  }

  /// The layout in a document's header, and the mistakes in the header. Nil without a header.
  package static func read(_ text: String, file: String) -> (PageLayout?, [Diagnostic]) {
    guard let header = Header(of: text) else { return (nil, []) }
    var layout: PageLayout?
    var problems: [Diagnostic] = []
    for entry in header.entries {
      func fail(_ summary: String, _ help: [String], at column: Int = 1) {
        problems.append(
          Diagnostic(
            .error, "bad-layout", summary,
            at: SourceLocation(file: file, line: entry.line, column: column), help: help))
      }
      guard entry.key == "layout" else {
        fail(
          "the header of report.md has no '\(entry.key)'",
          Suggestion.help(for: entry.key, among: ["layout"])
            + ["write 'layout: one-column' or 'layout: side-column'"])
        continue
      }
      var words = entry.words[...]
      let kinds = ["one-column", "side-column"]
      guard let kind = words.popFirst(), kinds.contains(kind.text) else {
        let word = entry.words.first
        fail(
          word.map { "no layout is called '\($0.text)'" } ?? "'layout' has no value",
          (word.map { Suggestion.help(for: $0.text, among: kinds) } ?? [])
            + ["write one-column or side-column"],
          at: word?.column ?? 1)
        continue
      }
      guard kind.text == "side-column" else {
        if let extra = words.first {
          fail(
            "one-column has no parts at its side: '\(extra.text)'",
            ["the order of report.md is the order of the page"], at: extra.column)
        }
        layout = PageLayout(sideParts: [])
        continue
      }
      var parts: [Part] = []
      for word in words {
        guard let part = Part(rawValue: word.text) else {
          let known = Part.allCases.map(\.rawValue)
          fail(
            "the side column has no part '\(word.text)'",
            Suggestion.help(for: word.text, among: known)
              + ["it can have \(known.joined(separator: ", "))"], at: word.column)
          continue
        }
        if parts.contains(part) {
          fail(
            "the part '\(word.text)' is named twice", ["remove one of them"], at: word.column)
        } else {
          parts.append(part)
        }
      }
      layout = words.isEmpty ? PageLayout() : PageLayout(sideParts: parts)
    }
    return (layout, problems)
  }

  private static let newline = UInt8(ascii: "\n")

  /// The lines between two lines `---` at the beginning of a document. Each is a word, a colon and
  /// a value.
  private struct Header {
    struct Entry {
      var key: String
      var words: [(text: String, column: Int)]
      var line: Int
    }

    var entries: [Entry] = []
    /// The end of the last line, without its line break.
    var end: String.Index

    init?(of text: String) {
      var position = text.startIndex
      end = position
      func nextLine() -> Substring? {
        guard position < text.endIndex else { return nil }
        let end = text.utf8[position...].firstIndex(of: newline) ?? text.endIndex
        let line = text[position..<end]
        position = end < text.endIndex ? text.utf8.index(after: end) : end
        return line
      }
      func isFence(_ line: Substring) -> Bool {
        line.utf8.elementsEqual("---".utf8) || line.utf8.elementsEqual("---\r".utf8)
      }
      guard let first = nextLine(), isFence(first) else { return nil }
      var number = 1
      while let line = nextLine() {
        number += 1
        if isFence(line) {
          guard !entries.isEmpty else { return nil }
          end = line.endIndex
          return
        }
        guard let entry = Self.entry(line, number) else { return nil }
        entries.append(entry)
      }
      return nil
    }

    /// Reads `layout: side-column facts, timeline`; nil if the line has no key.
    private static func entry(_ line: Substring, _ number: Int) -> Entry? {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let key = line[..<colon]
      guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0 == "-" }) else { return nil }
      let value = line[line.index(after: colon)...]
      let words = value.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\r" }
      return Entry(
        key: String(key),
        words: words.map {
          (String($0), line.unicodeScalars.distance(from: line.startIndex, to: $0.startIndex) + 1)
        },
        line: number)
    }
  }
}
