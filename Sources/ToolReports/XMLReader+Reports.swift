internal import Diagnostics
internal import Localization
internal import Model
package import XML

extension TestCase {
  /// Adds the attachments and colours of a test's outputs. Returns the text without the lines that
  /// name attachments.
  package mutating func addOutput(_ outputs: [Excerpt]) -> String {
    var texts: [String] = []
    for output in outputs {
      colors.add(output)
      let (text, found) = MessageMaker.withoutAttachments(output.text)
      attachments += found.map { Message.Attachment(path: $0) }
      let trimmed = PlainText.trimmed(text)
      if !trimmed.isEmpty { texts.append(trimmed) }
    }
    return texts.joined(separator: "\n")
  }
}

extension XMLReader {
  /// Appends the text of the element that has just started, and of its inner elements.
  package mutating func readText(into text: inout Excerpt) {
    let inside = depth
    while depth >= inside, let event = next() {
      if event == .text { text.append(self.text) }
    }
  }

  /// Reads the text of the element that has just started, and of its inner elements.
  package mutating func readExcerpt(_ context: ImportContext) -> Excerpt {
    var text = context.excerpt
    readText(into: &text)
    return text
  }

  /// Whether the root has none of the expected names, which is reported as an error.
  package mutating func hasWrongRoot(_ expected: String...) -> Bool {
    guard depth == 1, !expected.contains(name) else { return false }
    let (root, position) = (name, position)
    let names = expected.map { "'\($0)'" }.joined(separator: " or ")
    report(
      .error, "wrong-type", at: position, "the root is \(VisibleText.quoted(root)), not \(names)")
    return true
  }
}

extension ImportedReport {
  /// Ends an XML report of tests. Its root is closed unless the reader has failed.
  package mutating func finish(_ times: RunTimes, _ reader: inout XMLReader) {
    finishTests()
    (started, finished) = (times.started, times.finished)
    guard !reader.hasFailed else { return }
    if tests.count == 0, messages.isEmpty {
      reader.report(
        .warning, "no-tests", at: XMLPosition(line: 1, column: 1), "the report holds no test")
    }
    if ending == .unknown { ending = .completed }
  }
}

extension ImportedReport {
  /// Accepts a report that ends in the middle if it has whole tests. Its run is then not completed.
  /// The importer must leave out the test that is cut, unless it has failed already.
  package mutating func acceptTruncation(_ reader: inout XMLReader, _ context: ImportContext) {
    guard context.options.readsTruncated, tests.count > 0,
      let place = reader.acceptTruncation()
    else { return }
    reader.report(
      .warning, "truncated-file", at: place,
      "the file ends in the middle: \(tests.count) \(tests.count == 1 ? "test" : "tests") before it "
        + "\(tests.count == 1 ? "is" : "are") read",
      help: ["the program that writes it may have been stopped; '--broken refuse' refuses it"])
    let count = context.locale.number(tests.count)
    addShortfall(context.locale.string(.endsInTheMiddle, ["count": count]))
  }
}

extension XMLReader {
  /// A number in an attribute; nil for any other value.
  package func count(_ name: StaticString) -> Int? {
    attribute(name).flatMap(ReportClaims.count)
  }
}

extension ImportedReport {
  package static let noLines = "the report holds no line of code"

  /// Ends an XML report of coverage.
  package mutating func finish(_ coverage: Coverage, _ reader: inout XMLReader) {
    self.coverage = coverage
    guard coverage.total.whole == 0, !reader.hasFailed else { return }
    reader.report(.warning, "no-lines", at: XMLPosition(line: 1, column: 1), Self.noLines)
  }
}
