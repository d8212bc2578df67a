package import Localization
package import XML

/// Parts of a report that its format does not explain or that contradict it. Each may be a failure
/// (see "Silence is never good news").
package struct UnreadParts {
  private var count = 0
  private var line = 0
  private var text = ""

  package init() {}

  private static let longestText = 160

  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ text: @autoclosure () -> String, line: Int) {
    if count == 0 { (self.line, self.text) = (line, String(text().prefix(4_096))) }
    count += 1
  }

  package mutating func add(_ others: UnreadParts) {
    if count == 0 { (line, text) = (others.line, others.text) }
    count += others.count
  }

  /// A sentence about them; nil if there are none.
  ///
  /// - Parameter redactor: Hides secrets before the text is shortened.
  package func sentence(_ locale: Locale, _ redactor: inout Redactor) -> String? {
    guard count > 0 else { return nil }
    let shown = redactor.redacted(String(PlainText.trimmedLine(text[...])))
    return locale.count(
      .partsUnread, count,
      [
        "line": locale.number(line),
        "text": MessageMaker.shortened(shown, to: Self.longestText),
      ])
  }
}

extension ImportedReport {
  /// Skips an unknown element. It counts as not read if it, or an element in it, has one of the
  /// names; false otherwise.
  @discardableResult
  package mutating func skipUnknown(_ reader: inout XMLReader, holding names: Set<String>) -> Bool {
    let (name, line, outside) = (reader.name, reader.position.line, reader.depth - 1)
    var isFound = names.contains(name)
    while reader.depth > outside, let event = reader.next() {
      if event == .start, names.contains(reader.name) { isFound = true }
    }
    if isFound { unread.add("<\(name)>", line: line) }
    return isFound
  }
}
