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
    redact(name: &test.category)
    redactor.redact(&test.owner)
    redact(name: &test.file)
    if var place = test.testPlace {
      redact(name: &place.path)
      test.testPlace = place
    }
    for index in test.attachments.indices {
      redactor.redact(&test.attachments[index].path)
      redactor.redact(&test.attachments[index].title)
    }
    for index in test.links.indices {
      redactor.redact(&test.links[index].title)
      test.links[index].url = redactor.redacted(address: test.links[index].url)
    }
    redact(&test.properties)
    for index in test.steps.indices { redact(&test.steps[index]) }
  }

  private mutating func redact(_ step: inout Message.Step) {
    redactor.redact(&step.title)
    redactor.redact(&step.message)
    for index in step.parameters.indices {
      let value = step.parameters[index].value
      step.parameters[index].value = redacted(value, of: step.parameters[index].name)
      redactor.redact(&step.parameters[index].name)
    }
    for index in step.attachments.indices {
      redactor.redact(&step.attachments[index].path)
      redactor.redact(&step.attachments[index].title)
    }
    for index in step.children.indices { redact(&step.children[index]) }
  }

  private mutating func redact(_ properties: inout [Property]) {
    for index in properties.indices {
      guard case .text(let text) = properties[index].value else { continue }
      properties[index].value = .text(redacted(text, of: properties[index].name))
    }
  }

  /// Hides secrets in a value. A name such as "token" shows that its value is a secret.
  private mutating func redacted(_ value: String, of name: String) -> String {
    let start = name + ": "
    let redacted = redactor.redacted(start + value)
    return redacted.hasPrefix(start) ? String(redacted.dropFirst(start.count)) : Redactor.sign
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
    redact(&finding.properties)
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
