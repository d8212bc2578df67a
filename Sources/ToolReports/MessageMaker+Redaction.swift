package import Model
internal import Text

/// The only place that hides secrets in messages, before titles and categories are made.
/// `ImportedReport.redactRun` hides those in the run.
extension MessageMaker {
  /// Hides secrets in a name that many messages may share. A very long name is cut first, because
  /// scanning it for each message would take minutes. The redactor recognizes cut texts.
  private mutating func redact(name: inout String) {
    if name.utf8.count > Self.longestPath { name = Self.shortened(name, to: Self.longestPath) }
    redactor.redact(&name)
  }

  private mutating func redact(name: inout String?) {
    guard var text = name else { return }
    redact(name: &text)
    name = text
  }

  package mutating func redact(_ test: inout TestCase) {
    redactor.redact(&test.title)
    let words = [test.text, test.details]
    redactor.redact(&test.text, continuedBy: &test.details)
    // A value alone has no name such as "password" that shows the secret.
    if [test.text, test.details] != words { test.values = nil }
    if var values = test.values {
      redactor.redact(&values.expected)
      redactor.redact(&values.actual)
      test.values = values
    }
    for index in test.suites.indices { redact(name: &test.suites[index]) }
    redact(name: &test.tool)
    redact(name: &test.file)
    if var place = test.testPlace {
      redact(name: &place.path)
      test.testPlace = place
    }
    for index in test.attachments.indices {
      redactor.redact(&test.attachments[index].path)
      redactor.redact(&test.attachments[index].title)
    }
  }

  package mutating func redact(_ finding: inout Finding) {
    redact(name: &finding.tool)
    redactor.redact(&finding.level)
    redactor.redact(&finding.run)
    redactor.redact(&finding.title)
    redactor.redact(&finding.message)
    // Marks of emphasis are not shown and may split a secret.
    if let markdown = finding.markdown {
      let shown = markdown.filter { !"*`~\\".contains($0) }
      var probe = redactor
      finding.markdown = probe.redacted(shown) == shown ? markdown : nil
    }
    redactor.redact(&finding.opening)
    redactor.redact(&finding.closing)
    redact(name: &finding.rule)
    redactor.redact(&finding.ruleTitle)
    finding.ruleURL = redactor.redacted(address: finding.ruleURL)
    redact(name: &finding.file)
    redactor.redact(&finding.details)
    redactor.redact(&finding.fingerprint)
    redactor.redact(&finding.owner)
    for index in finding.properties.indices {
      guard case .text(let text) = finding.properties[index].value else { continue }
      // A name such as "token" shows that its value is a secret.
      let start = finding.properties[index].name + ": "
      let redacted = redactor.redacted(start + text)
      finding.properties[index].value = .text(
        redacted.hasPrefix(start) ? String(redacted.dropFirst(start.count)) : Redactor.sign)
    }
    for index in finding.attachments.indices { redactor.redact(&finding.attachments[index]) }
  }

  /// The lines around a finding that its report quotes.
  package mutating func context(of finding: borrowing Finding) -> Message.Context? {
    guard let excerpt = finding.excerpt, let line = finding.line,
      let lines = excerpt.lines(around: line)
    else { return nil }
    if excerpt.hidesSecrets, lines.contains(Redactor.sign) { redactor.countHidden() }
    let hidden = redactor.redactedLines(Array(lines.utf8))
    return Message.Context(text: hidden.map { String(decoding: $0, as: UTF8.self) } ?? lines)
  }
}
